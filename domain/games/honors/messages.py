"""What the four games of Honors tell alike."""

from collections.abc import Mapping
from typing import Any

from domain import events
from domain.dispatch import Messages
from domain.games.honors.match import DealEnded, StockFormed
from domain.messages import Amount, Message
from domain.sentences import SHARED, scored


def match_messages(title: str, reasons: Mapping[Any, str]) -> Messages[Any]:
    """Return how the events of a match read; `reasons` say why a deal ends: `as somebody is out`."""
    message = Messages[Any](SHARED)

    def game_started(event: Any) -> Message:
        options = event.options
        return Message.of(
            f"A game of {title} for {{players}} begins, to {{points}}, in {{deals}} at most.",
            players=Amount(options.players, "player"),
            points=Amount(options.target_score, "point"),
            deals=Amount(options.max_deals, "deal"),
        )

    @message.on
    def deal_ended(event: DealEnded) -> Message:
        scores = scored(event.scores, event.totals)
        return Message.of(f"Deal {{deal}} ends, {reasons[event.why]}: {{scores}}.", deal=event.deal, scores=scores)

    message.on(game_started, events.GameStarted)
    message.on(pack_formed)
    return message


def pack_formed(event: StockFormed) -> Message:
    """Return that the pile is a new pack (II-U12, IV-U9)."""
    return Message.of(
        "The pile, but for its top card, is shuffled to a new pack of {size}.", size=Amount(event.size, "card")
    )
