"""The events of Literature in plain English. A card that a redacted event hides is not told."""

from collections.abc import Iterable

from domain.cards import spoken
from domain.events import DealStarted
from domain.game import UNSET
from domain.games.literature.events import (
    CardAsked,
    CardsDealt,
    CountReported,
    GameStarted,
    Holders,
    LiteratureEvent,
    Result,
    SetDeclared,
    TurnPassed,
)
from domain.games.literature.options import SEATS

ANSWERS = {"given": "it is given", "not_held": "not held", "own_card": "a slip, the asker has it"}
OUTCOMES = {
    "won": "right, a point for the team",
    "void": "wrong, though the team has all six, so no points",
    "lost": "wrong, and an opponent has one, so the team loses a point",
}


def tell(event: LiteratureEvent) -> str:
    """Return the event as a sentence."""
    match event:
        case GameStarted(options=options):
            teams = [listed(str(seat) for seat in range(SEATS) if options.teams[seat] == team) for team in (0, 1)]
            return f"A game of Literature begins, seats {teams[0]} against seats {teams[1]}."
        case DealStarted(dealer=dealer):
            return f"Seat {dealer} deals."
        case CardsDealt(seat=seat, cards=cards):
            return f"Seat {seat} gets its cards{'' if cards is UNSET else ': ' + listed(map(spoken, cards))}."
        case CardAsked(seat=seat, target=target, card=card, answer=answer):
            return f"Seat {seat} asks seat {target} for the {spoken(card)}: {ANSWERS[answer]}."
        case SetDeclared():
            return declaration(event)
        case TurnPassed(seat=seat, to=to):
            return f"Seat {seat} is out of cards and hands the turn to seat {to}."
        case CountReported(seat=seat, target=target, count=count):
            return f"Seat {seat} asks seat {target} for the number of its cards: {count}."
        case _:
            return ending(event.result)


def declaration(event: SetDeclared) -> str:
    """Return a declaration as a sentence, with the true holders of the cards if it was false and they are shown."""
    name, outcome = event.set.replace("_", " "), OUTCOMES[event.outcome]
    truth = ""
    if event.held is None:
        truth = "; the set stays open"
    elif event.outcome != "won":
        truth = f"; the truth was {by_seat(event.held)}"
    return f"Seat {event.seat} declares {name} ({by_seat(event.said)}): {outcome}{truth}."


def ending(result: Result) -> str:
    """Return the end of the game as a sentence."""
    low, high = sorted(result.scores)
    if result.winning_team is None:
        return f"The game ends in a draw, {high} to {low}."
    return f"The game ends: seats {listed(map(str, result.winners))} win, {high} to {low}."


def by_seat(holders: Holders) -> str:
    """Return who holds what: `seat 0: four of spades and eight of spades; seat 2: …`."""
    cards: dict[int, list[str]] = {}
    for card, seat in holders.items():
        cards.setdefault(seat, []).append(spoken(card))
    return "; ".join(f"seat {seat}: {listed(cards[seat])}" for seat in sorted(cards))


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
