"""What players have done: folds over the history, game by game, in the order of its numbers.

Each fold takes what is known and the rows of one game, and gives what has changed. All keys of a game's changes can be
had beforehand, by a fold from nothing: so a database reads and writes the rows that a game touches, and no others.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.table import is_house_player
from projections.history.rows import DecisionRow, Rows, SeatRow
from projections.kinds import kind_of


class PlayerStatistics(Struct, frozen=True, kw_only=True):
    """What a player has done in one game of the catalogue. `moves` are those that they made in time, in `move_ms`.

    `streak` is how many games they have won in a row up to now, or with a minus sign lost; a draw makes it 0.
    """

    player: UUID
    game: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    aborted: int = 0
    points: int = 0
    streak: int = 0
    longest_streak: int = 0
    moves: int = 0
    move_ms: int = 0
    lapses: int = 0
    last_number: int = 0
    last_at: int = 0


class Meeting(Struct, frozen=True, kw_only=True):
    """How a person or a bot has fared with another player.

    They played `together` on a team, or were placed `before` them, `level` or `behind`; `met` is the sum of the four.
    """

    player: UUID
    other: UUID
    game: str
    met: int = 0
    together: int = 0
    before: int = 0
    level: int = 0
    behind: int = 0


class OptionStatistics(Struct, frozen=True, kw_only=True):
    """Statistics of games with the same options. `options` is canonical JSON, with all defaults.

    `drawn` and `first_won` count games: those without one winner, and those won by the first seat that decided.
    """

    game: str
    options: str
    played: int = 0
    aborted: int = 0
    drawn: int = 0
    first_won: int = 0
    seats: int = 0
    points: int = 0
    moves: int = 0
    move_ms: int = 0
    lapses: int = 0
    duration_ms: int = 0


PlayerKey: TypeAlias = tuple[UUID, str]
MeetingKey: TypeAlias = tuple[UUID, UUID, str]
OptionKey: TypeAlias = tuple[str, str]


def is_even(rows: Rows) -> bool:
    """Return whether a game may be counted: strangers may read its record, it is no fork, nobody chose its cards.

    Games among friends at a private table would reveal them, and could be arranged at no cost. A finished game that is
    not rated although all this holds is one in which moves could be taken back.
    """
    game = rows.game
    is_new = game.fork_of is None and game.deal_kind != "given"
    return rows.audience.for_all and is_new and (game.rated or game.status == "aborted")


def counts(rows: Rows) -> bool:
    """Return whether a game counts: it is such a game, and was finished."""
    return is_even(rows) and rows.game.rated


def players_after(known: Mapping[PlayerKey, PlayerStatistics], rows: Rows) -> dict[PlayerKey, PlayerStatistics]:
    """Return the statistics of those who have played a game, after it. A house player plays once for each seat."""
    changed: dict[PlayerKey, PlayerStatistics] = {}
    if not is_even(rows):
        return changed
    for seat, player in seated(rows):
        key = (player, rows.game.game)
        before = changed.get(key) or known.get(key) or PlayerStatistics(player=player, game=rows.game.game)
        own = own_decisions(rows, seat.seat, player)
        lapses = sum(each.lapsed for each in own)
        changed[key] = replace(
            with_outcome(before, seat),
            moves=before.moves + len(own) - lapses,
            move_ms=before.move_ms + sum(each.took_ms for each in own if not each.lapsed),
            lapses=before.lapses + lapses,
            last_number=rows.game.number,
            last_at=rows.game.finished_at,
        )
    return changed


def seated(rows: Rows) -> Iterator[tuple[SeatRow, UUID]]:
    """Yield the seats of a game with those who played there."""
    for seat in rows.seats:
        if seat.player is not None:
            yield seat, seat.player


def own_decisions(rows: Rows, seat: int, player: UUID) -> list[DecisionRow]:
    """Return the decisions that a player was asked for on a seat: not those of a house player that stood in."""
    kind = kind_of(player)
    return [each for each in rows.decisions if each.seat == seat and each.kind == kind]


def with_outcome(before: PlayerStatistics, seat: SeatRow) -> PlayerStatistics:
    """Return statistics with one game more."""
    if seat.outcome == "none":
        return replace(before, aborted=before.aborted + 1)
    streak = streak_after(before.streak, seat)
    return replace(
        before,
        played=before.played + 1,
        won=before.won + (seat.outcome == "won"),
        drawn=before.drawn + (seat.outcome == "drawn"),
        lost=before.lost + (seat.outcome == "lost"),
        points=before.points + (seat.points or 0),
        streak=streak,
        longest_streak=max(before.longest_streak, streak),
    )


def streak_after(streak: int, seat: SeatRow) -> int:
    """Return how many games in a row are won (or lost, below 0) after another one."""
    if seat.outcome == "won":
        return max(streak, 0) + 1
    return min(streak, 0) - 1 if seat.outcome == "lost" else 0


def meetings_after(known: Mapping[MeetingKey, Meeting], rows: Rows) -> dict[MeetingKey, Meeting]:
    """Return how the people and bots of a finished game have fared with all others, after it."""
    changed: dict[MeetingKey, Meeting] = {}
    if not counts(rows):
        return changed
    for seat, player in seated(rows):
        for other_seat, other in seated(rows):
            key = (player, other, rows.game.game)
            if is_house_player(player) or other == player or key in changed:
                continue
            before = known.get(key) or Meeting(player=player, other=other, game=rows.game.game)
            changed[key] = with_meeting(before, seat, other_seat)
    return changed


def with_meeting(before: Meeting, seat: SeatRow, other: SeatRow) -> Meeting:
    """Return how somebody on a seat has fared with somebody on another one, with one game more."""
    together = seat.team is not None and seat.team == other.team
    place, theirs = seat.place or 0, other.place or 0
    return replace(
        before,
        met=before.met + 1,
        together=before.together + together,
        before=before.before + (not together and place < theirs),
        level=before.level + (not together and place == theirs),
        behind=before.behind + (not together and place > theirs),
    )


def options_after(known: Mapping[OptionKey, OptionStatistics], rows: Rows) -> dict[OptionKey, OptionStatistics]:
    """Return how games by the options of a game went, after it."""
    game = rows.game
    if not is_even(rows):
        return {}
    key = (game.game, game.options)
    before = known.get(key) or OptionStatistics(game=game.game, options=game.options)
    if not counts(rows):
        return {key: replace(before, aborted=before.aborted + 1)}
    moved = [each for each in rows.decisions if not each.lapsed]
    return {
        key: replace(
            before,
            played=before.played + 1,
            drawn=before.drawn + any(seat.outcome == "drawn" for seat in rows.seats),
            first_won=before.first_won + any(seat.first and seat.outcome == "won" for seat in rows.seats),
            seats=before.seats + game.seats,
            points=before.points + sum(seat.points or 0 for seat in rows.seats),
            moves=before.moves + len(moved),
            move_ms=before.move_ms + sum(each.took_ms for each in moved),
            lapses=before.lapses + len(rows.decisions) - len(moved),
            duration_ms=before.duration_ms + (game.duration_ms or 0),
        )
    }
