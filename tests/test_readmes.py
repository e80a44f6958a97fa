"""Every file and folder that a README names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
READMES = [
    path
    for path in sorted([*ROOT.rglob("README.md"), ROOT / "CONTRIBUTING.md"])
    if not {".venv", "node_modules"} & set(path.parts)
]
ENDINGS = "py|md|sql|toml|sh|cfg|conf|yaml|json|css|ts|txt"
NAMED = re.compile(rf"`((?:[\w.*<>-]+/)*(?:[\w.*<>-]+\.(?:{ENDINGS})|[\w.*<>-]+/))`")
"""A file by its ending, or a folder by its last character; `*` and `<game>` stand for anything."""


def sections(text: str) -> list[str]:
    """Return the sections of a text, without blocks of code."""
    return re.split(r"^#+ ", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), flags=re.MULTILINE)


def missing(folder: Path, text: str) -> list[str]:
    """Return what a README in a folder names and is nowhere.

    A path is one from the README's folder, from the root, or from a place that the same section has named before, or
    from a folder in one of these.
    """
    found = []
    for section in sections(text):
        places = {folder, ROOT}
        for name in NAMED.findall(section):
            pattern = re.sub(r"<\w+>", "*", name)
            there = [path for place in places for path in (*place.glob(pattern), *place.glob(f"*/{pattern}"))]
            if not there:
                found.append(name)
            places |= {path if path.is_dir() else path.parent for path in there}
    return found


@pytest.mark.parametrize("readme", READMES, ids=[str(path.relative_to(ROOT)) for path in READMES])
def test_what_a_readme_names_is_there(readme: Path) -> None:
    assert missing(readme.parent, readme.read_text(encoding="utf-8")) == []


def test_what_is_not_there_would_be_found() -> None:
    text = "# HTTP\n`service/http/`: `routes.py`, `contract.py`.\n\n# Others\n`routes.py`, `service/house/`"

    assert missing(ROOT, text) == ["contract.py", "routes.py", "service/house/"]
