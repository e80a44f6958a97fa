"""Messages that several games share."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from domain.dispatch import Messages
from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
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


class WithCards(NamedTuple):
    """What happens to a number of cards of a seat, where they are shown and where they are not."""

    shown: Template
    hidden: Template

    def __call__(self, seat: int, count: int, cards: tuple[str, ...] | UnsetType) -> Message:
        """Return it as a message, with the cards if they are shown."""
        if cards is UNSET:
            return self.hidden(seat=seat, count=count)
        return self.shown(seat=seat, count=count, cards=cards)


def with_cards(game: str | None, text: str) -> WithCards:
    """Declare what happens to a number of cards of a seat: `{seat} gets {count:amount.card}`, without the full stop."""
    return WithCards(Template(game, "event", f"{text}: {{cards}}."), Template(game, "event", f"{text}."))


def reads_with_cards(game: str, text: str) -> Callable[[CardsDealt | CardsDrawn], Message]:
    """Declare the same, and return a function for `Messages`."""
    both = with_cards(game, text)
    return lambda event: both(event.seat, event.count, event.cards)


GETS = with_cards(None, "{seat} gets {count:amount.card}")


@SHARED.on
def cards_dealt(event: CardsDealt) -> Message:
    """Return how many cards a seat has got in a deal, and which if they are shown."""
    return GETS(event.seat, event.count, event.cards)


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
