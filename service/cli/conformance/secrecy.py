"""Whether anybody was told a card that another holds in the hand.

What a seat's own view shows in its zones that lie face down is its secret. A viewer may know a card of it only if they
have seen it before in this deal: in one of their zones, or named by the player who made a move. When a deal is over,
hands may be laid open. So nobody needs to know the rules.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from service.cli.conformance.checks import Report
from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Guest, Visit, code_of

Cards = frozenset[str]
NEW_DEAL = "deal_started"
"""The type of the event after which nothing is known any more of where cards are."""

MOST_ASKED = 5
"""Number of hidden cards that are named in moves that are refused."""

MOST_HELD = 2
"""Number of them that are known to be in a hand."""


class Faces:
    """The cards of a game: their codes, and what they are called."""

    def __init__(self, entry: Document) -> None:
        self.codes = frozenset(entry["deck"])
        self.names = {code: face["name"] for code, face in entry["faces"].items() if code in self.codes}
        self._named = {name.lower(): code for code, name in self.names.items()}
        longest_first = sorted(self._named, key=len, reverse=True)
        self._pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)
        self._in_text = cache(self._cards_in)

    def within(self, part: Document) -> Cards:
        """Return the cards that stand in a part of a document: by their codes, or by their names in a text."""
        return frozenset().union(*map(self._in_text, texts(part)))

    def _cards_in(self, text: str) -> Cards:
        code = text.partition("=")[0]
        if code in self.codes:
            return frozenset({code})
        return frozenset(self._named[found.lower()] for found in self._pattern.findall(text))

    def stood_for(self, part: Document) -> Cards:
        """Return the cards that others are said to stand for: the ten of hearts, where a joker is laid as `JK=10H`."""
        pairs = (text.partition("=") for text in texts(part))
        return frozenset(card for code, _, card in pairs if code in self.codes and card)


def texts(part: Document) -> Iterator[str]:
    """Yield all texts of a part of a document, names of fields among them."""
    match part:
        case str():
            yield part
        case dict():
            yield from part
            for each in part.values():
                yield from texts(each)
        case list():
            for each in part:
                yield from texts(each)


def zones_of(zones: Iterable[Document]) -> Iterator[Document]:
    """Yield zones and the zones in them."""
    for zone in zones:
        yield zone
        yield from zones_of(zone["zones"])


def all_zones(view: Document) -> Iterator[Document]:
    """Yield all zones of a view; none before the start."""
    return zones_of(view["layout"]["zones"] if view["layout"] else ())


def shown(view: Document, faces: Faces) -> Cards:
    """Return the cards that a view shows in zones where they may be seen."""
    return faces.within([zone["cards"] for zone in all_zones(view) if not hides(zone, view["seat"])])


def hides(zone: Document, seat: int | None) -> bool:
    """Return whether the cards of a zone are nothing for the eyes of a seat."""
    return bool(zone["face"] == "down" and (seat is None or zone["owner"] != {"seat": seat}))


def move_in(entry: Document) -> Document:
    """Return the move that an event of a record is the first one of; None: of none."""
    return (entry["command"] or {}).get("move")


def laid_open(record: Sequence[Document]) -> frozenset[int]:
    """Return the versions at which a deal is over: what came of its last move, or all of a last step of the clock."""
    deals = [each["version"] for each in record if each["event"]["type"] == NEW_DEAL]
    found: set[int] = set()
    for last in (*(version - 1 for version in deals[1:]), len(record)):
        step = record[last - 1]["step"]
        found |= set(range(step + (move_in(record[step - 1]) is not None), last + 1))
    return frozenset(found)


def held(view: Document, faces: Faces) -> Cards:
    """Return the secret of a seat: what it alone sees of its own."""
    own = [zone for zone in all_zones(view) if zone["face"] == "down" and zone["owner"] == {"seat": view["seat"]}]
    return faces.within([zone["cards"] for zone in own])


def told_cards(cards: Cards) -> str:
    """Return one of the cards, and how many there are."""
    return f"{min(cards)}, and {len(cards) - 1} more" if len(cards) > 1 else "".join(cards)


@dataclass(frozen=True)
class Audit:
    """Looks through all that the viewers of a game were told: `views` and `feeds` by viewer, version by version."""

    report: Report
    path: str
    faces: Faces
    views: Mapping[str, Sequence[Document]]
    feeds: Mapping[str, Sequence[Document]]
    record: Sequence[Document]

    @cached_property
    def laid_open(self) -> frozenset[int]:
        """The versions at which a deal is over."""
        return laid_open(self.record)

    @cached_property
    def seats(self) -> Mapping[int, str]:
        """The viewers who play, by their seats."""
        return {views[-1]["seat"]: viewer for viewer, views in self.views.items() if views[-1]["seat"] is not None}

    def check(self) -> None:
        """Look through everything."""
        for viewer, views in self.views.items():
            known: Cards = frozenset()
            for version, (view, entry) in enumerate(zip(views, self.feeds[viewer], strict=True), start=1):
                if entry["event"]["type"] == NEW_DEAL:
                    known = frozenset()
                known |= shown(view, self.faces) | self._named(version)
                self._check(viewer, version, view, entry, known)

    def _check(self, viewer: str, version: int, view: Document, entry: Document, known: Cards) -> None:
        where = f"{self.path}, version {version}: {viewer} is told"
        others = set() if version in self.laid_open else set(self.seats.values()) - {viewer}
        for other in others:
            hand = held(self.views[other][version - 1], self.faces) - known
            seen = hand & self.faces.within(view["state"])
            heard = hand & self.faces.within([entry["event"], entry["message"]])
            self.report.see("others_hands", not seen, f"{where} by the view that {other} has {told_cards(seen)}")
            self.report.see("others_events", not heard, f"{where} of the event that {other} has {told_cards(heard)}")
        hidden = [zone for zone in all_zones(view) if hides(zone, view["seat"])]
        bare = [zone["id"] for zone in hidden if self.faces.within(zone["cards"]) - known]
        self.report.see("others_zones", not bare, f"{where} which cards lie face down in {', '.join(bare)}")

    def _named(self, version: int) -> Cards:
        """Return the cards that a move has named for all to hear: not those of the mover's own hand.

        What a card is laid for may be in that hand as well: it is told all the same.
        """
        step = self.record[version - 1]["step"]
        made = self.record[step - 1]
        cards = self.faces.within(move_in(made))
        mover = self.seats.get(made["seat"])
        if mover and cards:
            cards -= held(self.views[mover][step - 2], self.faces)
        return cards | self.faces.stood_for([move_in(made), self.record[version - 1]["event"]])


async def refusals(visit: Visit, guest: Guest, faces: Faces, view: Document, movers: Document) -> None:
    """See that a move of a seat that has nothing to decide is refused alike, whichever hidden card it names.

    `view` is that of the guest, `movers` that of a player who has a decision: some of the cards are in their hand.
    """
    path = f"/v1/tables/{view['table']['id']}"
    moves = [each for each in movers["decision"]["moves"] if len(faces.within(each)) == 1]
    hidden = faces.codes - faces.within([view["state"], view["layout"]])
    if view["decision"] is not None or not moves or len(hidden) < MOST_ASKED:
        return
    move, answers = random.choice(moves), []
    theirs = hidden & held(movers, faces)
    asked = random.sample(sorted(theirs), min(MOST_HELD, len(theirs)))
    others = sorted(hidden - theirs)
    asked += random.sample(others, min(MOST_ASKED - len(asked), len(others)))
    for card in asked:
        body = {"move": replaced(move, min(faces.within(move)), card)}
        answer = await visit.ask("POST", f"{path}/moves", guest, body=body)
        text = answer.text.replace(card, "").replace(faces.names[card], "")
        answers.append((answer.status_code, code_of(answer), len(text)))
    if (await visit.read("GET", f"{path}/view", guest))["table"]["version"] > view["table"]["version"]:
        return
    fault = f"POST {path}/moves: {move} with other cards in it is refused in different ways: {answers}"
    visit.report.see("refusals", len(set(answers)) == 1, fault)


def replaced(part: Document, card: str, other: str) -> Document:
    """Return a document with another card in place of one."""
    match part:
        case dict():
            return {name: replaced(value, card, other) for name, value in part.items()}
        case list():
            return [replaced(each, card, other) for each in part]
    return other if part == card else part
