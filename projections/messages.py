"""What happened, as messages for people: the table's own events, and those of its game."""

from collections.abc import Callable
from typing import Any

from domain.game import Event
from domain.messages import Amount, Argument, Message, Person, Seats, seat
from domain.table import (
    AbortCalled,
    DecisionLapsed,
    GameResumed,
    HouseTookOver,
    InvitationLinkRenewed,
    InvitationLinkRevoked,
    Origin,
    PlayerInvited,
    RematchOpened,
    SeatAbsent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    SightGranted,
    SightRevoked,
    Snapshot,
    TableAborted,
    TableEvent,
    TableOpened,
)


def message_of(event: Event, after: Snapshot) -> Message:
    """Return an event as a message; what was redacted in it is not told. `after` is the snapshot right after it."""
    if isinstance(event, TableEvent):
        return OF_TABLE[type(event)](event, after)
    return after.rules.message(event, after.state)


def table_opened(event: TableOpened, after: Snapshot) -> Message:
    """A table is open."""
    if event.tournament:
        return Message.of(
            "Table {number} of round {round} of a tournament is open for {game} with {seats} seats; its shuffles are"
            " committed to as {commitment}.",
            number=event.tournament.table,
            round=event.tournament.round,
            game=after.rules.title,
            seats=len(after.table.places),
            commitment=event.commitment,
        )
    arguments: dict[str, Argument] = {
        "player": Person(event.creator),
        "game": after.rules.title,
        "seats": len(after.table.places),
        "commitment": event.commitment,
    }
    if event.fork_of:
        return fork_opened(event, event.fork_of, after)
    if not event.decks_given:
        template = (
            "{player} opens a table for {game} with {seats} seats; its shuffles are committed to as {commitment}."
        )
        return Message.of(template, **arguments)
    return Message.of(
        "{player} opens a table for {game} with {seats} seats, {decks} given;"
        " its shuffles are committed to as {commitment}.",
        **arguments,
        decks=Amount(event.decks_given, "deck"),
    )


def fork_opened(event: TableOpened, origin: Origin, after: Snapshot) -> Message:
    """A game is to go on from a version of another one."""
    return Message.of(
        "{player} opens a fork of table {table}, for {game} with {seats} seats: it goes on from version {version}.",
        player=Person(event.creator),
        table=str(origin.table),
        game=after.rules.title,
        seats=len(after.table.places),
        version=origin.version,
    )


def game_resumed(event: GameResumed, _: Snapshot) -> Message:
    """A fork goes on."""
    return Message.of("The game goes on.")


def seat_taken(event: SeatTaken, _: Snapshot) -> Message:
    """Somebody sits down."""
    if event.house:
        return Message.of("A house player, {house}, takes {seat}.", house=event.house, seat=seat(event.seat))
    entropy = "" if event.entropy is None else ", and adds to the shuffles"
    return Message.of(f"{{player}} takes {{seat}}{entropy}.", player=Person(event.player), seat=seat(event.seat))


def seat_left(event: SeatLeft, _: Snapshot) -> Message:
    """A seat is free again."""
    if event.by:
        return Message.of("{by} frees {seat}.", by=Person(event.by), seat=seat(event.seat))
    return Message.of("{player} leaves {seat}.", player=Person(event.player), seat=seat(event.seat))


def seat_released(event: SeatReleased, _: Snapshot) -> Message:
    """A seat is no longer kept."""
    if event.by:
        return Message.of(
            "{by} no longer keeps {seat} for {player}.",
            by=Person(event.by),
            seat=seat(event.seat),
            player=Person(event.player),
        )
    return Message.of("{player} does without {seat}.", player=Person(event.player), seat=seat(event.seat))


def player_invited(event: PlayerInvited, _: Snapshot) -> Message:
    """Somebody is asked to the table."""
    return Message.of("{by} invites {player}.", by=Person(event.by), player=Person(event.player))


def invitation_link_renewed(event: InvitationLinkRenewed, _: Snapshot) -> Message:
    """Whoever gets the link may come."""
    return Message.of("{by} makes a new invitation link.", by=Person(event.by))


def invitation_link_revoked(event: InvitationLinkRevoked, _: Snapshot) -> Message:
    """Nobody comes with a link any more."""
    return Message.of("{by} revokes the invitation link.", by=Person(event.by))


def abort_called(event: AbortCalled, _: Snapshot) -> Message:
    """A seat wants an end, or no longer does."""
    called = "{seat} wants to end the game without a result." if event.on else "{seat} wants to go on after all."
    return Message.of(called, seat=seat(event.seat))


def table_aborted(event: TableAborted, _: Snapshot) -> Message:
    """The end without a result."""
    if event.why == "agreed":
        return Message.of("All agree to end the game without a result.")
    if event.why == "abandoned" and event.seats:
        told = "{player} ends the game without a result: {seats} abandoned it."
        return Message.of(told, player=Person(event.by), seats=Seats(event.seats))
    if event.why == "tournament":
        return Message.of("The tournament ends the table without a result.")
    when = "as operator" if event.why == "operator" else "before the first move"
    return Message.of(f"{{player}} ends the table {when}.", player=Person(event.by))


def decision_lapsed(event: DecisionLapsed, _: Snapshot) -> Message:
    """A default move follows."""
    return Message.of("The time of {seat} is over.", seat=seat(event.seat))


def seat_absent(event: SeatAbsent, _: Snapshot) -> Message:
    """A player is away."""
    return Message.of("{seat} is absent.", seat=seat(event.seat))


def house_took_over(event: HouseTookOver, _: Snapshot) -> Message:
    """A house player goes on."""
    return Message.of("A house player, {house}, goes on for {seat}.", house=event.house, seat=seat(event.seat))


def seat_taken_back(event: SeatTakenBack, after: Snapshot) -> Message:
    """A player is back; at a table of a tournament they may also have come for the first time."""
    if after.table.tournament is not None:
        return Message.of("{player} is there, on {seat}.", player=Person(event.player), seat=seat(event.seat))
    return Message.of("{player} is back on {seat}.", player=Person(event.player), seat=seat(event.seat))


def rematch_opened(event: RematchOpened, _: Snapshot) -> Message:
    """There will be another game."""
    return Message.of("{seat} wants to play again, at another table.", seat=seat(event.seat))


def sight_granted(event: SightGranted, _: Snapshot) -> Message:
    """Somebody who does not play sees hidden cards."""
    return Message.of(
        "{by} lets {player} see the hidden cards of {seats}.",
        by=Person(event.by),
        player=Person(event.player),
        seats=Seats(event.seats),
    )


def sight_revoked(event: SightRevoked, _: Snapshot) -> Message:
    """Nobody who does not play, or one less, sees hidden cards."""
    return Message.of("{by} lets {player} see no more hidden cards.", by=Person(event.by), player=Person(event.player))


OF_TABLE: dict[type[Event], Callable[[Any, Snapshot], Message]] = {
    TableOpened: table_opened,
    GameResumed: game_resumed,
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    SeatReleased: seat_released,
    PlayerInvited: player_invited,
    InvitationLinkRenewed: invitation_link_renewed,
    InvitationLinkRevoked: invitation_link_revoked,
    AbortCalled: abort_called,
    TableAborted: table_aborted,
    DecisionLapsed: decision_lapsed,
    SeatAbsent: seat_absent,
    HouseTookOver: house_took_over,
    SeatTakenBack: seat_taken_back,
    RematchOpened: rematch_opened,
    SightGranted: sight_granted,
    SightRevoked: sight_revoked,
}
