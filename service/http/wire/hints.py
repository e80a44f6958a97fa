"""What operators are told of unusual play: what was seen, what is usual, how likely it is by chance, in which games."""

import math
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from projections.history.hints import Giving, Measure, PlayerPace, Usual, UsualKey, surprise
from projections.history.rows import Occasion
from service.history.results import Unusual

UNLIKELY = 0.01
"""What chance alone gives more often than this, among all who were examined, is no hint."""

PLACES = 4

Share = Annotated[float, Meta(ge=0, le=1)]
AtMost = Annotated[
    float,
    Meta(
        ge=0,
        le=1,
        description="How likely it is that chance alone gives anybody as much: an upper bound over all who were"
        " examined.",
    ),
]


class Seen(Struct, frozen=True):
    """What was seen, against what is usual."""

    chances: Annotated[int, Meta(description="How often it could have happened.")]
    times: Annotated[int, Meta(description="How often it happened.")]
    share: Share
    usual: Annotated[Share, Meta(description="The share of all people together.")]
    examined: Annotated[int, Meta(description="How many pairs, or people, were looked at.")]
    by_chance_at_most: AtMost


class Together(Struct, frozen=True):
    """How often two people have met, compared with what is usual for people who play as often."""

    met: int
    expected: float
    by_chance_at_most: AtMost


class PairHint(Struct, frozen=True, kw_only=True):
    """A person has given another more than chance would explain."""

    giver: UUID
    taker: UUID
    game: str
    seats: int
    occasion: Annotated[
        Occasion,
        Meta(
            description="`ask`: the taker asked the giver for a card that the giver had. `exchange`: the giver"
            " accepted the taker's offer. `trick`: the giver could have beaten the taker's card, and did not."
        ),
    ]
    games: int
    seen: Seen
    together: Together
    tables: Annotated[tuple[UUID, ...], Meta(description="The last of these games, at most 20.")]


class PaceHint(Struct, frozen=True, kw_only=True):
    """Somebody decides as programs do: quickly, or always after the same time."""

    player: UUID
    game: str
    games: int
    quick: Annotated[Seen, Meta(description="Decisions between several moves that took less than half a second.")]
    alike: Annotated[
        Seen, Meta(description="Decisions of the most frequent duration, in classes half a doubling apart.")
    ]
    tables: Annotated[tuple[UUID, ...], Meta(description="The last of these games, at most 20.")]


class HintsPage(Struct, frozen=True):
    """Hints, the most surprising first. They are reasons to look at games, not evidence against anybody."""

    pairs: tuple[PairHint, ...]
    paces: tuple[PaceHint, ...]


def shown_hints(found: Unusual) -> HintsPage:
    """Return those hints that are unlikely by chance alone."""
    pairs = [pair_hint(each, found) for each in found.givings]
    paces = [pace_hint(each, found) for each in found.paces]
    return HintsPage(
        tuple(each for each in pairs if each.seen.by_chance_at_most <= UNLIKELY),
        tuple(each for each in paces if min(each.quick.by_chance_at_most, each.alike.by_chance_at_most) <= UNLIKELY),
    )


def usual_of(found: Unusual, game: str, seats: int, measure: Measure) -> Usual:
    """Return what is usual for a measure in games of this kind and size; nothing counted yet: zeros."""
    key: UsualKey = (game, seats, measure)
    return found.usual.get(key) or Usual(game=game, seats=seats, measure=measure)


def seen(times: int, chances: int, surprising: float, usual: Usual) -> Seen:
    """Return what was seen, against what is usual."""
    return Seen(
        chances=chances,
        times=times,
        share=round(times / chances, PLACES),
        usual=round(usual.share, PLACES),
        examined=usual.examined,
        by_chance_at_most=at_most(surprising, usual.examined),
    )


def at_most(surprising: float, examined: int) -> float:
    """Return how likely something as surprising is found among `examined`, by chance alone: an upper bound."""
    return min(1.0, max(1, examined) * math.exp(-surprising))


def pair_hint(own: Giving, found: Unusual) -> PairHint:
    """Return what somebody gave somebody else."""
    usual = usual_of(found, own.game, own.seats, own.occasion)
    return PairHint(
        giver=own.giver,
        taker=own.taker,
        game=own.game,
        seats=own.seats,
        occasion=own.occasion,
        games=own.games,
        seen=seen(own.given, own.chances, own.surprise, usual),
        together=together(own, found, usual.examined),
        tables=own.tables,
    )


def together(own: Giving, found: Unusual, examined: int) -> Together:
    """Return how often two have met."""
    all_games = usual_of(found, own.game, 0, "games").chances
    meeting = found.meetings.get((own.giver, own.taker, own.game))
    counts = [each.played for player in (own.giver, own.taker) if (each := found.statistics.get((player, own.game)))]
    if meeting is None or not all_games or not counts:
        return Together(0, 0.0, 1.0)
    share = min(1.0, max(counts) / all_games)
    surprising = surprise(meeting.met, min(counts), share) if min(counts) else 0.0
    return Together(meeting.met, round(min(counts) * share, 2), at_most(surprising, examined))


def pace_hint(own: PlayerPace, found: Unusual) -> PaceHint:
    """Return how fast somebody decides."""
    quick = usual_of(found, own.game, 0, "quick")
    alike = usual_of(found, own.game, 0, "alike")
    return PaceHint(
        player=own.player,
        game=own.game,
        games=own.games,
        quick=seen(own.quick, own.decisions, own.quick_surprise, quick),
        alike=seen(own.alike, own.decisions, own.alike_surprise, alike),
        tables=own.tables,
    )
