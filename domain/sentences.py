"""What games tell alike."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from domain.dispatch import Messages
from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.match import GameFinished
from domain.messages import Amount, Argument, Cards, Message, Parts, Seats, card, seat

SHARED = Messages[Any]()
"""How events read that games share, if the game has no other words for them."""


@SHARED.on
def deal_started(event: DealStarted) -> Message:
    """Return the beginning of the only deal of a game."""
    return Message.of("{dealer} deals.", dealer=seat(event.dealer))


def deal_of_all_started(event: DealStarted) -> Message:
    """Return the beginning of a deal of a match in which all cards are dealt."""
    return Message.of("Deal {deal}: {dealer} deals all the cards.", deal=event.deal, dealer=seat(event.dealer))


def deal_with_rest_started(event: DealStarted, rest: str) -> Message:
    """Return the beginning of a deal of a match, with what is left: `a pack of {stock}`."""
    stock = Amount(event.stock_size, "card")
    started = f"Deal {{deal}}: {{dealer}} deals and leaves {rest}."
    return Message.of(started, deal=event.deal, dealer=seat(event.dealer), stock=stock)


@SHARED.on
def cards_dealt(event: CardsDealt) -> Message:
    """Return how many cards a seat has got in a deal, and which if they are shown."""
    return with_cards("{seat} gets {count}", event.seat, event.count, event.cards)


def with_cards(template: str, number: int, count: int, cards: tuple[str, ...] | UnsetType) -> Message:
    """Return what happens to a number of cards of a seat, and which if they are shown: `{seat} gets {count}`."""
    arguments: dict[str, Argument] = {"seat": seat(number), "count": Amount(count, "card")}
    if cards is UNSET:
        return Message.of(f"{template}.", **arguments)
    return Message.of(f"{template}: {{cards}}.", **arguments, cards=Cards(cards))


def reads_with_cards(template: str) -> Callable[[CardsDealt | CardsDrawn], Message]:
    """Return a function for `Messages`: what happens to cards of a seat, and which if they are shown."""
    return lambda event: with_cards(template, event.seat, event.count, event.cards)


@SHARED.on
def card_discarded(event: CardDiscarded) -> Message:
    """Return which card a seat has put on the discard pile."""
    return Message.of("{seat} discards {card}.", seat=seat(event.seat), card=card(event.card))


def scored(scores: Sequence[int], totals: Sequence[int]) -> Parts:
    """Return what each seat has scored in a deal, and has in all after it."""
    return Parts(
        tuple(
            Message.of(
                "{seat} scores {score} and has {total} in all",
                seat=seat(number),
                score=Amount(score, "point"),
                total=Amount(total, "point"),
            )
            for number, (score, total) in enumerate(zip(scores, totals, strict=True))
        )
    )


@SHARED.on
def game_finished(event: GameFinished) -> Message:
    """Return the end of a match."""
    result = event.result
    return won(result.winners, result.totals[result.winners[0]])


def won(winners: tuple[int, ...], points: int) -> Message:
    """Return that a game is over, and who has won it, and with how many points each."""
    wins = "wins" if len(winners) == 1 else "share the win"
    return Message.of(
        f"The game ends: {{winners}} {wins} with {{points}}.", winners=Seats(winners), points=Amount(points, "point")
    )
