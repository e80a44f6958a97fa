"""The events of Literature as sentences. A card that a redacted event hides is not told."""

from domain.events import DealStarted
from domain.game import UNSET
from domain.games.literature.events import (
    Answer,
    CardAsked,
    CardsDealt,
    CountReported,
    GameStarted,
    Holders,
    LiteratureEvent,
    Outcome,
    Result,
    SetDeclared,
    TurnPassed,
)
from domain.games.literature.options import SEATS
from domain.games.literature.sets import SETS, SetId
from domain.games.literature.state import State
from domain.messages import Argument, Cards, Message, Parts, Seats, card, seat
from domain.sentences import deal_started

ANSWERS: dict[Answer, str] = {
    "given": "{seat} asks {target} for {card}: it is given.",
    "not_held": "{seat} asks {target} for {card}: not held.",
    "own_card": "{seat} asks {target} for {card}: a slip, the asker has it.",
}
OUTCOMES: dict[Outcome, str] = {
    "won": "right, a point for the team",
    "void": "wrong, though the team has all six, so no points",
    "lost": "wrong, and an opponent has one, so the team loses a point",
}


def message(event: LiteratureEvent, _: State) -> Message:
    """Return the event as a message."""
    match event:
        case GameStarted(options=options):
            first, second = (
                Seats(tuple(seat for seat in range(SEATS) if options.teams[seat] == team)) for team in (0, 1)
            )
            return Message.of("A game of Literature begins, {first} against {second}.", first=first, second=second)
        case DealStarted():
            return deal_started(event)
        case CardsDealt(cards=cards) if cards is not UNSET:
            return Message.of("{seat} gets its cards: {cards}.", seat=seat(event.seat), cards=Cards(cards))
        case CardsDealt():
            return Message.of("{seat} gets its cards.", seat=seat(event.seat))
        case CardAsked():
            asked = ANSWERS[event.answer]
            return Message.of(asked, seat=seat(event.seat), target=seat(event.target), card=card(event.card))
        case SetDeclared():
            return declaration(event)
        case TurnPassed():
            passed = "{seat} is out of cards and hands the turn to {to}."
            return Message.of(passed, seat=seat(event.seat), to=seat(event.to))
        case CountReported():
            counted = "{seat} asks {target} for the number of its cards: {count}."
            return Message.of(counted, seat=seat(event.seat), target=seat(event.target), count=event.count)
        case _:
            return ending(event.result)


def declaration(event: SetDeclared) -> Message:
    """Return a declaration, with the true holders of the cards if it was false and they are shown."""
    arguments: dict[str, Argument] = {
        "seat": seat(event.seat),
        "set": event.set.replace("_", " "),
        "said": by_seat(event.set, event.said),
    }
    truth = ""
    if event.held is None:
        truth = "; the set stays open"
    elif event.outcome != "won":
        truth = "; the truth was {held}"
        arguments["held"] = by_seat(event.set, event.held)
    return Message.of(f"{{seat}} declares {{set}} ({{said}}): {OUTCOMES[event.outcome]}{truth}.", **arguments)


def ending(result: Result) -> Message:
    """Return the end of the game."""
    low, high = sorted(result.scores)
    if result.winning_team is None:
        return Message.of("The game ends in a draw, {high} to {low}.", high=high, low=low)
    return Message.of(
        "The game ends: {winners} win, {high} to {low}.", winners=Seats(result.winners), high=high, low=low
    )


def by_seat(set_id: SetId, holders: Holders) -> Parts:
    """Return who holds what: `seat 0: the four and eight of spades; …`.

    The cards are in the order of the set: an object that was stored may come back in another.
    """
    return Parts(
        tuple(
            Message.of(
                "{seat}: {cards}",
                seat=seat(holder),
                cards=Cards(tuple(one for one in SETS[set_id] if holders[one] == holder)),
            )
            for holder in sorted(set(holders.values()))
        )
    )
