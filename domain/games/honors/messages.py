"""What the games of Honors tell alike."""

from domain.games.honors.match import DealEnded, StockFormed
from domain.messages import Amount, Message
from domain.sentences import scored


def game_started(title: str, players: int, target_score: int, max_deals: int) -> Message:
    """Return the beginning of the match."""
    return Message.of(
        f"A game of {title} for {{players}} begins, to {{points}}, in {{deals}} at most.",
        players=Amount(players, "player"),
        points=Amount(target_score, "point"),
        deals=Amount(max_deals, "deal"),
    )


def pack_formed(event: StockFormed) -> Message:
    """II-U12, IV-U9: return that there is a new pack."""
    return Message.of(
        "The pile, but for its top card, is shuffled to a new pack of {size}.", size=Amount(event.size, "card")
    )


def deal_ended(event: DealEnded, because: str) -> Message:
    """Return the count of a deal; `because` says why it ends: `as somebody is out`."""
    scores = scored(event.scores, event.totals)
    return Message.of(f"Deal {{deal}} ends, {because}: {{scores}}.", deal=event.deal, scores=scores)
