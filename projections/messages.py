"""What happened, as messages for people: the table's own events, and those of its game."""

from collections.abc import Callable
from functools import partial
from typing import Any

from domain.game import Event
from domain.messages import Message, Template
from domain.table import (
    HOUSE_PLAYERS,
    AbortCalled,
    DecisionLapsed,
    GameResumed,
    HouseTookOver,
    InvitationEnded,
    InvitationLinkRenewed,
    InvitationLinkRevoked,
    MoveTakenBack,
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
    TakeBackAnswered,
    TakeBackExpired,
    TakeBackProposed,
    TakeBackWithdrawn,
)

event = partial(Template, None, "event")
word = partial(Template, None, "word")

OPENED_BY_TOURNAMENT = event(
    "Table {number} of round {round:number} of a tournament is open for {game:message} with {seats:number} seats; its"
    " shuffles are committed to as {commitment:code}."
)
OPENED = event(
    "{player} opens a table for {game:message} with {seats:number} seats; its shuffles are committed to as"
    " {commitment:code}."
)
OPENED_WITH_DECKS = event(
    "{player} opens a table for {game:message} with {seats:number} seats, {decks:amount.deck} given; its shuffles are"
    " committed to as {commitment:code}."
)
FORKED = event(
    "{player} opens a fork of table {table:code}, for {game:message} with {seats:number} seats: it goes on from version"
    " {version:number}."
)
RESUMED = event("The game goes on.")
TAKEN = event("{player} takes {seat}.")
TAKEN_WITH_ENTROPY = event("{player} takes {seat}, and adds to the shuffles.")
TAKEN_BY_HOUSE = event("A house player, {house:message}, takes {seat}.")
LEFT = event("{player} leaves {seat}.")
FREED = event("{by:player} frees {seat}.")
RELEASED = event("{player} does without {seat}.")
NO_LONGER_KEPT = event("{by:player} no longer keeps {seat} for {player}.")
INVITED = event("{by:player} invites {player}.")
DECLINED = event("{player} declines the invitation.")
WITHDRAWN = event("{by:player} withdraws the invitation of {player}.")
EXPIRED = event("The invitation of {player} has expired.")
LINK_RENEWED = event("{by:player} makes a new invitation link.")
LINK_REVOKED = event("{by:player} revokes the invitation link.")
WANTS_AN_END = event("{seat} wants to end the game without a result.")
WANTS_TO_GO_ON = event("{seat} wants to go on after all.")
ALL_AGREE = event("All agree to end the game without a result.")
ABANDONED = event("{player} ends the game without a result: {seats} abandoned it.")
GIVEN_UP = event("{player} abandons the game: it ends without a result.")
ENDED_BY_TOURNAMENT = event("The tournament ends the table without a result.")
NOBODY_CAME = event("Nobody who was invited comes; the table ends.")
ENDED_BY_OPERATOR = event("{player} ends the table as operator.")
ENDED_EARLY = event("{player} ends the table before the first move.")
LAPSED = event("The time of {seat} is over.")
ABSENT = event("{seat} is absent.")
HOUSE_GOES_ON = event("A house player, {house:message}, goes on for {seat}.")
THERE = event("{player} is there, on {seat}.")
BACK = event("{player} is back on {seat}.")
REMATCH = event("{seat} wants to play again, at another table.")
ASKS_TO_TAKE_BACK = event("{seat} asks to take its last move back.")
CONSENTS = event("{seat} consents.")
DECLINES = event("{seat} declines; the move stands.")
WITHDRAWS = event("{seat} lets its move stand after all.")
NOT_ANSWERED = event("Not all have answered {seat} in time; the move stands.")
TAKEN_BACK = event("{seat} takes its last move back; the game goes on from before it.")
SIGHT_GRANTED = event("{by:player} lets {player} see the hidden cards of {seats}.")
SIGHT_REVOKED = event("{by:player} lets {player} see no more hidden cards.")

HOUSE = {kind: word(kind) for kind in HOUSE_PLAYERS}
"""What house players are called, by their kind."""


def message_of(event: Event, after: Snapshot) -> Message:
    """Return an event as a message; what was redacted in it is not told. `after` is the snapshot right after it."""
    if isinstance(event, TableEvent):
        return OF_TABLE[type(event)](event, after)
    return after.rules.message(event, after.state)


def table_opened(event: TableOpened, after: Snapshot) -> Message:
    """A table is open."""
    place, fork = event.tournament, event.fork_of
    where: dict[str, object] = {"game": after.rules.called, "seats": len(after.table.places)}
    if fork:
        return FORKED(player=event.creator, table=str(fork.table), version=fork.version, **where)
    where["commitment"] = event.commitment
    if place:
        return OPENED_BY_TOURNAMENT(number=place.table, round=place.round, **where)
    if event.decks_given:
        return OPENED_WITH_DECKS(player=event.creator, decks=event.decks_given, **where)
    return OPENED(player=event.creator, **where)


def game_resumed(_: GameResumed, __: Snapshot) -> Message:
    """A fork goes on."""
    return RESUMED()


def seat_taken(event: SeatTaken, _: Snapshot) -> Message:
    """Somebody sits down."""
    if event.house:
        return TAKEN_BY_HOUSE(house=HOUSE[event.house], seat=event.seat)
    return (TAKEN if event.entropy is None else TAKEN_WITH_ENTROPY)(player=event.player, seat=event.seat)


def seat_left(event: SeatLeft, _: Snapshot) -> Message:
    """A seat is free again."""
    return FREED(by=event.by, seat=event.seat) if event.by else LEFT(player=event.player, seat=event.seat)


def seat_released(event: SeatReleased, _: Snapshot) -> Message:
    """A seat is no longer kept."""
    if event.by:
        return NO_LONGER_KEPT(by=event.by, seat=event.seat, player=event.player)
    return RELEASED(player=event.player, seat=event.seat)


def player_invited(event: PlayerInvited, _: Snapshot) -> Message:
    """Somebody is asked to the table."""
    return INVITED(by=event.by, player=event.player)


def invitation_ended(event: InvitationEnded, _: Snapshot) -> Message:
    """An invitation is over."""
    if event.by:
        return WITHDRAWN(by=event.by, player=event.player)
    return (DECLINED if event.why == "declined" else EXPIRED)(player=event.player)


def invitation_link_renewed(event: InvitationLinkRenewed, _: Snapshot) -> Message:
    """There is a new invitation link; the message does not contain it."""
    return LINK_RENEWED(by=event.by)


def invitation_link_revoked(event: InvitationLinkRevoked, _: Snapshot) -> Message:
    """No invitation link is valid any more."""
    return LINK_REVOKED(by=event.by)


def abort_called(event: AbortCalled, _: Snapshot) -> Message:
    """A seat wants an end, or no longer does."""
    return (WANTS_AN_END if event.on else WANTS_TO_GO_ON)(seat=event.seat)


def table_aborted(event: TableAborted, after: Snapshot) -> Message:
    """The table ends without a result; who is alone with house players abandons it themselves."""
    if event.why == "agreed":
        return ALL_AGREE()
    if event.why == "abandoned" and event.seats:
        if event.seats == (after.table.seat_of(event.by),):
            return GIVEN_UP(player=event.by)
        return ABANDONED(player=event.by, seats=event.seats)
    if event.why == "nobody_came":
        return NOBODY_CAME()
    if event.why == "tournament":
        return ENDED_BY_TOURNAMENT()
    return (ENDED_BY_OPERATOR if event.why == "operator" else ENDED_EARLY)(player=event.by)


def decision_lapsed(event: DecisionLapsed, _: Snapshot) -> Message:
    """A default move follows."""
    return LAPSED(seat=event.seat)


def seat_absent(event: SeatAbsent, _: Snapshot) -> Message:
    """A player is away."""
    return ABSENT(seat=event.seat)


def house_took_over(event: HouseTookOver, _: Snapshot) -> Message:
    """A house player goes on."""
    return HOUSE_GOES_ON(house=HOUSE[event.house], seat=event.seat)


def seat_taken_back(event: SeatTakenBack, after: Snapshot) -> Message:
    """A player is back; at a table of a tournament they may also have come for the first time."""
    return (BACK if after.table.tournament is None else THERE)(player=event.player, seat=event.seat)


def take_back_proposed(event: TakeBackProposed, _: Snapshot) -> Message:
    """A seat wants its move back."""
    return ASKS_TO_TAKE_BACK(seat=event.seat)


def take_back_answered(event: TakeBackAnswered, _: Snapshot) -> Message:
    """Another seat consents, or declines."""
    return (CONSENTS if event.consents else DECLINES)(seat=event.seat)


def take_back_withdrawn(event: TakeBackWithdrawn, _: Snapshot) -> Message:
    """The seat no longer wants its move back."""
    return WITHDRAWS(seat=event.seat)


def take_back_expired(event: TakeBackExpired, _: Snapshot) -> Message:
    """The request has waited long enough."""
    return NOT_ANSWERED(seat=event.seat)


def move_taken_back(event: MoveTakenBack, _: Snapshot) -> Message:
    """The game is what it was before the move."""
    return TAKEN_BACK(seat=event.seat)


def rematch_opened(event: RematchOpened, _: Snapshot) -> Message:
    """There will be another game."""
    return REMATCH(seat=event.seat)


def sight_granted(event: SightGranted, _: Snapshot) -> Message:
    """Somebody who does not play sees hidden cards."""
    return SIGHT_GRANTED(by=event.by, player=event.player, seats=event.seats)


def sight_revoked(event: SightRevoked, _: Snapshot) -> Message:
    """Somebody who does not play no longer sees hidden cards."""
    return SIGHT_REVOKED(by=event.by, player=event.player)


OF_TABLE: dict[type[Event], Callable[[Any, Snapshot], Message]] = {
    TableOpened: table_opened,
    GameResumed: game_resumed,
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    SeatReleased: seat_released,
    PlayerInvited: player_invited,
    InvitationEnded: invitation_ended,
    InvitationLinkRenewed: invitation_link_renewed,
    InvitationLinkRevoked: invitation_link_revoked,
    AbortCalled: abort_called,
    TableAborted: table_aborted,
    DecisionLapsed: decision_lapsed,
    SeatAbsent: seat_absent,
    HouseTookOver: house_took_over,
    SeatTakenBack: seat_taken_back,
    TakeBackProposed: take_back_proposed,
    TakeBackAnswered: take_back_answered,
    TakeBackWithdrawn: take_back_withdrawn,
    TakeBackExpired: take_back_expired,
    MoveTakenBack: move_taken_back,
    RematchOpened: rematch_opened,
    SightGranted: sight_granted,
    SightRevoked: sight_revoked,
}
