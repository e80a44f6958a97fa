"""What says in which order the tests run, and which of them together, names modules that there are."""

from itertools import chain

from tests.conftest import APART, LONGEST, ROOT, TOGETHER


def test_every_path_is_the_beginning_of_that_of_a_module() -> None:
    modules = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    named = {*LONGEST, *APART, *chain.from_iterable(TOGETHER.values())}

    assert {path for path in named if not any(module.startswith(path) for module in modules)} == set()
