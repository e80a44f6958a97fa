"""Given, when, then for Pursuit of Happiness, through the public interface alone: moves, events and views as JSON.

A position is arranged by its deck: every seat plays turns in which it only discards, until it has the cards
that are asked for; in the last of them it lays its melds. So every position has a legal past.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.games.pursuit_of_happiness import PURSUIT_OF_HAPPINESS
from domain.games.pursuit_of_happiness.options import Options
from domain.games.pursuit_of_happiness.state import State
from domain.seats import clockwise
from tests.domain.chance import Decks
from tests.domain.scenario import AT, Json, as_json
from tests.domain.story import Story

GAME = PURSUIT_OF_HAPPINESS
CHANCE = Decks(GAME.deck)
EVERYBODY = (None, 0, 1, 2)
"""The viewers of a table of three: spectators, and every seat."""


def cards(text: str) -> list[str]:
    """Read cards: `AH 2H JK=3H`."""
    return text.split()


def bare(codes: Sequence[str]) -> list[str]:
    """Return cards as they are printed: jokers stand for nothing."""
    return [code.partition("=")[0] for code in codes]


# Moves


def meld(row: str) -> Json:
    """Lay a meld, front card first."""
    return {"type": "meld", "cards": cards(row)}


def extend(meld_id: int, front: str = "", back: str = "") -> Json:
    """Add cards to a meld."""
    return {"type": "extend", "meld": meld_id, "front": cards(front), "back": cards(back)}


def discard(card: str) -> Json:
    """End the turn."""
    return {"type": "discard", "card": card}


def activate_heart(card: str, meld_id: int, **position: int) -> Json:
    """Activate a meld of hearts."""
    return {"type": "activate_heart", "card": card, "meld": meld_id, **position}


def activate_diamond(card: str, meld_id: int, from_discard: int = 0, **position: int) -> Json:
    """Activate a meld of diamonds."""
    return {"type": "activate_diamond", "card": card, "meld": meld_id, "from_discard": from_discard, **position}


def attack(card: str, meld_id: int, target: int, **position: int) -> Json:
    """Activate a meld of spades."""
    return {"type": "attack", "card": card, "meld": meld_id, "target": target, **position}


def defend(*answers: tuple[str, int] | tuple[str, int, int]) -> Json:
    """Activate melds of clubs: (card, meld) or (card, meld, position)."""
    named = [dict(zip(("card", "meld", "position"), each, strict=False)) for each in answers]
    return {"type": "defend", "cards": named}


def capture(front: int, back: int) -> Json:
    """Take cards from the ends of the meld attacked."""
    return {"type": "capture", "front": front, "back": back}


def order_remnant(first: Literal["front", "back"]) -> Json:
    """Say which of two cards is put down first."""
    return {"type": "order_remnant", "first": first}


# The table


@dataclass
class GivenOrder:
    """Chance that has been fixed: the deck, and the top cards of each stock that is formed anew."""

    deck: tuple[str, ...]
    stocks: list[list[str]] = field(default_factory=list)
    shuffled: list[Counter[str]] = field(default_factory=list)

    def deal(self, number: int, all_cards: tuple[str, ...]) -> tuple[str, ...]:
        assert (number, sorted(all_cards)) == (1, sorted(GAME.deck))
        return self.deck

    def shuffle(self, these: tuple[str, ...]) -> tuple[str, ...]:
        self.shuffled.append(Counter(these))
        top = self.stocks.pop(0) if self.stocks else []
        rest = Counter(these)
        rest.subtract(top)
        assert not -rest, f"{top} are not all among {these}"
        return (*top, *sorted(rest.elements()))


class Table(Story[State]):
    """A table in play."""

    chance: GivenOrder

    def __init__(self, options: Options, chance: GivenOrder) -> None:
        super().__init__(GAME, GAME.start(options, chance, AT), chance)

    def lapse(self) -> list[Json]:
        """Wait to the next deadline; return what happens then, all of it at that time."""
        due = GAME.due(self.state)
        assert due is not None
        happened = self.clocked(due)
        assert {event.at for event in happened} == {due}
        return [as_json(event) for event in happened]

    def see(self, name: str, seat: int | None = None) -> Any:
        """Return a field of a view."""
        return self.view(seat)[name]

    def hand(self, seat: int) -> Counter[str]:
        """Return the cards of a hand, copies counted."""
        return Counter(self.view(seat)["hand"])

    def row(self, meld_id: int) -> str | None:
        """Return the cards of a meld, or None if it is gone."""
        rows = {each["meld"]: " ".join(each["cards"]) for each in self.see("melds")}
        return rows.get(meld_id)

    def pile(self) -> list[str]:
        """Return the discard pile, top card first; for tables with an open one."""
        assert self.see("options")["open_discard"]
        pile: list[str] = self.see("discard_top")
        return pile

    def end_turn(self) -> list[Json]:
        """Let the seat on turn discard its lowest card; return the events."""
        seat = self.see("turn")
        return self.when(seat, discard(lowest(self.hand(seat))))

    def pass_turns(self, number: int) -> None:
        """Let the seats on turn do nothing but discard."""
        for _ in range(number):
            self.end_turn()


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
ORDER = ("JK", *(rank + suit for suit in "CDHS" for rank in RANKS))
"""Jokers, then all other cards in the order in which the clock discards them."""


def lowest(hand: Counter[str]) -> str:
    """Return the lowest card of a hand: suits C, D, H, S; in a suit A…10; jokers last."""
    return min(hand, key=lambda card: (card == "JK", ORDER.index(card)))


def given(
    melds: Mapping[int, Sequence[str]] | None = None,
    hands: Mapping[int, str] | None = None,
    *,
    stock: str = "",
    stock_size: int | None = None,
    discards: str = "",
    stocks: Sequence[str] = (),
    turn: int = 0,
    **options: Any,
) -> Table:
    """Return a table where `turn` has just drawn, and these melds lie.

    Their ids count from 1, clockwise from `turn`. The hands have at least these cards (that of `turn` with its draw);
    spades from the ten down, then hearts and so on fill them up, the discard pile and the stock, too. `stock` is on top
    of the stock, `discards` of the discard pile, `stocks` of those formed anew, top card first. The stock has
    `stock_size` cards: where it is given, the deck is shorter than a real one.
    """
    players = options.setdefault("players", 3)
    order = clockwise(players, turn)
    rows = {seat: [cards(row) for row in (melds or {}).get(seat, ())] for seat in order}
    laid = {seat: [card for row in rows[seat] for card in bare(row)] for seat in order}
    held = {seat: cards((hands or {}).get(seat, "")) for seat in order}
    pile = cards(discards)[::-1]
    rounds = rounds_before(order, laid, held, pile)
    filling = spare(cards(stock), pile, *held.values(), *laid.values())
    for seat in order:
        held[seat] += taken(filling, 12 + 2 * rounds + 3 * (seat == turn) - len(laid[seat]) - len(held[seat]))
    pile = taken(filling, rounds * players - len(pile)) + pile
    got = {seat: pile[step::players] + laid[seat] + held[seat] for step, seat in enumerate(order)}
    deck = deck_for(order, got) + (cards(stock) + filling)[:stock_size]
    chance = GivenOrder(tuple(deck), [cards(each) for each in stocks])
    table = Table(GAME.options({**options, "dealer": (turn - 1) % players}), chance)
    for number, card in enumerate(pile):
        seat = order[number % players]
        for row in rows[seat] if number >= len(pile) - players else ():
            table.when(seat, {"type": "meld", "cards": row})
        table.when(seat, discard(card))
    return table


Hands = Mapping[int, list[str]]


def rounds_before(order: Sequence[int], laid: Hands, held: Hands, pile: list[str]) -> int:
    """Return how many turns each seat takes until it can have laid and hold these cards, and the pile has these."""
    needed = [
        (len(laid[seat]) - 12, len(laid[seat]) + len(held[seat]) - 12 - 3 * (seat == order[0])) for seat in order
    ]  # fmt: skip
    for_cards = max(-(-max(each) // 2) for each in needed)
    return max(for_cards, -(-len(pile) // len(order)), int(any(laid.values())))


def spare(*named: Sequence[str]) -> list[str]:
    """Return the cards of the deck that have not been named, those first that fill up hands."""
    rest = Counter(GAME.deck)
    for these in named:
        rest.subtract(these)
    assert not -rest, f"the deck does not have these: {-rest}"
    return sorted(rest.elements(), key=ORDER.index, reverse=True)


def taken(filling: list[str], number: int) -> list[str]:
    """Take a number of cards from the fillers, and return them."""
    these = filling[:number]
    del filling[:number]
    return these


def deck_for(order: Sequence[int], got: Hands) -> list[str]:
    """Return the deck that gives each seat these cards: twelve are dealt, then three drawn in each turn."""
    deck = [got[seat][number] for number in range(12) for seat in order]
    for number in range(12, len(got[order[0]]), 3):
        deck += [card for seat in order for card in got[seat][number : number + 3]]
    return deck
