"""What the outside judge says of recorded games: `tests/golden/records/*.judge.txt`, as the README there explains."""

import json
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import domain
from domain import GAMES
from domain.game import Refused
from domain.table import TableEvent, canonical
from service.records.records import entries_of, read

RECORDS = Path(__file__).parents[1] / "golden" / "records"
MOVE = re.compile(r"(\d+) (\d+)(?: \+(\d+))? (.+)")


class Line(NamedTuple):
    """A line of a judge's text: the verb of its verdict, what the verdict says, the rules, and where it stands."""

    verb: str
    says: str
    rules: tuple[str, ...]
    where: str


class Unchanged:
    """The chance of a judge, who never shuffles: every deck and stock is in the order in which it is given."""

    def deal(self, _number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the deck of a deal."""
        return cards

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the order of a stock that is formed anew."""
        return cards


class Judged:
    """A recorded game and the lines that judge it."""

    def __init__(self, file: Path) -> None:
        """Read the judge's text and the record beside it."""
        self.lines = list(lines_of(file))
        record = read(file.with_name(file.name.replace(".judge.txt", ".json")).read_bytes())
        self.game = GAMES[record.game]
        self.entries = entries_of(record)

    @cached_property
    def events(self) -> dict[int, Any]:
        """Every event of the record, as JSON, by its version."""
        return {entry.version: as_json(entry.event) for entry in self.entries}

    @cached_property
    def scores(self) -> dict[tuple[int, int], int]:
        """The recorded points by deal and seat (in Literature: team)."""
        counts = [(each["deal"], each["scores"]) for each in self.events.values() if each["type"] == "deal_ended"]
        return {(deal, who): points for deal, each in counts or [(1, self.sole)] for who, points in enumerate(each)}

    @cached_property
    def within_steps(self) -> set[int]:
        """The versions after which the same step goes on, so that nobody can move there."""
        return {entry.version - 1 for entry in self.entries if entry.step != entry.version}

    @property
    def result(self) -> dict[str, Any]:
        """What the record says in the end."""
        found: dict[str, Any] = self.events[max(self.events)]["result"]
        return found

    @property
    def sole(self) -> list[int]:
        """The points of a game that has but one deal, and no event for its end."""
        found: list[int] = self.result.get("scores") or [hand["points"] for hand in self.result["hands"]]
        return found

    def contradiction(self, line: Line) -> str | None:
        """Return what the record or the rules say instead of a line; None if they agree."""
        expected, found = getattr(self, line.verb)(line.says)
        return None if expected == found else f"{line.where}: the judge says {expected}, but it is {found}"

    def score(self, says: str) -> tuple[Any, Any]:
        """Return the judged and the recorded points of a seat in a deal."""
        deal, who, points = map(int, says.split())
        return points, self.scores.get((deal, who))

    def result_field(self, says: str) -> tuple[Any, Any]:
        """Return the judged and the recorded value of a field of the result."""
        name, value = says.split(" ", 1)
        return json.loads(value), self.result.get(name)

    def event(self, says: str) -> tuple[Any, Any]:
        """Return the judged and the recorded event at a version."""
        version, wanted = says.split(" ", 1)
        expected = wanted_event(wanted)
        return expected, shortened(self.events[int(version)], expected)

    def refuse(self, says: str) -> tuple[Any, Any]:
        """Return the code with which a move must be refused, and what the rules make of it."""
        move, code = says.rsplit(" ", 1)
        return code, self.answer(move)

    def accept(self, says: str) -> tuple[Any, Any]:
        """Return what must follow from a move, and what the rules make of it."""
        move, _, wanted = says.partition(" => ")
        answer = self.answer(move)
        if isinstance(answer, str) or not wanted:
            return "accepted", answer if isinstance(answer, str) else "accepted"
        expected = wanted_event(wanted)
        of_kind = [shortened(event, expected) for event in answer if event["type"] == expected["type"]]
        return expected, expected if expected in of_kind else of_kind

    def answer(self, says: str) -> str | list[Any]:
        """Return the events that follow from `VERSION SEAT [+MS] MOVE`, as JSON, or the code of its refusal."""
        match = MOVE.fullmatch(says)
        assert match, says
        version, seat, later, move = match.groups()
        assert int(version) not in self.within_steps, f"{says}: a step goes on there"
        recorded = [each.event for each in self.entries[: int(version)] if not isinstance(each.event, TableEvent)]
        at = recorded[-1].at + int(later or 0)
        state = domain.fold(self.game, recorded)
        for step in self.game.tick(state, at, Unchanged()):
            state = self.game.evolve(state, step)
        try:
            events = self.game.decide(state, int(seat), self.game.parse(json.loads(move)), at, Unchanged())
        except Refused as refusal:
            return refusal.code
        return [as_json(event) for event in events]


def lines_of(file: Path) -> Iterator[Line]:
    """Yield the lines of a judge's text that are no remarks."""
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if text and not text.startswith("#"):
            verdict, rules, _reckoning = text.split(" | ", 2)
            verb, says = verdict.split(" ", 1)
            verb = "result_field" if verb == "result" else verb
            yield Line(verb, says.strip(), tuple(rules.strip().split(", ")), f"{file.name}:{number}")


def wanted_event(text: str) -> dict[str, Any]:
    """Return the event that `TYPE {fields}` speaks of."""
    kind, fields = text.split(" ", 1)
    found: dict[str, Any] = json.loads(fields)
    return {"type": kind} | found


def shortened(found: Any, wanted: Any) -> Any:
    """Return what was found with no other fields than those wanted, also in the objects within it."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {name: shortened(found[name], value) for name, value in wanted.items() if name in found}
    return found


def as_json(event: Any) -> dict[str, Any]:
    """Return an event as JSON gives it."""
    found: dict[str, Any] = json.loads(canonical(event))
    return found
