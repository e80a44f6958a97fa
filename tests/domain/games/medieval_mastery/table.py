"""Given, when, then for Medieval Mastery: decks of your choice, and moves, events and views as JSON has them.

Cards are written as `"KS QS"`, groups as `"KS QS ES | JC PT"`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from domain.games.medieval_mastery import MEDIEVAL_MASTERY
from domain.games.medieval_mastery.state import State
from tests.domain.chance import Decks
from tests.domain.scenario import Json, started
from tests.domain.story import Story

GAME = MEDIEVAL_MASTERY

RANKS = "KQPFJESIACOUBMRHGYDLWVTNZX"
SUITS = "SCTPW"
BOOK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""All cards in book order."""

VALUES = dict(zip(RANKS, range(25, -1, -1), strict=True))

PLAIN = RANKS[RANKS.index("E") : RANKS.index("W")]
"""The ranks that are neither Rulers nor Wanderers nor X: no pair is made, and no X laid, by chance."""

FILLERS = (
    *(rank + suit for suit in reversed(SUITS) for rank in PLAIN),
    *(rank + suit for suit in reversed(SUITS) for rank in RANKS if rank not in PLAIN),
)
"""What hands are filled up with: plain cards of Wands, then of Pentacles and so on."""

Groups: TypeAlias = list[list[str]]


def groups(text: str) -> Groups:
    """Read groups."""
    return [group.split() for group in text.split("|")] if text else []


def building(families: str = "", communes: str = "", rejects: str | None = None, under: str | None = None) -> Json:
    """Return a build as a move; `rejects` and `under` are left out if they are None."""
    move: Json = {"type": "build", "families": groups(families), "communes": groups(communes)}
    given = {"rejects": rejects, "under": under}
    return move | {name: text.split() for name, text in given.items() if text is not None}


CHANCE = Decks(BOOK)


class Table(Story[State]):
    """A game in progress."""

    def __init__(self, *decks: Sequence[str], **options: Any) -> None:
        chance = Decks(*decks) if decks else CHANCE
        super().__init__(GAME, started(GAME, chance=chance, **options), chance)

    def do(self, seat: int, move: Json) -> list[Json]:
        """Make a move, and return its events."""
        self.at += 1
        return self.when(seat, move)

    def play(self, *cards: str) -> list[Json]:
        """Play cards, each by the seat whose turn it is; return the events of the last one."""
        events: list[Json] = []
        for card in " ".join(cards).split():
            events = self.do(self.turn, {"type": "play", "card": card})
        return events

    def others_follow(self) -> list[Json]:
        """Let the seats that have not yet played to the trick play low cards, plain ones if they can."""
        events: list[Json] = []
        while self.view()["phase"] == "play":
            legal = self.view(self.turn)["legal_cards"]
            events = self.play(max(legal, key=lambda card: (harmlessness(card), RANKS.index(card[0]), card)))
        return events

    def build(
        self, families: str = "", communes: str = "", rejects: str | None = None, under: str | None = None
    ) -> list[Json]:
        """Build, by the seat whose turn it is; return the events."""
        return self.do(self.turn, building(families, communes, rejects, under))

    def rest(self) -> list[Json]:
        """Lay nothing but the X's of the trick; return the events."""
        view = self.view()
        own = view["groups"][self.turn]
        leaders = [[each["card"]] for each in view["trick"] if each["card"][0] == "X"]
        return self.do(self.turn, {"type": "build", **own, "communes": own["communes"] + leaders})

    def judged(
        self, families: str = "", communes: str = "", rejects: str | None = None, under: str | None = None
    ) -> str:
        """Return how a build of the seat whose turn it is would be answered."""
        return self.answer(self.turn, building(families, communes, rejects, under))

    def laid(self, seat: int = 0) -> tuple[Groups, Groups]:
        """Return the families and the communes of a seat."""
        own = self.view()["groups"][seat]
        return own["families"], own["communes"]

    def hand(self, seat: int) -> set[str]:
        """Return what a seat holds."""
        hand: list[str] = self.view(seat)["hand"]
        assert len(set(hand)) == len(hand)
        return set(hand)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        turn: int = self.view()["turn"]
        return turn


def harmlessness(card: str) -> int:
    """Return how little a card that is played changes: first the plain ones, then Rulers, Wanderers and X."""
    return next(place for place, ranks in enumerate(("XK", "WVTNZ", "QPFJ", PLAIN)) if card[0] in ranks)


def spare(*texts: str) -> Iterator[str]:
    """Return the fillers that are not named; no card is named twice."""
    named = " ".join(texts).split()
    assert sorted(named) == sorted(set(named) & set(BOOK))
    return iter([card for card in FILLERS if card not in named])


def deck(hands: Mapping[int, str], stock: str = "", *, players: int = 3, dealer: int | None = None) -> tuple[str, ...]:
    """Return a deck that gives these hands and this top of the stock; hands are filled up with fillers."""
    rest = spare(*hands.values(), stock)
    held = {}
    for seat in range(players):
        own = hands.get(seat, "").split()
        held[seat] = own + [next(rest) for _ in range(9 - len(own))]
    first = (players if dealer is None else dealer + 1) % players
    dealt = [held[(first + step) % players][card] for card in range(9) for step in range(players)]
    return (*dealt, *stock.split(), *rest)


def dealt(hands: Mapping[int, str], stock: str = "", *, players: int = 3, **options: Any) -> Table:
    """Return a table that has been dealt, by the last seat: seat 0 leads."""
    return Table(deck(hands, stock, players=players), players=players, dealer=players - 1, **options)


def given(
    families: str = "", communes: str = "", *, hand: str = "", trick: str = "", stock: str = "", **options: Any
) -> Table:
    """Return a table where seat 0 has these groups, and has just won this trick (by default one of plain cards).

    It led to the trick, the others followed clockwise. Among its 8 cards are those of `hand`; the top of the stock is
    `stock`. The groups have come from its hand in tricks before, whose cards have gone under the stock.
    """
    trick = trick or plain_trick(f"{families} {communes} {hand} {stock}")
    led, *followed = trick.split()
    seats = range(1, len(followed) + 1)
    rest = spare(*(text.replace("|", " ") for text in (families, communes)), hand, trick, stock)
    free = list(rest)
    parts = parts_of(groups(families), groups(communes))
    leads = [card for card in free if card[0] in "KQPFJ" and card[1] not in {other[1] for other in followed}]
    free = [card for card in free if card not in leads[: len(parts)]]
    others: dict[int, list[str]] = {}
    for seat, card in zip(seats, followed, strict=True):
        fitting = [other for other in free if card[1] == led[1] or other[1] != led[1]]
        others[seat] = [card, *fitting[: 8 + len(parts)]]
        free = [other for other in free if other not in others[seat]]
    own = [card for lead, part in zip(leads, parts, strict=False) for card in (lead, *new_cards(part))]
    own += [led, *hand.split()]
    hand_end = 9 + sum(1 + len(new_cards(part)) for part in parts)
    assert len(own) <= hand_end, "the hand is too large"
    own += free[: hand_end - len(own)]

    top, drawn = [], 9
    for number, part in enumerate(parts):
        top += own[drawn : (drawn := drawn + 1 + len(new_cards(part)))] + [others[seat][9 + number] for seat in seats]
    hands = {0: own[:9], **{seat: others[seat][:9] for seat in seats}}
    order = deck(
        {seat: " ".join(cards) for seat, cards in hands.items()}, " ".join([*top, stock]), players=1 + len(seats)
    )
    table = Table(order, players=1 + len(seats), dealer=len(seats), **options)
    for lead, part in zip(leads, parts, strict=False):
        table.play(lead, *(filler(table, seat, lead, followed[seat - 1]) for seat in seats))
        table.build(*part[:2])
    table.play(trick)
    assert (table.view()["phase"], table.turn) == ("build", 0)
    return table


def plain_trick(named: str) -> str:
    """Return three cards of one suit that are not named, the first of which wins."""
    tricks = (f"R{suit} G{suit} D{suit}" for suit in reversed(SUITS))
    return next(trick for trick in tricks if not set(trick.split()) & set(named.split()))


def filler(table: Table, seat: int, lead: str, kept: str) -> str:
    """Return a card with which a seat follows without playing the one that it keeps."""
    hand = sorted(table.hand(seat) - {kept})
    return next((card for card in hand if card[1] == lead[1]), hand[0])


Part: TypeAlias = tuple[str, str, list[str]]


def parts_of(families: Groups, communes: Groups) -> list[Part]:
    """Return layouts that lead to these groups, each with at most 8 cards more than the one before, and those cards."""
    heads = [2] * len(families) + [1] * len(communes)
    aim = [*families, *communes]
    laid = [0] * len(aim)
    parts: list[Part] = []
    while laid != [len(group) for group in aim]:
        new: list[str] = []
        for number, group in enumerate(aim):
            while laid[number] < len(group):
                step = 1 if laid[number] else heads[number]
                if len(new) + step > 8:
                    break
                new += group[laid[number] : laid[number] + step]
                laid[number] += step
        now = [" ".join(group[:size]) for group, size in zip(aim, laid, strict=True)]
        split = len(families)
        parts.append((" | ".join(filter(None, now[:split])), " | ".join(filter(None, now[split:])), new))
    return parts


def new_cards(part: Part) -> list[str]:
    """Return the cards that are laid in a part."""
    return part[2]
