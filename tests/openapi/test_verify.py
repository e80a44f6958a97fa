"""The programs that a stranger verifies with say the same of each test vector, and so does `parlour verify` of records.

The vectors are remade by `python -m tests.openapi.vectors`.
"""

import ast
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.game import Refused
from domain.record import RecordBroken
from service.records.records import check, read
from tests.openapi.vector_kit import FOLDER, KEY
from tests.openapi.vectors import chained, made
from tests.pipes import unread

VERIFY = FOLDER.parent
INDEX = json.loads((FOLDER / "index.json").read_text())
RECORDS = [
    each for each in INDEX if not re.match("record-and|two-seals|seal|proof|consistency|tournament", each["name"])
]
ALL_IN_NODE = """
import { readFile } from "node:fs/promises";
const [folder] = process.argv.slice(1);
const { verify } = await import(`${folder}/../verify.js`);
const read = (name) => readFile(`${folder}/${name}`);
const found = {};
for (const { name, files, key } of JSON.parse(await read("index.json"))) {
  found[name] = (await verify(await Promise.all(files.map(read)), key)).code;
}
console.log(JSON.stringify(found));
"""

vectors = pytest.mark.parametrize("vector", INDEX, ids=lambda vector: vector["name"])
node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js on this machine")


@cache
def program() -> Any:
    """Return verify.py as a module."""
    spec = importlib.util.spec_from_file_location("verify", VERIFY / "verify.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def in_node() -> dict[str, str | None]:
    """Return what verify.js says of all vectors, by name."""
    command = ["node", "--no-warnings", "--input-type=module", "--eval", ALL_IN_NODE, "--", str(FOLDER)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str | None] = json.loads(done.stdout)
    return found


def contents(vector: Any) -> list[bytes]:
    return [(FOLDER / name).read_bytes() for name in vector["files"]]


def run(*arguments: object, program: str = "verify.py") -> subprocess.CompletedProcess[str]:
    """Run a program with nothing of this project in its way."""
    begin = [sys.executable, "-I"] if program.endswith(".py") else ["node", "--no-warnings"]
    command = [*begin, str(VERIFY / program), *map(str, arguments)]
    return subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=240, check=False)


@vectors
def test_python_gives_the_reason(vector: Any) -> None:
    code = None
    try:
        program().check_together([program().check(each, vector["key"]) for each in contents(vector)])
    except program().NotTrue as lie:
        code = lie.args[0]

    assert code == vector["code"]


@node
@vectors
def test_javascript_gives_the_reason(vector: Any) -> None:
    assert in_node()[vector["name"]] == vector["code"]


@pytest.mark.parametrize(
    "vector",
    [
        vector
        for vector in INDEX
        if len(vector["files"]) == 1 and not re.match("seal|proof|consistency|tournament", vector["name"])
    ],
    ids=lambda vector: vector["name"],
)
def test_parlour_verify_gives_the_same_verdict_on_records(vector: Any) -> None:
    (content,) = contents(vector)
    key = None if vector["key"] is None else bytes.fromhex(vector["key"])

    if vector["code"] is None:
        assert check(read(content), key).events
    else:
        with pytest.raises((RecordBroken, Refused)):
            check(read(content), key)


def test_the_vectors_are_those_that_are_made() -> None:
    there = {file.name: file.read_bytes() for file in FOLDER.glob("*.json")}

    assert there == made(), "remake them with `python -m tests.openapi.vectors`"


def test_each_reason_of_either_program_has_a_vector() -> None:
    codes = {vector["code"] for vector in INDEX} - {None}

    for name in ("verify.py", "verify.js"):
        text = (VERIFY / name).read_text()
        assert set(re.findall(r'(?:, |NotTrue\()"([a-z_]+)", [f`"\']', text)) == codes


def test_python_uses_nothing_of_this_project() -> None:
    tree = ast.parse((VERIFY / "verify.py").read_text())
    imported = {name.name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in each.names}
    imported |= {str(each.module) for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}

    others = {name.partition(".")[0] for name in imported} - sys.stdlib_module_names

    assert others == {"cryptography"}


def test_javascript_imports_nothing_but_what_its_command_line_needs() -> None:
    text = (VERIFY / "verify.js").read_text()

    assert set(re.findall(r'(?:import\(|from )"([^"]+)"', text)) == {"./verify.js", "node:fs/promises", "node:url"}


@pytest.mark.parametrize("name", ["verify.py", pytest.param("verify.js", marks=node)])
def test_a_program_says_what_is_wrong_and_ends_with_a_code(name: str, tmp_path: Path) -> None:
    good, bad, missing = FOLDER / "honors-4.json", FOLDER / "flipped.json", tmp_path / "missing.json"

    results = [
        run("--key", KEY, good, program=name),
        run(good, FOLDER / "seals.json", program=name),
        run("--key", KEY, bad, program=name),
        run("--key", "00" * 32, good, program=name),
        run("--key", "none", good, program=name),
        run(missing, program=name),
        run(program=name),
        run(good, "--key", KEY, program=name),
        run(good, "--key", program=name),
    ]

    assert [result.returncode for result in results] == [0, 0, 1, 1, 2, 2, 2, 0, 2]
    assert "true" in results[0].stdout
    assert "NOT TRUE, hash_wrong: event 10" in results[2].stdout + results[2].stderr
    assert "NOT TRUE, wrong_key" in results[3].stdout + results[3].stderr
    assert not any("Traceback" in result.stderr for result in results)


@pytest.mark.parametrize("name", ["verify.py", pytest.param("verify.js", marks=node)])
@pytest.mark.parametrize("decks", [[], [["AS", "KS", "QS", "JS", "TS"]]])
def test_there_is_no_deal_before_the_first(name: str, decks: list[list[str]], tmp_path: Path) -> None:
    record = json.loads((FOLDER / "fork.json").read_bytes())
    record["events"][0]["event"]["decks"] = decks
    record["deal"]["decks_given"] = len(decks)
    record["events"][8]["event"] = {"type": "deal_started", "deal": 0, "deck": ["AS", "KS", "QS", "JS", "TS"]}
    file = tmp_path / "fork.json"
    file.write_text(json.dumps(chained(record)))

    done = run(file, program=name)

    assert done.returncode == 1
    assert "NOT TRUE, wrong_deck: the deck of deal 0 " in done.stdout + done.stderr


def test_a_true_file_is_true_whatever_it_is_called(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"g\xc3\xa9-\xff.json")
    file.write_bytes((FOLDER / "honors-4.json").read_bytes())
    environment = {**os.environ, "PYTHONIOENCODING": "ascii:strict"}

    done = subprocess.run(
        [sys.executable, str(VERIFY / "verify.py"), str(file)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(".json: true\n")


@pytest.mark.parametrize(("name", "code"), [("verify.py", -signal.SIGPIPE), pytest.param("verify.js", 0, marks=node)])
def test_a_program_whose_answer_nobody_reads_ends_without_a_word(name: str, code: int) -> None:
    begin = [sys.executable, "-I"] if name.endswith(".py") else ["node", "--no-warnings"]

    assert unread([*begin, str(VERIFY / name), str(FOLDER / "honors-4.json")]) == (code, "")
