"""The messages that the four games of Honors have in common."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from domain import events
from domain.dispatch import Messages
from domain.games.honors.match import DealEnded, StockFormed
from domain.messages import Message, Template
from domain.shared_messages import SHARED, scored

event = partial(Template, None, "event")
reason = partial(Template, None, "word")

BEGINS = event(
    "A game of {game:message} for {players:amount.player} begins, to {points:amount.point},"
    " in {deals:amount.deal} at most."
)
ENDED = event("Deal {deal:number} ends, {reason:message}: {scores:parts}.")
SOMEBODY_OUT = reason("as somebody is out")
NOBODY_OUT = reason("as nobody is out")


def match_messages(title: Template, reasons: Mapping[Any, Template]) -> Messages[Any]:
    """Return how the events of a match read; `reasons` say why a deal ends: `as somebody is out`."""
    message = Messages[Any](SHARED)

    def game_started(event: Any) -> Message:
        options = event.options
        return BEGINS(game=title, players=options.players, points=options.target_score, deals=options.max_deals)

    @message.on
    def deal_ended(event: DealEnded) -> Message:
        return ENDED(deal=event.deal, reason=reasons[event.why], scores=scored(event.scores, event.totals))

    message.on(game_started, events.GameStarted)
    message.reads(
        StockFormed,  # II-U12, IV-U9
        event("The pile, but for its top card, is shuffled to a new pack of {size:amount.card}."),
    )
    return message
