"""The projections of statistics, ratings and hints, in PostgreSQL: folds of `projections/history/`, row by row."""

from collections.abc import Sequence

from msgspec.structs import asdict

from projections.history import Rows
from projections.history.hints import Giving, GivingKey, Hints, PaceKey, PlayerPace, Usual, UsualKey, hints_after
from projections.history.ratings import Rating, RatingChange, RatingKey, ratings_after
from projections.history.statistics import (
    Meeting,
    MeetingKey,
    OptionKey,
    OptionStatistics,
    PlayerKey,
    PlayerStatistics,
    meetings_after,
    options_after,
    players_after,
    seated,
)
from service.history.games import copying
from service.history.kept import Kept
from service.history.postgres import Change, Reader

PLAYERS = Kept[PlayerKey, PlayerStatistics]("player_statistics", PlayerStatistics, ("player", "game"))
MEETINGS = Kept[MeetingKey, Meeting]("meeting", Meeting, ("player", "other", "game"))
OPTIONS = Kept[OptionKey, OptionStatistics]("option_statistics", OptionStatistics, ("game", "options"))
RATINGS = Kept[RatingKey, Rating]("rating", Rating, ("player", "game"), ("standing", "provisional"))
GIVINGS = Kept[GivingKey, Giving]("hint_giving", Giving, ("giver", "taker", "game", "seats", "occasion"))
PACES = Kept[PaceKey, PlayerPace]("hint_pace", PlayerPace, ("player", "game"), ("surprise",))
USUALS = Kept[UsualKey, Usual]("hint_usual", Usual, ("game", "seats", "measure"))


class Statistics:
    """The projection of what players have done, whom they met, and how games by the same options went."""

    name = "statistics"
    tables = (PLAYERS.table, MEETINGS.table, OPTIONS.table, "played")

    async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
        """Return what adds games to a build."""
        played = [
            {"player": player, "number": rows.game.number}
            for rows in batch
            if rows.audience.for_all
            for player in dict.fromkeys(player for _, player in seated(rows))
        ]
        return [
            await PLAYERS.fold(reader, build, batch, players_after),
            await MEETINGS.fold(reader, build, batch, meetings_after),
            await OPTIONS.fold(reader, build, batch, options_after),
            copying("played", build, played),
        ]


class Ratings:
    """The projection of ratings, and of each change of one."""

    name = "ratings"
    tables = (RATINGS.table, "rating_change")

    async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
        """Return what adds games to a build."""
        keys = {(player, rows.game.game) for rows in batch for _, player in seated(rows)}
        known = await RATINGS.load(reader, build, keys)
        changed: dict[RatingKey, Rating] = {}
        changes: list[RatingChange] = []
        for rows in batch:
            after, caused = ratings_after(known | changed, rows)
            changed |= after
            changes += caused
        records = [asdict(each) for each in changes]
        return [RATINGS.saving(build, changed.values()), copying("rating_change", build, records)]


class HintsOfGames:
    """The projection of hints for operators."""

    name = "hints"
    tables = (GIVINGS.table, PACES.table, USUALS.table)

    async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
        """Return what adds games to a build."""
        touched = [hints_after(Hints({}, {}, {}), rows) for rows in batch]
        known = Hints(
            await GIVINGS.load(reader, build, {key for each in touched for key in each.giving}),
            await PACES.load(reader, build, {key for each in touched for key in each.pace}),
            await USUALS.load(reader, build, {key for each in touched for key in each.usual}),
        )
        changed = Hints({}, {}, {})
        for rows in batch:
            after = hints_after(known | changed, rows)
            changed |= after
        return [
            GIVINGS.saving(build, changed.giving.values()),
            PACES.saving(build, changed.pace.values()),
            USUALS.saving(build, changed.usual.values()),
        ]
