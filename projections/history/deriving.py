"""What the entries of a game give for analysts: one pure function, which gives everybody the same."""

from collections import Counter
from collections.abc import Iterable, Sequence
from uuid import UUID

from msgspec import Struct

from domain.events import GameStarted
from domain.game import Event
from domain.table import Entry, Moment, MoveTakenBack, Place, Snapshot, Table, TableEvent, canonical
from domain.tournament.results import result_of
from domain.tournament.types import TableResult
from projections.history.dealings import Chance, chances_of, summed
from projections.history.rows import Audience, DealKind, DecisionRow, GameRow, Opening, Outcome, Rows, SeatKind, SeatRow
from projections.kinds import PlayerKind, kind_of

PLAYED_OUT = "played_out"
"""The reason of a game that can end in one way only."""

RANKS: tuple[PlayerKind, ...] = ("person", "bot", "house")
"""For whom a seat counts on which several have played: for people before bots, and for both before house players."""


class Sitter(Struct, frozen=True):
    """Somebody on a seat: whose it is, and who plays there; None: nobody."""

    seat: int
    player: UUID | None
    kind: PlayerKind | None


def rows_of(opening: Opening, history: Iterable[tuple[Entry, Snapshot]], last_link: bytes) -> Rows:
    """Return the rows of a game that is over.

    `history` has all its entries up to the one that ended it, each with the snapshot right after it; `last_link` is
    the hash of that one (32 bytes). Raises ValueError if there are none, or the game goes on.
    """
    before: Snapshot | None = None
    decisions: list[DecisionRow] = []
    sitters: set[Sitter] = set()
    chances: list[Chance] = []
    reason = PLAYED_OUT
    for entry, after in history:
        event = entry.event
        if isinstance(event, MoveTakenBack):
            take_away_undone(decisions, event.to)
        if before is not None:
            chances += chances_of(event, before.state)
        if before is not None and (decided := decision_of(opening, before, entry)) is not None:
            decisions.append(decided)
        if isinstance(event, GameStarted | TableEvent) and after.table.started_at is not None:
            sitters |= sitters_at(after.table)
        if event.__struct_config__.tag == "deal_ended":
            reason = event.why
        before = after
    if before is None or before.table.finished_at is None:
        raise ValueError("the game is not over")
    sitters = sitters or sitters_at(before.table)
    seats = seats_of(opening, before, decisions, sitters)
    game = game_of(opening, before, sitters, moves=len(decisions), reason=reason, last_link=last_link)
    return Rows(game, seats, tuple(decisions), audience_of(before.table), summed(chances))


# Decisions


def take_away_undone(decisions: list[DecisionRow], version: int) -> None:
    """Take away the decisions that were made after a version, as which the game goes on.

    What could have been given to others was not among them: that shows cards, and is not taken back.
    """
    while decisions and decisions[-1].made_version > version:
        decisions.pop()


def decision_of(opening: Opening, before: Snapshot, entry: Entry) -> DecisionRow | None:
    """Return the decision that an entry ends, by the snapshot right before it; None: it ends none."""
    lapser = lapsing_seat(entry.event)
    seat = entry.mover if lapser is None else lapser
    if seat is None:
        return None
    move = before.default(seat) if lapser is not None else getattr(entry.command, "move", None)
    offer = before.offered(seat)
    moves = () if offer is None else offer.moves
    asked = before.decision_began(seat) or Moment(before.version, before.at)
    place = before.table.places[seat]
    return DecisionRow(
        number=opening.number,
        table_id=opening.table_id,
        game=before.table.game,
        version=asked.version,
        made_version=entry.version,
        seat=seat,
        player=place.player,
        kind=decider(place) or "person",
        phase=before.state.phase,
        deal=deal_of(before.state),
        grade=None if offer is None else offer.grade,
        offered=len(moves) if offer is not None and offer.grade == "enumerated" else None,
        offered_types=as_text(Counter([type_of(each) for each in moves])),
        move_type=None if move is None else type_of(move),
        move=None if move is None else as_text(move),
        asked_at=asked.at,
        took_ms=entry.event.at - asked.at,
        lapsed=lapser is not None,
    )


def lapsing_seat(event: Event) -> int | None:
    """Return the seat whose time is over by an event, of the table or of its game; None: that of none.

    Every event of this kind has a name that ends with `lapsed`, and the seat, if it is about one.
    """
    if not str(event.__struct_config__.tag).endswith("_lapsed"):
        return None
    seat: int | None = getattr(event, "seat", None)
    return seat


def type_of(value: Struct) -> str:
    """Return the wire name of a move."""
    return str(value.__struct_config__.tag)


def as_text(value: object) -> str:
    """Return a value as canonical JSON."""
    return canonical(value).decode()


def deal_of(state: object) -> int:
    """Return the number of a game's deal: a game that is no match has one."""
    match = getattr(state, "match", None)
    return 1 if match is None else match.deal


# Seats


def sitters_at(table: Table) -> set[Sitter]:
    """Return the player of each seat."""
    return {Sitter(seat, place.player, decider(place)) for seat, place in enumerate(table.places)}


def decider(place: Place) -> PlayerKind | None:
    """Return who plays on a seat, for its player or as one; None: it is free."""
    if place.house is not None:
        return "house"
    return None if place.player is None else kind_of(place.player)


def seats_of(
    opening: Opening, last: Snapshot, decisions: Sequence[DecisionRow], sitters: set[Sitter]
) -> tuple[SeatRow, ...]:
    """Return the rows of all seats. `sitters` are all who have sat there during the game."""
    result = final_result(last)
    rows = []
    for seat, place in enumerate(last.table.places):
        own = [each for each in decisions if each.seat == seat]
        lapses = sum(each.lapsed for each in own)
        rows.append(
            SeatRow(
                number=opening.number,
                table_id=opening.table_id,
                game=last.table.game,
                seat=seat,
                player=place.player,
                kind=kind_of_seat([each for each in sitters if each.seat == seat]),
                team=None if result is None else team_of(result, seat),
                place=None if result is None else place_of(result, seat),
                outcome="none" if result is None else outcome_of(result, seat),
                points=None if result is None else result.points[seat],
                moves=len(own) - lapses,
                lapses=lapses,
                decisions=len(own),
                decision_ms=sum(each.took_ms for each in own),
                first=bool(decisions) and decisions[0].seat == seat,
            )
        )
    return tuple(rows)


def kind_of_seat(sitters: Sequence[Sitter]) -> SeatKind:
    """Return the players who have had a seat."""
    return "substituted" if len(sitters) > 1 else sitters[0].kind or "nobody"


def seats_by_kind(sitters: Iterable[Sitter]) -> Counter[PlayerKind]:
    """Return on how many seats people, bots and house players have played: each seat counts for the first of these."""
    kinds: dict[int, set[PlayerKind | None]] = {}
    for each in sitters:
        kinds.setdefault(each.seat, set()).add(each.kind)
    return Counter(next(kind for kind in RANKS if kind in found) for found in kinds.values() if found != {None})


def final_result(last: Snapshot) -> TableResult | None:
    """Return what the game has given; None: it was aborted."""
    return None if last.table.aborted else result_of(last.rules, last.state)


def team_of(result: TableResult, seat: int) -> int | None:
    """Return the team of a seat: where all play together, they are one."""
    if result.success is not None:
        return 0
    return None if result.teams is None else result.teams[seat]


def place_of(result: TableResult, seat: int) -> int:
    """Return the place of a seat: the winners are before all others, then the points tell."""
    strengths = [(each in result.winners, points) for each, points in enumerate(result.points)]
    return 1 + sum(each > strengths[seat] for each in strengths)


def outcome_of(result: TableResult, seat: int) -> Outcome:
    """Return how a seat has fared: players of a side win or lose together, one side alone wins, or it is a draw."""
    if result.success is not None:
        return "won" if seat in result.winners else "lost"
    if not result.winners:
        return "drawn"
    if seat not in result.winners:
        return "lost"
    sides = set(result.winners) if result.teams is None else {result.teams[each] for each in result.winners}
    return "won" if len(sides) == 1 else "drawn"


# The game


def game_of(
    opening: Opening, last: Snapshot, sitters: set[Sitter], *, moves: int, reason: str, last_link: bytes
) -> GameRow:
    """Return the row of a game of that many `moves`. `reason` is why its last deal ended, if it was not aborted."""
    sat = seats_by_kind(sitters)
    table, result = last.table, final_result(last)
    finished_at = last.at
    dealt, joint = deal_kind(table), result is not None and result.success is not None
    return GameRow(
        number=opening.number,
        table_id=opening.table_id,
        game=table.game,
        rules_version=table.rules_version,
        status="finished" if result is not None else "aborted",
        reason=table.aborted.why if table.aborted else reason,
        options=as_text(table.options),
        seats=len(table.places),
        people=sat["person"],
        house=sat["house"],
        visibility=table.visibility,
        created_at=table.opened_at,
        started_at=table.started_at,
        finished_at=finished_at,
        opened_at=opening.opened_at,
        duration_ms=None if table.started_at is None else finished_at - table.started_at,
        events=last.version,
        moves=moves,
        deals=0 if last.state is None else deal_of(last.state),
        deal_kind=dealt,
        fork_of=None if table.fork_of is None else table.fork_of.table,
        tournament_id=None if table.tournament is None else table.tournament.id,
        round=None if table.tournament is None else table.tournament.round,
        rated=result is not None and table.rated,
        winners=as_text(() if result is None else result.winners),
        score=result.points[0] if result is not None and joint else None,
        band=None if result is None else result.success,
        hash=last_link.hex(),
        bots=sat["bot"],
    )


def deal_kind(table: Table) -> DealKind:
    """Return where the cards of a table came from."""
    if table.shares_deal:
        return "shared"
    return "given" if table.decks or table.decks_alike or table.fork_of is not None else "drawn"


def audience_of(table: Table) -> Audience:
    """Return who may read the record of a table once it is open.

    That of a tournament's table is for all, as the tournament is; that of any other for all who could watch it.
    """
    for_all = table.tournament is not None or (table.visibility == "public" and table.settings.spectators)
    watchers = [watcher.player for watcher in table.watchers if watcher.seats]
    concerned = {table.creator, *table.guests, *filter(None, table.seats), *watchers}
    return Audience(for_all, tuple(sorted(concerned)))
