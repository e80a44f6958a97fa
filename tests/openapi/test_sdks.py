"""The libraries for clients play every game of a live service by themselves and by their examples."""

import asyncio
import json
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest

from domain import GAMES
from openapi.clients import make
from openapi.clients.python.parlour_client import AsyncClient, AsyncTable, Client, Conflict
from tests.openapi.hosting import GAME_SECONDS, SHORT, TOO_LATE, Busy, Host, Lossy
from tests.openapi.npm import OPENAPI, made_with_npm
from tests.openapi.typing_strictly import found_by_mypy
from tests.proxy import Proxy
from tests.serving import Service

PYTHON = OPENAPI / "clients" / "python"
TYPESCRIPT = OPENAPI / "clients" / "typescript"
LONGEST_EXAMPLE = 100

OF_EXAMPLES = ("honors_3", "literature")
"""What the examples play: one game in which all race, one of turns. The asynchronous client plays every game."""

LATE = {
    game: {*codes, "game_over", "card_not_in_hand", "offer_closed", "no_change"} for game, codes in TOO_LATE.items()
}
"""By game in which several act at once, what one is told who acts on a line of a stream when others went on already."""

Command = Sequence[str | Path]


@pytest.fixture(scope="module")
def host(live: Service) -> Iterator[Host]:
    with Host(live) as host:
        yield host


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the wheel of the library in Python is installed."""
    folder = tmp_path_factory.mktemp("python")
    source = shutil.copytree(PYTHON, folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    uv = Path(sys.executable).with_name("uv")
    build: Command = [uv, "build", "--quiet", "--wheel", "--no-build-isolation", "--python", sys.executable]
    subprocess.run([*build, "--out-dir", folder, source], check=True)
    wheel = next(folder.glob("parlour_client-*.whl"))
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder / "installed")
    return folder / "installed"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the library in TypeScript is built from the present contract, with its example."""
    folder = tmp_path_factory.mktemp("typescript")
    library = folder / "clients" / "typescript"
    shutil.copytree(TYPESCRIPT, library, ignore=shutil.ignore_patterns("dist", "subset.json"))
    (library / "subset.json").write_text(make.subset_as_text(), encoding="utf-8")
    made_with_npm(folder, parts=(), scripts=("sdk",))
    (library / "node_modules").mkdir()
    (library / "node_modules" / "parlour-client").symlink_to(library)
    tsc = ["node", str(OPENAPI / "node_modules/typescript-7/bin/tsc"), "--project", str(library / "examples")]
    done = subprocess.run(tsc, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return library


@pytest.fixture(scope="module")
def in_typescript(compiled: Path) -> Command:
    """The command of the example in TypeScript."""
    return "node", compiled / "examples" / "build" / "play.js"


@pytest.fixture(params=["python", "typescript"])
def example(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command of the example in either language."""
    if request.param == "typescript":
        command: Command = request.getfixturevalue("in_typescript")
        return command
    monkeypatch.setenv("PYTHONPATH", str(request.getfixturevalue("installed")))
    return sys.executable, PYTHON / "examples" / "play.py"


def options(game: str) -> list[str]:
    """Return the options with which a game is soon over, as the examples take them."""
    return [f"{name}={value}" for name, value in SHORT[game].items()]


def tables_of(host: Host, game: str) -> set[str]:
    """Return the paths of the finished tables of a game."""
    found = host.ask("GET", f"/v1/tables?game={game}&status=finished&limit=100")["tables"]
    return {f"/v1/tables/{each['id']}" for each in found}


def in_node(program: str) -> str:
    """Return what a program in JavaScript prints, which ends well and complains of nothing."""
    node = ["node", "--input-type=module", "--eval", program]
    done = subprocess.run(node, capture_output=True, text=True, check=False, timeout=GAME_SECONDS)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_what_is_made_of_the_contract_is_up_to_date() -> None:
    made = make.files()

    assert {path.name for path in made} == {"synchronous.py", "types.py"}
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "run `python -m openapi.clients.make`"


def test_the_types_in_typescript_are_up_to_date(compiled: Path) -> None:
    made = (compiled / "src" / "types.ts").read_text(encoding="utf-8")

    assert (TYPESCRIPT / "src" / "types.ts").read_text(encoding="utf-8") == made, (
        "run `python -m openapi.clients.make && npm run sdk --prefix openapi`"
    )


CLOSES = """
from contextlib import aclosing, closing
from parlour_client import AsyncClient, Client


def look(client: Client) -> list[str]:
    table = client.table("t")
    with closing(client.stream()) as mine, closing(table.stream()) as news, closing(table.replay()) as again:
        return [next(lines)["type"] for lines in (mine, news, again)]


async def look_on(client: AsyncClient) -> str:
    async with aclosing(client.table("t").stream()) as lines:
        return (await anext(lines))["type"]
"""
"""A program that closes streams, without waiting until nobody has them any more."""


def test_the_installed_library_is_typed(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "closes.py").write_text(CLOSES)
    files = [PYTHON / "examples" / "play.py", tmp_path / "closes.py"]

    assert found_by_mypy(tmp_path, files, environment={"MYPYPATH": str(installed), "PATH": ""}) == []


def test_an_example_plays_a_game_to_its_end(host: Host, example: Command) -> None:
    before = {game: tables_of(host, game) for game in OF_EXAMPLES}
    players = {
        game: subprocess.Popen(
            [*example, host.url, game, *options(game)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for game in OF_EXAMPLES
    }

    for game, player in players.items():
        told, refused = player.communicate(timeout=GAME_SECONDS)
        assert (player.returncode, set(refused.split()) - LATE.get(game, set())) == (0, set()), game
        (table,) = tables_of(host, game) - before[game]
        assert told.splitlines()[-1] == host.texts(table)[-1]


async def play(table: AsyncTable, game: str) -> list[int]:
    """Play a game to its end; return the versions of the events that were seen."""
    seen = []
    async for line in table.stream(after="0", views=True):
        if line["type"] == "event":
            seen.append(line["entry"]["version"])
            assert seen[-1] == 1 or line["view"]["table"]["version"] == seen[-1]
        decision = await table.decision_in(line)
        if decision is None or (decision["default"] is None and random.random() < 1 / 2):
            continue
        try:
            await table.move(random.choice(decision["moves"]), decision["id"])
        except Conflict as refused:
            if refused.code not in LATE.get(game, ()):
                raise
    return seen


async def open_with_house(client: AsyncClient, game: str) -> AsyncTable:
    """Open a table, sit down, and seat house players on all other seats."""
    table = await client.open_table(game, SHORT[game])
    header = (await table.sit())["table"]
    for _ in header["seats"][1:]:
        await table.seat_house()
    return table


async def test_the_asynchronous_client_plays_every_game_at_once(host: Host) -> None:
    async with AsyncClient(host.url) as client:
        await client.sign_up("Any move")
        games = [each["id"] for each in (await client.games())["games"]]
        tables = [await open_with_house(client, game) for game in games]

        told = await asyncio.gather(*map(play, tables, games))

        for table, seen in zip(tables, told, strict=True):
            view = await table.view()
            assert view["table"]["status"] == "finished"
            assert seen == [*range(1, view["table"]["version"] + 1)]
            assert await table.view() is view, "what has been seen is not sent again"
            assert len((await table.record())["events"]) == len(seen)


async def test_whatever_breaks_all_is_told_once_and_no_move_is_made_twice(host: Host, live: Service) -> None:
    fault = Lossy()
    with Proxy(live.port, fault) as proxy:
        async with AsyncClient(proxy.url) as client:
            await client.sign_up("Any move")
            table = await open_with_house(client, "honors_1")
            seen = await play(table, "honors_1")
            same = [entry["version"] for entry in (await table.events())["events"]]
            record = await table.record()

    moves = [each for each in record["events"] if each["command"] and each["command"]["type"] == "make_move"]
    mine = [each["key"] for each in moves if each["seat"] == 0]
    assert seen == same
    assert fault.lines > 15
    assert fault.moves > len(mine) == len(set(mine)) > 0


def test_the_example_in_typescript_loses_nothing_either(host: Host, live: Service, in_typescript: Command) -> None:
    before, fault = tables_of(host, "honors_1"), Lossy()
    with Proxy(live.port, fault) as proxy:
        command = [*in_typescript, proxy.url, "honors_1", *options("honors_1")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=GAME_SECONDS, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    (table,) = tables_of(host, "honors_1") - before
    assert done.stdout.splitlines() == host.texts(table, fault.token)[-len(done.stdout.splitlines()) :]
    assert fault.moves > 0


def test_the_example_in_typescript_waits_for_as_long_as_the_service_says(
    host: Host, live: Service, in_typescript: Command
) -> None:
    fault = Busy()
    with Proxy(live.port, fault) as proxy:
        command = [*in_typescript, proxy.url, "medieval_mastery", *options("medieval_mastery")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=GAME_SECONDS, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert fault.free_at.keys() == {"seats", "stream", "moves"}
    assert fault.impatient == []


def test_a_visitor_follows_a_table_as_it_is_compressed(host: Host) -> None:
    with Client(host.url) as player, Client(host.url) as visitor:
        player.sign_up("Ada")
        table = player.open_table("honors_4", SHORT["honors_4"])
        for _ in range(3):
            table.seat_house()

        lines = [*visitor.table(table.id).stream(after="1", views=True)]

    assert [line["type"] for line in lines] == ["view", *["event"] * (len(lines) - 2), "end"]
    assert lines[-2]["type"] == "event"
    assert lines[-2]["view"]["table"]["status"] == "finished"


def test_my_stream_has_all_my_tables(host: Host) -> None:
    with Client(host.url) as client:
        client.sign_up("Ada")
        tables = [client.open_table("honors_4", {"players": 2}) for _ in range(2)]
        for table in tables:
            table.sit()
        ended: list[str | None] = []
        for line in client.stream(views=True):
            if line["type"] == "view":
                client.table(line["table"]).abort()
            if line["type"] == "end":
                ended.append(line["table"])
            if len(ended) == len(tables):
                break

        assert {table.id for table in tables} == {*ended}
        assert client.my_tables()["tables"] == []


def test_a_program_signs_up_as_one(host: Host) -> None:
    with Client(host.url) as program, Client(host.url) as person:
        program.sign_up("Marvin", bot=True)
        person.sign_up("Ada")

        assert (program.me()["bot"], person.me()["bot"]) == (True, False)


async def test_the_asynchronous_client_signs_programs_up_as_well(host: Host) -> None:
    async with AsyncClient(host.url) as client:
        await client.sign_up("Marvin", bot=True)

        assert (await client.me())["bot"] is True


def test_a_program_signs_up_as_one_in_typescript(host: Host, compiled: Path) -> None:
    program = f"""
        import {{ Client }} from {json.dumps((compiled / "dist" / "index.js").as_uri())};
        const [marvin, ada] = [new Client({json.dumps(host.url)}), new Client({json.dumps(host.url)})];
        await marvin.signUp("Marvin", {{ bot: true }});
        await ada.signUp("Ada");
        console.log(JSON.stringify([(await marvin.me()).bot, (await ada.me()).bot]));
    """

    assert json.loads(in_node(program)) == [True, False]


def test_what_is_no_url_of_a_service_is_refused_at_once_in_typescript(compiled: Path) -> None:
    urls = ["", "127.0.0.1:8000", "localhost:8000", "ftp://cards.example", "cards.example/v1"]
    program = f"""
        import {{ Client }} from {json.dumps((compiled / "dist" / "index.js").as_uri())};
        for (const url of {json.dumps(urls)}) {{
          try {{ new Client(url); }} catch (error) {{ console.log(error.message); }}
        }}
    """

    assert in_node(program).splitlines() == [
        f'"{url}" is not the URL of a service, such as https://cards.example' for url in urls
    ]


AMONG_FRIENDS = ("honors_2", {"players": 2}, {"take_back": True, "chat": "text"})
"""A game in which the second player may take the open card, and take that back, with its options and settings."""

TAKE = {"type": "take_pile", "count": 1}
AGREED, DECLINED = ["take_back_answered", "move_taken_back"], ["take_back_answered"]
AMONG_FRIENDS_HAPPENS = ["aborted", 1, AGREED, DECLINED, ["thanks"], ["Of course", "Thank you!"]]
"""What the same friends see in either language: how a challenge ends, who asks, what follows, and what they say."""


def test_friends_are_challenged_talk_and_take_moves_back(host: Host) -> None:
    with Client(host.url) as ada, Client(host.url) as ben:
        ada.sign_up("Ada")
        invite = [ben.sign_up("Ben")["id"]]
        game, options, settings = AMONG_FRIENDS
        declined, table = [
            ada.open_table(game, options, cast("Any", settings), seats=("me", None), invite=invite) for _ in range(2)
        ]
        found: list[Any] = [ben.table(declined.id).decline(*invite)["status"]]
        mine = ben.table(table.id)
        mine.sit()

        def types_after_answer(*, consents: bool) -> list[str]:
            mine.move(TAKE)
            asked = mine.ask_take_back()["take_back"]["asked"]
            assert asked is not None
            found[1:2] = [asked["seat"]]
            table.answer_take_back(asked["proposal"], consents=consents)
            return [entry["event"]["type"] for entry in table.events(asked["proposal"])["events"]]

        answered = [types_after_answer(consents=consents) for consents in (True, False)]
        table.say("Of course")
        mine.say(phrase="thanks")
        told = [entry["phrase"] for entry in table.chat(after=1)["entries"]]
        entries = (line["entry"] for line in mine.stream(chat=True) if line["type"] == "chat")
        heard = [entry["message"]["text"] if "message" in entry else entry["text"] for entry in islice(entries, 2)]

    assert [*found, *answered, told, heard] == AMONG_FRIENDS_HAPPENS


def test_friends_do_the_same_in_typescript(host: Host, compiled: Path) -> None:
    program = f"""
        import {{ Client }} from {json.dumps((compiled / "dist" / "index.js").as_uri())};
        const [ada, ben] = [new Client({json.dumps(host.url)}), new Client({json.dumps(host.url)})];
        await ada.signUp("Ada");
        const player = (await ben.signUp("Ben")).id;
        const opened = () => ada.openTable(...{json.dumps(AMONG_FRIENDS)}, {{ seats: ["me", null], invite: [player] }});
        const found = [(await ben.table((await opened()).id).decline(player)).status];
        const table = await opened();
        const mine = ben.table(table.id);
        await mine.sit();
        const answered = [];
        for (const consents of [true, false]) {{
            await mine.move({json.dumps(TAKE)});
            const {{ seat, proposal }} = (await mine.askTakeBack()).take_back.asked;
            found[1] = seat;
            await table.answerTakeBack(proposal, consents);
            answered.push((await table.events(proposal)).events.map((entry) => entry.event.type));
        }}
        await table.say({{ text: "Of course" }});
        await mine.say({{ phrase: "thanks" }});
        const told = (await table.chat("seats", 1)).entries.map((entry) => entry.phrase);
        const heard = [];
        for await (const line of mine.stream({{ chat: true }})) {{
            if (line.type === "chat") heard.push(line.entry.message?.text ?? line.entry.text);
            if (heard.length === 2) break;
        }}
        console.log(JSON.stringify([...found, ...answered, told, heard]));
    """

    assert json.loads(in_node(program)) == AMONG_FRIENDS_HAPPENS


SOUGHT = ("honors_4", {"players": 2, "target_score": 7})
SOUGHT_BY_NOBODY = ("literature", {"stall_limit": 29})
SEEKS_HAPPEN = [
    ["waiting", [[1, 1]]],
    ["seated", "playing", [0, 1], "seek_over"],
    [1, "waiting", [None, "withdrawn"], "withdrawn"],
    [None, "withdrawn"],
    "house",
]
"""What comes of seeks in either language.

How a seek stands, and how many wait and are missing; how two that are the same end; how one is withdrawn, and one by
closing its stream; and which seats are beside a player who takes house players.
"""


def test_players_seek_find_each_other_and_give_up(host: Host) -> None:
    with Client(host.url) as ada, Client(host.url) as ben:
        ada.sign_up("Ada")
        ben.sign_up("Ben")
        seek = ada.seek(*SOUGHT)
        wanted = [each for each in ben.sought(SOUGHT[0])["seeks"] if each["options"]["target_score"] == 7]
        found: list[Any] = [[next(seek.stream())["state"], [[each["waiting"], each["missing"]] for each in wanted]]]
        other = ben.seek(*SOUGHT)
        table, same = seek.seated(), other.seated()
        assert table
        assert same
        assert table.id == same.id
        with pytest.raises(Conflict) as late:
            other.withdraw()
        seats = sorted([seek.seen["seat"] or 0, other.seen["seat"] or 0])
        found.append([other.seen["state"], table.header()["status"], seats, late.value.code])

        seek = ada.seek(*SOUGHT_BY_NOBODY)
        (mine,) = ada.my_seeks()
        assert mine.id == seek.id
        seek.withdraw()
        found.append([1, mine.seen["state"], [mine.seated(), mine.seen["state"]], seek.look()["state"]])

        seek = ada.seek(*SOUGHT_BY_NOBODY)
        told = seek.stream(cancel=True)
        next(told)
        told.close()
        found.append([seek.seated(), seek.seen["state"]])

        table = ada.seek(*SOUGHT, with_house_after=0).seated()
        assert table
        found.append(next(each["kind"] for each in table.header()["presence"] if each["kind"] != "person"))

    assert found == SEEKS_HAPPEN


async def test_the_asynchronous_client_seeks_as_well(host: Host) -> None:
    async with AsyncClient(host.url) as client:
        await client.sign_up("Ada")
        seek = await client.seek(*SOUGHT_BY_NOBODY)
        async with aclosing(seek.stream(cancel=True)) as told:
            assert (await anext(told))["state"] == "waiting"

        assert (await seek.seated(), seek.seen["state"]) == (None, "withdrawn")
        assert await client.my_seeks() == []


def test_players_seek_in_typescript_as_well(host: Host, compiled: Path) -> None:
    program = f"""
        import {{ Client, Conflict }} from {json.dumps((compiled / "dist" / "index.js").as_uri())};
        const [ada, ben] = [new Client({json.dumps(host.url)}), new Client({json.dumps(host.url)})];
        await ada.signUp("Ada");
        await ben.signUp("Ben");
        const [game, options] = {json.dumps(SOUGHT)};
        let seek = await ada.seek(game, options);
        const wanted = (await ben.sought(game)).seeks.filter((each) => each.options.target_score === 7);
        const first = (await seek.stream().next()).value.state;
        const found = [[first, wanted.map((each) => [each.waiting, each.missing])]];
        const other = await ben.seek(game, options);
        const tables = [await seek.seated(), await other.seated()];
        if (tables[0].id !== tables[1].id) throw new Error("They sit apart.");
        const late = await other.withdraw().catch((error) => error instanceof Conflict && error.code);
        const seats = [seek.seen.seat, other.seen.seat].sort();
        found.push([other.seen.state, (await tables[0].header()).status, seats, late]);

        seek = await ada.seek(...{json.dumps(SOUGHT_BY_NOBODY)});
        const mine = await ada.mySeeks();
        const waits = mine[0].seen.state;
        await seek.withdraw();
        const ended = [await mine[0].seated(), mine[0].seen.state];
        found.push([mine.length, waits, ended, (await seek.look()).state]);

        seek = await ada.seek(...{json.dumps(SOUGHT_BY_NOBODY)});
        for await (const _ of seek.stream({{ cancel: true }})) break;
        found.push([await seek.seated(), seek.seen.state]);

        const table = await (await ada.seek(game, options, {{}}, {{ withHouseAfter: 0 }})).seated();
        found.push((await table.header()).presence.map((each) => each.kind).find((kind) => kind !== "person"));
        console.log(JSON.stringify(found));
    """

    assert json.loads(in_node(program)) == SEEKS_HAPPEN


CASES: list[tuple[Any, Any, Any]] = [
    ({"a": 1}, [{"op": "add", "path": "/b", "value": [1]}], {"a": 1, "b": [1]}),
    ({"a": 1, "b": 2}, [{"op": "remove", "path": "/a"}], {"b": 2}),
    ({"a": {"b": [1, 3]}}, [{"op": "add", "path": "/a/b/1", "value": 2}], {"a": {"b": [1, 2, 3]}}),
    ({"a": [1, 3]}, [{"op": "add", "path": "/a/-", "value": 4}], {"a": [1, 3, 4]}),
    (
        {"a": [1, 2]},
        [{"op": "remove", "path": "/a/0"}, {"op": "replace", "path": "/a/0", "value": None}],
        {"a": [None]},
    ),
    ({"~/": {"b": 1}}, [{"op": "replace", "path": "/~0~1/b", "value": 2}], {"~/": {"b": 2}}),
    ({"a": 1}, [{"op": "replace", "path": "", "value": {"b": 2}}], {"b": 2}),
]
"""Documents, patches, and what they make of them."""


@pytest.mark.parametrize(("before", "patch", "after"), CASES)
def test_patches_are_applied_and_leave_the_document_as_it_is(before: Any, patch: Any, after: Any) -> None:
    from openapi.clients.python.parlour_client.views import changed  # noqa: PLC0415 - it is no part of the interface

    copy = json.loads(json.dumps(before))

    assert changed(before, patch) == after
    assert before == copy


def test_patches_are_applied_in_typescript_as_well(compiled: Path) -> None:
    program = (
        f"import {{ changed }} from {json.dumps((compiled / 'dist' / 'views.js').as_uri())};"
        f"const cases = {json.dumps(CASES)}; const texts = JSON.stringify(cases);"
        "const found = cases.map(([before, patch]) => changed(before, patch));"
        "console.log(JSON.stringify([found, JSON.stringify(cases) === texts]));"
    )

    assert json.loads(in_node(program)) == [[after for _, _, after in CASES], True]


def test_an_answer_of_a_proxy_that_looks_like_a_problem_is_none_in_typescript(compiled: Path) -> None:
    program = f"""
        import {{ good }} from {json.dumps((compiled / "dist" / "errors.js").as_uri())};
        const away = {{ status: "error", code: 502, message: "Application failed to respond" }};
        const answer = new Response(JSON.stringify(away), {{ status: 502, statusText: "Bad Gateway" }});
        await good(answer).catch(({{ failure }}) => console.log(failure.message));
    """

    assert in_node(program) == "502 : Bad Gateway\n"


def test_a_stream_in_which_nothing_happens_is_stopped_in_typescript(compiled: Path) -> None:
    program = f"""
        import {{ createServer }} from "node:http";
        import {{ Client, Seek }} from {json.dumps((compiled / "dist" / "index.js").as_uri())};
        const server = createServer(({{ url }}, answer) => {{
          answer.writeHead(url.includes("/seeks/") ? 503 : 200, {{ "Retry-After": "60" }});
          answer.write('{{"type": "view", "cursor": "1", "table": "t", "view": {{}}}}\\n');
          if (!url.includes("/seeks/")) return;
          answer.end();
          setTimeout(() => stop.abort(), 50);
        }}).listen(0, "127.0.0.1");
        await new Promise((listens) => server.once("listening", listens));
        const client = new Client(`http://127.0.0.1:${{server.address().port}}`);
        let stop;
        for (const kind of ["stream", "replay"]) {{
          stop = new AbortController();
          for await (const {{ type }} of client.table("t")[kind]({{ signal: stop.signal }})) {{
            console.log(type);
            setTimeout(() => stop.abort());
          }}
        }}
        stop = new AbortController();
        console.log(await new Seek(client, {{ id: "s", table: null }}).seated({{ signal: stop.signal }}));
        server.closeAllConnections();
        server.close();
    """

    assert in_node(program).split() == ["view", "view", "null"]


def test_a_refusal_that_does_not_come_to_its_end_is_asked_for_again_in_typescript(compiled: Path) -> None:
    program = f"""
        import {{ createServer }} from "node:http";
        import {{ Client }} from {json.dumps((compiled / "dist" / "index.js").as_uri())};
        let asked = 0, given_up = false;
        const wait = setTimeout;
        const giveUp = (act) => () => {{ given_up = true; act(); }};
        globalThis.setTimeout = (act, ms) =>
          ms === 20_000 && asked === 1 && !given_up ? wait(giveUp(act), 100) : wait(act, ms);
        const server = createServer((_, answer) => {{
          answer.writeHead(++asked === 1 ? 503 : 200);
          if (asked === 1) answer.write("{{");
          else answer.end('{{"type": "end", "cursor": "1", "table": "t", "why": "finished"}}\\n');
        }}).listen(0, "127.0.0.1");
        await new Promise((listens) => server.once("listening", listens));
        const client = new Client(`http://127.0.0.1:${{server.address().port}}`);
        for await (const {{ type }} of client.table("t").stream()) console.log(type, asked);
        server.closeAllConnections();
        server.close();
    """

    assert in_node(program) == "end 2\n"


def test_the_view_of_a_table_that_has_ended_is_kept_no_longer_in_typescript(compiled: Path) -> None:
    program = f"""
        import {{ Views }} from {json.dumps((compiled / "dist" / "views.js").as_uri())};
        const views = new Views();
        const event = {{ type: "event", table: "t", changes: [] }};
        const end = (why) => ({{ type: "end", table: "t", why }});
        const told = [{{ type: "view", table: "t", view: {{}} }}, end("stopping"), event, end("finished"), event];
        console.log(JSON.stringify(told.map((line) => "view" in views.seen(line))));
    """

    assert json.loads(in_node(program)) == [True, False, True, False, False]


@pytest.mark.parametrize("library", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_no_library_knows_a_game_by_name(library: Path) -> None:
    files = [file for file in library.rglob("*.*") if file.suffix in {".py", ".ts", ".md"}]
    sources = [file for file in files if not {"build", "dist", "node_modules"} & {*file.parts}]
    names = [name for game in GAMES.values() for name in (game.id, game.title.lower())]

    assert len(sources) > 5
    assert [(file.name, name) for file in sources for name in names if name in file.read_text().lower()] == []


@pytest.mark.parametrize("file", [PYTHON / "examples/play.py", TYPESCRIPT / "examples/play.ts"], ids=["py", "ts"])
def test_the_examples_are_short(file: Path) -> None:
    assert len(file.read_text().splitlines()) < LONGEST_EXAMPLE
