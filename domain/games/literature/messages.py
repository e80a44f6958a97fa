"""The messages for the events of Literature. A card that a redacted event hides is not named."""

from functools import partial

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
from domain.games.literature.sets import SET_NAMES, SETS, SetId
from domain.games.literature.state import State
from domain.messages import Message, Template
from domain.shared_messages import SHARED

event = partial(Template, "literature", "event")

BEGINS = event("A game of Literature begins, {first:seats} against {second:seats}.")
GETS = event("{seat} gets their cards.")
GETS_SEEN = event("{seat} gets their cards: {cards}.")
ANSWERS: dict[Answer, Template] = {
    "given": event("{seat} asks {target:seat} for {card}: it is given."),
    "not_held": event("{seat} asks {target:seat} for {card}: not held."),
    "own_card": event("{seat} asks {target:seat} for {card}: a slip, the asker has it."),
}
DECLARED: dict[Outcome, Template] = {
    "won": event("{seat} declares {set:message} ({said:parts}): right, a point for the team."),
    "void": event(
        "{seat} declares {set:message} ({said:parts}): wrong, though the team has all six, so no points;"
        " the truth was {held:parts}."
    ),
    "lost": event(
        "{seat} declares {set:message} ({said:parts}): wrong, and the team does not have all six, so it loses a point;"
        " the truth was {held:parts}."
    ),
}
STAYS_OPEN: dict[Outcome, Template] = {
    "void": event(
        "{seat} declares {set:message} ({said:parts}): wrong, though the team has all six, so no points;"
        " the set stays open."
    ),
    "lost": event(
        "{seat} declares {set:message} ({said:parts}): wrong, and the team does not have all six, so it loses a point;"
        " the set stays open."
    ),
}
HOLDS = event("{seat}: {cards}")
DRAW = event("The game ends in a draw, {high:number} to {low:number}.")
WIN = event("The game ends: {winners:seats} win, {high:number} to {low:number}.")


message = Messages[State](SHARED)
message.reads(TurnPassed, event("{seat} is out of cards and hands the turn to {to:seat}."))  # U21
message.reads(CountReported, event("{seat} asks {target:seat} for the number of their cards: {count:number}."))  # R7


@message.on
def game_started(event: GameStarted) -> Message:
    """Return who plays against whom (R1)."""
    teams = event.options.teams
    first, second = (tuple([seat for seat in range(SEATS) if teams[seat] == team]) for team in (0, 1))
    return BEGINS(first=first, second=second)


@message.on
def cards_dealt(event: CardsDealt) -> Message:
    """Return that a seat has its hand (R3), and which cards if they are shown; their number is not told (R6)."""
    return GETS(seat=event.seat) if event.cards is UNSET else GETS_SEEN(seat=event.seat, cards=event.cards)


@message.on
def card_asked(event: CardAsked) -> Message:
    """Return who has asked whom for which card, and the answer (R19 to R21, U11)."""
    return ANSWERS[event.answer](seat=event.seat, target=event.target, card=event.card)


@message.on
def declaration(event: SetDeclared) -> Message:
    """Return a declaration, with the true holders of the cards if it was false and they are shown."""
    said = {"seat": event.seat, "set": SET_NAMES[event.set], "said": by_seat(event.set, event.said)}
    if event.held is None:
        return STAYS_OPEN[event.outcome](**said)
    if event.outcome == "won":
        return DECLARED["won"](**said)
    return DECLARED[event.outcome](**said, held=by_seat(event.set, event.held))


@message.on
def game_finished(event: GameFinished) -> Message:
    """Return the end of the game."""
    result = event.result
    low, high = sorted(result.scores)
    if result.winning_team is None:
        return DRAW(high=high, low=low)
    return WIN(winners=result.winners, high=high, low=low)


def by_seat(set_id: SetId, holders: Holders) -> tuple[Message, ...]:
    """Return who holds what: `seat 0: the four and eight of spades; …`.

    The cards are in the order of the set: an object that was stored may come back in another.
    """
    return tuple(
        [
            HOLDS(seat=holder, cards=tuple([one for one in SETS[set_id] if holders[one] == holder]))
            for holder in sorted(set(holders.values()))
        ]
    )
