"""Messages that several games share."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET

from domain.dispatch import Messages
from domain.events import CardDiscarded, CardsDealt, DealStarted
from domain.match import GameFinished
from domain.messages import Message, Template

event = partial(Template, None, "event")

DEALT = event("{dealer:seat} deals.")
DEALT_ALL = event("Deal {deal:number}: {dealer:seat} deals all the cards.")
SCORED = event("{seat} scores {score:amount.point} and has {total:amount.point} in all")
WINS = event("The game ends: {winners:seats} wins with {points:amount.point}.")
SHARE_THE_WIN = event("The game ends: {winners:seats} share the win with {points:amount.point}.")

SHARED = Messages[Any]()
"""How events read that games share, if the game has no other words for them."""

SHARED.reads(DealStarted, DEALT)
SHARED.reads(CardDiscarded, event("{seat} discards {card}."))


def with_cards(game: str | None, text: str) -> Callable[[Any], Message]:
    """Declare what happens to a number of cards of a seat: `{seat} gets {count:amount.card}`, without the full stop.

    Return a function for `Messages`: it names the cards if the event shows them.
    """
    shown, hidden = Template(game, "event", f"{text}: {{cards}}."), Template(game, "event", f"{text}.")

    def read(event: Any) -> Message:
        if event.cards is UNSET:
            return hidden(seat=event.seat, count=event.count)
        return shown(seat=event.seat, count=event.count, cards=event.cards)

    return read


SHARED.on(with_cards(None, "{seat} gets {count:amount.card}"), CardsDealt)


def deal_of_all_started(event: DealStarted) -> Message:
    """Return the beginning of a deal of a match in which all cards are dealt."""
    return DEALT_ALL(deal=event.deal, dealer=event.dealer)


def deal_with_rest_started(event: DealStarted, dealt: Template) -> Message:
    """Return the beginning of a deal of a match, with the number of cards that are left."""
    return dealt(deal=event.deal, dealer=event.dealer, stock=event.stock_size)


def scored(scores: Sequence[int], totals: Sequence[int]) -> tuple[Message, ...]:
    """Return what each seat has scored in a deal, and has in all after it."""
    return tuple(
        [
            SCORED(seat=seat, score=score, total=total)
            for seat, (score, total) in enumerate(zip(scores, totals, strict=True))
        ]
    )


@SHARED.on
def game_finished(event: GameFinished) -> Message:
    """Return the end of a match."""
    result = event.result
    return won(result.winners, result.totals[result.winners[0]])


def won(winners: tuple[int, ...], points: int) -> Message:
    """Return that a game is over, and who has won it, and with how many points each."""
    return (WINS if len(winners) == 1 else SHARE_THE_WIN)(winners=winners, points=points)
