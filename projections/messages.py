"""What happened, as messages for people: the table's own events, and those of its game."""

from functools import partial

from domain.dispatch import Messages
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
TAKEN = event("{player} takes {seat}.")
TAKEN_WITH_ENTROPY = event("{player} takes {seat}, and adds to the shuffles.")
TAKEN_BY_HOUSE = event("A house player, {house:message}, takes {seat}.")
LEFT = event("{player} leaves {seat}.")
FREED = event("{by:player} frees {seat}.")
RELEASED = event("{player} does without {seat}.")
NO_LONGER_KEPT = event("{by:player} no longer keeps {seat} for {player}.")
DECLINED = event("{player} declines the invitation.")
WITHDRAWN = event("{by:player} withdraws the invitation of {player}.")
EXPIRED = event("The invitation of {player} has expired.")
WANTS_AN_END = event("{seat} wants to end the game without a result.")
WANTS_TO_GO_ON = event("{seat} wants to go on after all.")
ALL_AGREE = event("All agree to end the game without a result.")
ABANDONED = event("{player} ends the game without a result: {seats} abandoned it.")
GIVEN_UP = event("{player} abandons the game: it ends without a result.")
ENDED_BY_TOURNAMENT = event("The tournament ends the table without a result.")
NOBODY_CAME = event("Nobody who was invited comes; the table ends.")
ENDED_BY_OPERATOR = event("{player} ends the table as operator.")
ENDED_EARLY = event("{player} ends the table before the first move.")
HOUSE_GOES_ON = event("A house player, {house:message}, goes on for {seat}.")
THERE = event("{player} is there, on {seat}.")
BACK = event("{player} is back on {seat}.")
CONSENTS = event("{seat} consents.")
DECLINES = event("{seat} declines; the move stands.")

HOUSE = {kind: word(kind) for kind in HOUSE_PLAYERS}
"""What house players are called, by their kind."""


def message_of(event: Event, after: Snapshot) -> Message:
    """Return an event as a message; what was redacted in it is not told. `after` is the snapshot right after it."""
    if isinstance(event, TableEvent):
        return message(event, after)
    return after.rules.message(event, after.state)


message = Messages[Snapshot]()
message.reads(GameResumed, event("The game goes on."))
message.reads(PlayerInvited, event("{by:player} invites {player}."))
message.reads(InvitationLinkRenewed, event("{by:player} makes a new invitation link."))  # which is not told
message.reads(InvitationLinkRevoked, event("{by:player} revokes the invitation link."))
message.reads(DecisionLapsed, event("The time of {seat} is over."))
message.reads(SeatAbsent, event("{seat} is absent."))
message.reads(TakeBackProposed, event("{seat} asks to take its last move back."))
message.reads(TakeBackWithdrawn, event("{seat} lets its move stand after all."))
message.reads(TakeBackExpired, event("Not all have answered {seat} in time; the move stands."))
message.reads(MoveTakenBack, event("{seat} takes its last move back; the game goes on from before it."))
message.reads(RematchOpened, event("{seat} wants to play again, at another table."))
message.reads(SightGranted, event("{by:player} lets {player} see the hidden cards of {seats}."))
message.reads(SightRevoked, event("{by:player} lets {player} see no more hidden cards."))


@message.on
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


@message.on
def seat_taken(event: SeatTaken) -> Message:
    """Somebody sits down."""
    if event.house:
        return TAKEN_BY_HOUSE(house=HOUSE[event.house], seat=event.seat)
    return (TAKEN if event.entropy is None else TAKEN_WITH_ENTROPY)(player=event.player, seat=event.seat)


@message.on
def seat_left(event: SeatLeft) -> Message:
    """A seat is free again."""
    return FREED(by=event.by, seat=event.seat) if event.by else LEFT(player=event.player, seat=event.seat)


@message.on
def seat_released(event: SeatReleased) -> Message:
    """A seat is no longer kept."""
    if event.by:
        return NO_LONGER_KEPT(by=event.by, seat=event.seat, player=event.player)
    return RELEASED(player=event.player, seat=event.seat)


@message.on
def invitation_ended(event: InvitationEnded) -> Message:
    """An invitation is over."""
    if event.by:
        return WITHDRAWN(by=event.by, player=event.player)
    return (DECLINED if event.why == "declined" else EXPIRED)(player=event.player)


@message.on
def abort_called(event: AbortCalled) -> Message:
    """A seat wants an end, or no longer does."""
    return (WANTS_AN_END if event.on else WANTS_TO_GO_ON)(seat=event.seat)


@message.on
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


@message.on
def house_took_over(event: HouseTookOver) -> Message:
    """A house player goes on."""
    return HOUSE_GOES_ON(house=HOUSE[event.house], seat=event.seat)


@message.on
def seat_taken_back(event: SeatTakenBack, after: Snapshot) -> Message:
    """A player is back; at a table of a tournament they may also have come for the first time."""
    return (BACK if after.table.tournament is None else THERE)(player=event.player, seat=event.seat)


@message.on
def take_back_answered(event: TakeBackAnswered) -> Message:
    """Another seat consents, or declines."""
    return (CONSENTS if event.consents else DECLINES)(seat=event.seat)
