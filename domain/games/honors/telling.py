"""The beginning of a match of Honors, the end of a deal and of the match as sentences."""

from domain.games.honors.match import DealEnded
from domain.match import GameFinished
from domain.telling import Amount, Message, Seats, scored, told


def game_started(title: str, players: int, target_score: int, max_deals: int) -> Message:
    """Return the beginning of the match."""
    return told(
        f"A game of {title} for {{players}} begins, to {{points}}, in {{deals}} at most.",
        players=Amount(players, "player"),
        points=Amount(target_score, "point"),
        deals=Amount(max_deals, "deal"),
    )


def deal_ended(event: DealEnded, because: str) -> Message:
    """Return the count of a deal; `because` says why it ends: `as somebody is out`."""
    scores = scored(event.scores, event.totals)
    return told(f"Deal {{deal}} ends, {because}: {{scores}}.", deal=event.deal, scores=scores)


def game_finished(event: GameFinished) -> Message:
    """Return the end of the match."""
    winners = event.result.winners
    won = "{winners} wins" if len(winners) == 1 else "{winners} share the win"
    points = Amount(event.result.totals[winners[0]], "point")
    return told(f"The game ends: {won} with {{points}}.", winners=Seats(winners), points=points)
