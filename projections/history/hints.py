"""Hints for operators: what is unusual, against what is usual, and how likely that much is by chance.

A hint accuses nobody. Somebody may hit more often because they play better, two may meet because they are friends, and
anybody may let a program play under a name of their own. Only games that count and whose record strangers may
read are looked at, as ratings come from no others, and no house players. What a bot gives is looked at, as it may give
to whom it belongs; its pace is not, as it says itself that it is a program.

How likely something is by chance is told by Chernoff's bound: of n chances of probability p each, a share of s > p or
more is given with a probability of at most exp(-n D), where D is the divergence of s from p. `surprise` is n D. The
bound is for chances that know nothing of each other, which those of one game are not quite: so look, and then judge.
"""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Literal, Self, TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.table import is_house_player
from projections.history.rows import Dealing, GameRow, Occasion, Rows
from projections.history.statistics import counts, own_decisions, seated
from projections.kinds import kind_of

FEWEST_CHANCES = 30
"""Minimum number of chances for a hint about anybody."""

QUICK_MS = 500
"""A decision between several moves that takes less is quicker than people are."""

LISTED = 20
"""How many of the last games of each are listed."""

STEPS_PER_DOUBLING = 2
LENGTHS = 48
"""Times are sorted by length: each is half a doubling longer than the one before; the last ones are of 4 hours."""


class Giving(Struct, frozen=True, kw_only=True):
    """What a person gave to another one in games of as many seats, in how many games, and how surprising that is.

    `tables` are those of the last of these games.
    """

    giver: UUID
    taker: UUID
    game: str
    seats: int
    occasion: Occasion
    games: int = 0
    chances: int = 0
    given: int = 0
    surprise: float = 0.0
    tables: tuple[UUID, ...] = ()


class PlayerPace(Struct, frozen=True, kw_only=True):
    """How fast a person decides between several moves in a game of the catalogue.

    `lengths` counts decisions by their length; `quick` are those that took less than `QUICK_MS`, `tables` those
    of the last of the games.
    """

    player: UUID
    game: str
    games: int = 0
    decisions: int = 0
    quick: int = 0
    lengths: tuple[int, ...] = (0,) * LENGTHS
    quick_surprise: float = 0.0
    alike_surprise: float = 0.0
    tables: tuple[UUID, ...] = ()

    @property
    def alike(self) -> int:
        """How many decisions are of the length that is most frequent."""
        return max(self.lengths)

    @property
    def surprise(self) -> float:
        """The more surprising of the two."""
        return max(self.quick_surprise, self.alike_surprise)


Measure = Literal["ask", "exchange", "trick", "quick", "alike", "games"]
"""What is counted: what people give each other, how they decide; and the games that count, each of them once."""


class Usual(Struct, frozen=True, kw_only=True):
    """What is usual: of all people together, in games of as many seats (0: of any number).

    `examined` says how many pairs or people there are: among many, some are unusual by chance.
    """

    game: str
    seats: int
    measure: Measure
    examined: int = 0
    chances: int = 0
    given: int = 0

    @property
    def share(self) -> float:
        """How much of what was possible was given."""
        return self.given / self.chances if self.chances else 0.0


GivingKey: TypeAlias = tuple[UUID, UUID, str, int, Occasion]
PaceKey: TypeAlias = tuple[UUID, str]
UsualKey: TypeAlias = tuple[str, int, Measure]


class Hints(Struct, frozen=True):
    """What hints are made of, or what a game has changed of it."""

    giving: dict[GivingKey, Giving] = {}
    pace: dict[PaceKey, PlayerPace] = {}
    usual: dict[UsualKey, Usual] = {}

    def __or__(self, later: Self) -> Self:
        """Return this with what has changed later."""
        return type(self)(self.giving | later.giving, self.pace | later.pace, self.usual | later.usual)


def surprise(given: int, chances: int, usual: float) -> float:
    """Return minus the natural logarithm of a bound of the probability that chance gives as much, or more.

    0: it is not more than usual, or there are too few chances to say anything.
    """
    if chances < FEWEST_CHANCES or not 0 < usual < given / chances:
        return 0.0
    share = given / chances
    rest = 0.0 if given == chances else (1 - share) * math.log((1 - share) / (1 - usual))
    return chances * (share * math.log(share / usual) + rest)


def hints_after(known: Hints, rows: Rows) -> Hints:
    """Return what a game has changed, after it."""
    changed = Hints({}, {}, {})
    if counts(rows):
        add_usual(known, changed, (rows.game.game, 0, "games"), chances=1, given=1, examined=0)
        accounts = {seat.seat: player for seat, player in seated(rows) if not is_house_player(player)}
        for dealing in rows.dealings:
            if dealing.giver in accounts and dealing.taker in accounts:
                add_dealing(known, changed, rows.game, accounts, dealing)
        for seat, player in accounts.items():
            if kind_of(player) == "person":
                add_pace(known, changed, rows, seat, player)
    return changed


def add_dealing(known: Hints, changed: Hints, game: GameRow, accounts: Mapping[int, UUID], dealing: Dealing) -> None:
    """Add what somebody gave somebody in a game. `accounts` has who sat where."""
    giver, taker = accounts[dealing.giver], accounts[dealing.taker]
    key = (giver, taker, game.game, game.seats, dealing.occasion)
    before = known.giving.get(key) or Giving(
        giver=giver, taker=taker, game=game.game, seats=game.seats, occasion=dealing.occasion
    )
    chances, given = before.chances + dealing.chances, before.given + dealing.given
    usual = add_usual(
        known,
        changed,
        (game.game, game.seats, dealing.occasion),
        chances=dealing.chances,
        given=dealing.given,
        examined=int(not before.games),
    )
    changed.giving[key] = replace(
        before,
        games=before.games + 1,
        chances=chances,
        given=given,
        surprise=surprise(given, chances, usual.share),
        tables=(*before.tables, game.table_id)[-LISTED:],
    )


def add_pace(known: Hints, changed: Hints, rows: Rows, seat: int, player: UUID) -> None:
    """Add how fast a person has decided between several moves in a game."""
    key = (player, rows.game.game)
    took = [each.took_ms for each in own_decisions(rows, seat, player) if not each.lapsed and each.offered != 1]
    if not took:
        return
    before = known.pace.get(key) or PlayerPace(player=player, game=rows.game.game)
    lengths = Counter(map(length_of, took))
    after = replace(
        before,
        games=before.games + 1,
        decisions=before.decisions + len(took),
        quick=before.quick + sum(each < QUICK_MS for each in took),
        lengths=tuple(count + lengths[length] for length, count in enumerate(before.lengths)),
    )
    new = int(not before.games)
    gained: tuple[tuple[Measure, int], ...] = (
        ("quick", after.quick - before.quick),
        ("alike", after.alike - before.alike),
    )
    quick, alike = [
        add_usual(known, changed, (rows.game.game, 0, measure), chances=len(took), given=given, examined=new)
        for measure, given in gained
    ]
    changed.pace[key] = replace(
        after,
        quick_surprise=surprise(after.quick, after.decisions, quick.share),
        alike_surprise=surprise(after.alike, after.decisions, alike.share),
        tables=(*before.tables, rows.game.table_id)[-LISTED:],
    )


def length_of(took_ms: int) -> int:
    """Return which of the lengths a time has."""
    return min(LENGTHS - 1, int(STEPS_PER_DOUBLING * math.log2(max(1, took_ms))))


def add_usual(known: Hints, changed: Hints, key: UsualKey, *, chances: int, given: int, examined: int) -> Usual:
    """Add chances to what is usual; return it."""
    game, seats, measure = key
    before = changed.usual.get(key) or known.usual.get(key) or Usual(game=game, seats=seats, measure=measure)
    after = replace(
        before,
        examined=before.examined + examined,
        chances=before.chances + chances,
        given=before.given + given,
    )
    changed.usual[key] = after
    return after
