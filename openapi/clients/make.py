"""Makes the parts of the client libraries that follow from the contract and from the asynchronous client.

    python -m openapi.clients.make        writes the types, and the synchronous client in Python

The types are those of the operations that the libraries speak, without those of any game: a move, an event, the state
and the options of a game are open objects. Generators make them; `npm run sdk` makes those for TypeScript.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CONTRACT = HERE.parent / "openapi.json"
PYTHON = HERE / "python" / "parlour_client"
SUBSET = HERE / "typescript" / "subset.json"

SPOKEN = (
    "Catalog", "ChatEntry", "ChatPage", "Feed", "GameEntry", "Header", "Judgement", "LimitsInForce", "Lobby", "Me",
    "MessageList", "MoveAnswer", "MySeeks", "MyTables", "NewPlayer", "OpeningSettings", "ProblemDetails", "Say",
    "SeatView", "Seated", "SeekStreamLine", "SeenSeek", "SoughtTables", "StreamLine", "Suggestions", "WebhookMessage",
)  # fmt: skip
"""The components that the libraries use; what these need comes with them."""

OF_GAMES = ("Event", "Move", "Options", "View")
"""The components that differ by game."""

GENERATED = (
    (r"\A(?:#.*\n)+", '"""What is sent and answered. Made of the contract by `python -m openapi.clients.make`."""\n'),
    (r'^    """\n    (.*)\n    """$', r'    """\1"""'),
    (r'^    """\n    ', '    """'),
    (r"^from typing_extensions import TypedDict\n\n\n", "\n"),
    (r"^from typing import Any, Literal, NotRequired, TypeAlias, Union$",
     "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union"),
    (r", closed=True\):$", "):"),
    (r'^class (\w+)\(TypedDict\):\n    (""".*""")\n(?=\n\n\S)', r"\1: TypeAlias = dict[str, Any]\n\2\n"),
)  # fmt: skip
"""What is replaced in what the generator makes, in this order."""

SYNCHRONOUS = (
    (r"\bAsync(?=Client\b|Seek\b|Table\b)", ""),
    (r"\bAsync(?=Iterator\b|Generator\b)", ""),
    (r"\baclosing\b", "closing"),
    (r"\basync (?=def|with|for)", ""),
    (r"\bawait ", ""),
    (r"\b__a(?=enter__|exit__)", "__"),
    (r"\ba(?=close\(|read\(|iter_lines\()", ""),
    (r"^import asyncio\n", ""),
    (r"^import json\n", "import json\nimport time\n"),
    (r"\basyncio\.sleep\b", "time.sleep"),
)
"""What is replaced in the asynchronous client, in this order."""


def subset_as_text() -> str:
    """Return the document from which the types are made."""
    return json.dumps(subset(json.loads(CONTRACT.read_text(encoding="utf-8"))))


def subset(document: dict[str, Any]) -> dict[str, Any]:
    """Return a contract with the components that the libraries use, and no operations."""
    schemas = document["components"]["schemas"]
    found: dict[str, Any] = {}
    waiting = [*SPOKEN]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = of_any_game(name, schemas[name])
            waiting += re.findall(r'"#/components/schemas/(\w+)"', json.dumps(found[name]))
    return document | {"paths": {}, "webhooks": {}, "components": {"schemas": dict(sorted(found.items()))}}


def of_any_game(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a component; an open object for one that differs by game."""
    if name not in OF_GAMES:
        return {key: without_examples(value) for key, value in schema.items()}
    return {"description": schema["description"], "type": "object", "additionalProperties": True}


def without_examples(part: Any) -> Any:
    """Return a part of a schema without examples, which are those of a game."""
    if isinstance(part, list):
        return [without_examples(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: without_examples(value) for key, value in part.items() if key != "examples"}


def types() -> str:
    """Return the module of the types in Python."""
    from datamodel_code_generator import GenerateConfig, generate  # noqa: PLC0415 - 150 ms, and only here
    from datamodel_code_generator.enums import DataModelType, InputFileType  # noqa: PLC0415
    from datamodel_code_generator.format import Formatter, PythonVersion  # noqa: PLC0415

    found = generate(
        subset_as_text(),
        config=GenerateConfig(
            input_file_type=InputFileType.OpenAPI,
            output_model_type=DataModelType.TypingTypedDict,
            target_python_version=PythonVersion.PY_311,
            formatters=[Formatter.BUILTIN],
            disable_timestamp=True,
            use_schema_description=True,
        ),
    )
    return formatted(replaced(str(found), GENERATED))


def synchronous() -> str:
    """Return the module of the client that does what the asynchronous one does, and waits."""
    return formatted(replaced((PYTHON / "asynchronous.py").read_text(encoding="utf-8"), SYNCHRONOUS))


def replaced(text: str, replacements: Iterable[tuple[str, str]]) -> str:
    """Return a text in which patterns are replaced, one after the other."""
    for pattern, replacement in replacements:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text


def formatted(text: str) -> str:
    """Return a module as all of them are formatted here."""
    for step in (["check", "--select=I", "--fix-only"], ["format"]):
        command = [sys.executable, "-m", "ruff", *step, "--quiet", "--stdin-filename", str(PYTHON / "made.py"), "-"]
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603 - ruff, on a text of this program
    return text


def files() -> dict[Path, str]:
    """Return what is made, by file."""
    return {PYTHON / "types.py": types(), PYTHON / "synchronous.py": synchronous()}


if __name__ == "__main__":
    SUBSET.write_text(subset_as_text(), encoding="utf-8")
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
