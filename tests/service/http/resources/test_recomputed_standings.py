"""What a stranger computes from exported records alone is what the service says; and what was altered is found."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.cli.tournament import tables_of
from tests.pipes import unread
from tests.service.http.meetings import Meeting, announced, of_house, play_round
from tests.service.http.party import Document, id_of, newcomer
from tests.service.http.surface import Client
from tests.service.workers import eventually

PROGRAM = Path(__file__).parents[4] / "openapi" / "verify" / "standings.py"
ALL = [
    "head_to_head",
    "buchholz",
    "buchholz_cut_1",
    "sonneborn_berger",
    "best_deals",
    "wins",
    "difference",
    "fewest_byes",
]
HONORS_1: Document = {"game": "honors_1", "options": {"max_deals": 2}, "tie_breaks": ALL}


async def exported(meeting: Meeting, folder: Path) -> Path:
    """Write the files that `parlour tournament export` writes."""
    (folder / "tables").mkdir(parents=True)
    stranger = await newcomer(meeting.client)

    async def is_open() -> bool:
        return (await meeting.get(stranger, "/record")).status_code == 200

    await eventually(is_open)
    record = await meeting.shown(stranger, "/record")
    (folder / "tournament.json").write_text(json.dumps(record))
    (folder / "standings.json").write_text(json.dumps(await meeting.shown(stranger, "/standings")))
    for table in tables_of(record):
        answer = await meeting.client.get(f"/v1/tables/{table}/record", headers=stranger)
        assert answer.status_code == 200, answer.text
        (folder / "tables" / f"{table}.json").write_text(answer.text)
    return folder


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the program with nothing of this project in its way."""
    command = [sys.executable, "-I", str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.parametrize(
    ("entrants", "settings"),
    [
        (5, {"scoring": "matchpoints", "bye_points": 6_000}),
        (7, {"scoring": "rank_points", "seating": {"format": "swiss", "rounds": 1, "places": 4, "sizes": [3]}}),
        (4, {"scoring": "points", "duplicate": False}),
        (5, {"scoring": "difference", "seating": {"format": "knockout", "rounds": 3, "places": 2}}),
        (4, {"scoring": "rank_points", "seating": {"format": "groups", "rounds": 2, "places": 2, "groups": 2}}),
        (
            8,
            {
                "game": "friendlier_than_thou",
                "options": {},
                "scoring": "joint",
                "tie_breaks": ["fewest_byes"],
                "seating": {"format": "swiss", "rounds": 1, "places": 4},
            },
        ),
        (
            2,
            {
                "game": "literature",
                "options": {},
                "team_size": 3,
                "exchanged_seats": True,
                "scoring": "difference",
                "seating": {"format": "round_robin", "rounds": 1, "places": 2},
            },
        ),
    ],
    ids=["matchpoints", "rank_points", "points", "knockout", "groups", "joint", "teams"],
)
async def test_the_standings_follow_from_the_records(
    client: Client, tmp_path: Path, entrants: int, settings: Document
) -> None:
    given = HONORS_1 | settings
    meeting = await of_house(client, entrants, **given)
    for number in range(1, given.get("seating", {"rounds": 2})["rounds"] + 1):
        await play_round(meeting, number)
    await meeting.until("finished")
    folder = await exported(meeting, tmp_path / "export")

    done = run("--json", folder)

    assert done.returncode == 0, done.stderr
    served = await meeting.shown(meeting.director, "/standings")
    found = json.loads(done.stdout)["standings"]
    for name in ("rank", "points", "reached"):
        assert [row.get(name) for row in found] == [row[name] for row in served["standings"]]


async def whole(client: Client) -> Meeting:
    """Play a tournament with rulings, an appeal, a correction, a table that is replayed, a late entry, and a bye."""
    settings: Document = {
        "scoring": "points",
        "correction_ms": 900_000,
        "late_entries": {"until_round": 2, "points": 3},
        "bye_points": 4,
    }
    meeting = await announced(client, **HONORS_1 | settings)
    await meeting.must(meeting.director, "open_registration")
    ada, ben = await newcomer(client, "Ada"), await newcomer(client, "Ben")
    people = [await id_of(client, player) for player in (ada, ben)]
    for player in (ada, ben):
        await meeting.must(player, "register")
    await meeting.must(meeting.director, "add_house", count=2)
    await meeting.must(meeting.director, "open_check_in")
    for player, me in zip((ada, ben), people, strict=True):
        await meeting.must(player, "check_in", entrant=me, entropy="Ada's" if player is ada else None)
    await meeting.must(meeting.director, "start_rounds")
    house = (await entrants(meeting))[2:]

    await publish(meeting, 1, [people, house])
    played = await finished(meeting, 1, 2)
    await meeting.must(meeting.director, "finish_round", reason="time_over")
    deals = [[0, 10]] * len(played["result"]["deals"])  # a very good first deal ends the game
    result = {"deals": deals, "points": [0, 10 * len(deals)], "winners": [1], "teams": None, "success": None}
    await meeting.must(meeting.director, "correct", table=played["id"], result=result, reason="wrong_entry")
    await rule(meeting, {"type": "penalty", "entrant": house[0], "points": 2})
    await rule(meeting, {"type": "forfeited", "entrant": people[0]}, {"type": "warned", "entrant": people[1]})
    await meeting.must(ada, "appeal", ruling=3, note="The bus was late.")
    share = {"type": "adjusted_share", "entrant": people[0], "share": 4_000}
    upheld: Document = {"outcome": "upheld", "measures": [share], "reason": "appeal"}
    await meeting.must(meeting.director, "decide_appeal", appeal=1, **upheld)

    await meeting.must(meeting.director, "enter_late", house="random")
    late = (await entrants(meeting))[-1]
    await meeting.must(ada, "withdraw", entrant=people[0])
    await publish(meeting, 2, [[people[1], house[0]], [house[1], late]])
    await finished(meeting, 2, 2)
    await meeting.must(meeting.director, "replay_table", number=2, reason="fault_of_service")
    await finished(meeting, 2, 2)
    await rule(meeting, {"type": "forfeited", "entrant": people[1]}, number=2, closes=[1])
    await meeting.must(meeting.director, "finish")
    return meeting


async def entrants(meeting: Meeting) -> list[str]:
    return [each["id"] for each in (await meeting.shown(meeting.director, "/entrants"))["entrants"]]


async def rule(meeting: Meeting, *measures: Document, number: int = 1, **fields: Any) -> None:
    """Rule on a round."""
    ruling = {"round": number, "measures": measures, "reason": "other", **fields}
    await meeting.must(meeting.director, "rule", **ruling)


async def publish(meeting: Meeting, number: int, pairs: list[list[str]]) -> None:
    """Let these meet in a round."""
    await meeting.must(meeting.director, "draft_round")
    tables = [{"number": place, "entrants": pair} for place, pair in enumerate(pairs, start=1)]
    await meeting.must(meeting.director, "edit_draft", draft={"round": number, "tables": tables, "byes": []})
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(number, "playing")


async def finished(meeting: Meeting, number: int, table: int) -> Document:
    """Return a table of a round as soon as it has a result."""
    found: list[Document] = []

    async def has_result() -> bool:
        tables = (await meeting.shown(meeting.director, f"/rounds/{number}"))["round"]["tables"]
        found.append(tables[table - 1])
        return found[-1]["result"] is not None

    await eventually(has_result)
    return found[-1]


def changed(folder: Path, file: str, change: Callable[[Any], object]) -> None:
    """Change what is in a file."""
    document = json.loads((folder / file).read_bytes())
    change(document)
    (folder / file).write_text(json.dumps(document))


def events(document: Any, kind: str) -> list[Any]:
    """Return the events of a type."""
    return [entry["event"] for entry in document["events"] if entry["event"]["type"] == kind]


def event(document: Any, kind: str) -> Any:
    """Return the last event of a type."""
    return events(document, kind)[-1]


async def test_what_was_ruled_and_what_was_altered_is_found(client: Client, tmp_path: Path) -> None:
    folder = await exported(await whole(client), tmp_path / "export")
    record = json.loads((folder / "tournament.json").read_bytes())
    first = f"tables/{event(record, 'result_noted')['table']}.json"
    found = json.loads(run("--json", folder).stdout)["standings"]

    assert {each["how"] for row in found for each in row["by_round"]} == {
        "absent",
        "adjusted",
        "forfeited",
        "late",
        "not_played",
        "played",
        "won_by_forfeit",
    }
    assert len(run(folder).stdout.splitlines()) == 1 + len(found)
    assert unread([sys.executable, "-I", str(PROGRAM), str(folder)]) == (-signal.SIGPIPE, "")
    tampered: list[tuple[str, str, Callable[[Any], object]]] = [
        ("standings.json", "ranks", lambda s: s["standings"].reverse()),
        ("standings.json", "as points", lambda s: s["standings"][0].update(points=99)),
        ("standings.json", "rows", lambda s: s["standings"].pop()),
        ("standings.json", "wins", lambda s: wins(s).update(value=wins(s)["value"] + 1)),
        (
            "tournament.json",
            "standings.json gives",
            lambda r: event(r, "result_corrected")["result"].update(points=[99, 0]),
        ),
        ("tournament.json", "another result", lambda r: event(r, "result_noted")["result"].update(points=[99, 0])),
        ("tournament.json", "last version or hash", lambda r: event(r, "result_noted").update(table_hash="00" * 32)),
        ("tournament.json", "secret of the tournament", lambda r: r.update(secret="00" * 32)),
        ("tournament.json", "`entropies`", lambda r: event(r, "entrant_checked_in").update(entropy="00" * 32)),
        ("tournament.json", "others sit there", lambda r: event(r, "round_published")["tables"][1]["seats"].reverse()),
        ("tournament.json", "not what an export looks like", lambda r: r["events"].pop(0)),
        (first, "another result", lambda r: event(r, "deal_ended").update(scores=[99, 0])),
        (first, "last version or hash", lambda r: r["events"].pop()),
        (first, "its secret is not", lambda r: event(r, "table_opened").update(secret="00" * 32)),
        (first, "added entropy", lambda r: event(r, "seat_taken").update(entropy="mine")),
        (first, "is the record of", lambda r: r.update(table="another")),
    ]
    for file, why, change in tampered:
        kept = (folder / file).read_bytes()
        changed(folder, file, change)
        done = run(folder)
        assert (done.returncode, done.stdout) == (1, "")
        assert why in done.stderr
        (folder / file).write_bytes(kept)
    (folder / first).unlink()
    assert (run(folder).returncode, run(folder / "nowhere").returncode, run().returncode) == (1, 2, 2)


def wins(standings: Any) -> Any:
    """Return the number of wins in the first row."""
    return next(each for each in standings["standings"][0]["tie_breaks"] if each["name"] == "wins")


async def test_another_deck_is_found(client: Client, tmp_path: Path) -> None:
    meeting = await of_house(client, 4, **HONORS_1, seating={"format": "swiss", "rounds": 1, "places": 2})
    await play_round(meeting, 1)
    await meeting.until("finished")
    folder = await exported(meeting, tmp_path / "export")
    table = tables_of(json.loads((folder / "tournament.json").read_bytes()))[0]

    changed(folder, f"tables/{table}.json", lambda r: events(r, "deal_started")[0]["deck"].reverse())
    done = run(folder)

    assert done.returncode == 1
    assert "the cards of deal" in done.stderr
