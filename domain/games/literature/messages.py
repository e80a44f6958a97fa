"""The events of Literature as sentences. A card that a redacted event hides is not told."""

from domain.dispatch import Messages
from domain.game import UNSET
from domain.games.literature.events import (
    Answer,
    CardAsked,
    CardsDealt,
    CountReported,
    GameFinished,
    GameStarted,
    Holders,
    Outcome,
    SetDeclared,
    TurnPassed,
)
from domain.games.literature.options import SEATS
from domain.games.literature.sets import SETS, SetId
from domain.games.literature.state import State
from domain.messages import Argument, Cards, Message, Parts, Seats, card, seat
from domain.sentences import SHARED

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


message = Messages[State](SHARED)


@message.on
def game_started(event: GameStarted) -> Message:
    """Return who plays against whom (R1)."""
    teams = event.options.teams
    first, second = (Seats(tuple(seat for seat in range(SEATS) if teams[seat] == team)) for team in (0, 1))
    return Message.of("A game of Literature begins, {first} against {second}.", first=first, second=second)


@message.on
def cards_dealt(event: CardsDealt) -> Message:
    """Return that a seat has its hand (R3), and which cards if they are shown; their number is not told (R6)."""
    if event.cards is UNSET:
        return Message.of("{seat} gets its cards.", seat=seat(event.seat))
    return Message.of("{seat} gets its cards: {cards}.", seat=seat(event.seat), cards=Cards(event.cards))


@message.on
def card_asked(event: CardAsked) -> Message:
    """Return who has asked whom for which card, and the answer (R19 to R21, U11)."""
    asked = ANSWERS[event.answer]
    return Message.of(asked, seat=seat(event.seat), target=seat(event.target), card=card(event.card))


@message.on
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


@message.on
def turn_passed(event: TurnPassed) -> Message:
    """Return to whom a seat without cards has handed its turn (U21)."""
    passed = "{seat} is out of cards and hands the turn to {to}."
    return Message.of(passed, seat=seat(event.seat), to=seat(event.to))


@message.on
def count_reported(event: CountReported) -> Message:
    """Return how many cards a seat has told that it holds (R7)."""
    counted = "{seat} asks {target} for the number of its cards: {count}."
    return Message.of(counted, seat=seat(event.seat), target=seat(event.target), count=event.count)


@message.on
def game_finished(event: GameFinished) -> Message:
    """Return the end of the game."""
    result = event.result
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
