"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct

from domain import game
from domain.cards import FrenchCard
from domain.game import Seat, Secret, Time
from domain.games.friendlier_than_thou.events import Why
from domain.games.friendlier_than_thou.moves import Humble, Recipient
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.rules import due
from domain.games.friendlier_than_thou.scoring import Cards, Result
from domain.games.friendlier_than_thou.state import Phase, State, WonTrick, to_act
from domain.games.friendlier_than_thou.tricks import PlayedCard
from domain.viewing import shown


class Committee(Struct, frozen=True, gc=False):
    """The care committee's pile."""

    laid_by: Annotated[tuple[Seat, ...], Meta(description="The seats that have laid aside.")]
    size: Annotated[int, Meta(description="The number of cards in the pile.")]
    recipient: Annotated[Seat | None, Meta(description="Who got the pile; null before, or if it was laid over (U27).")]


class Silence(Struct, frozen=True, gc=False):
    """The silence in which anybody may say “So moved”."""

    since: Time
    breaks_at: Annotated[Time | None, Meta(description="When it breaks (U14); null while a window is open, or never.")]
    speakers: Annotated[tuple[Seat, ...], Meta(description="Who has spoken in the open window.")]
    window_closes_at: Annotated[Time | None, Meta(description="When the window closes (U8); null if none is open.")]


class MyLead(Struct, frozen=True, gc=False):
    """The card that the viewer means to lead."""

    card: FrenchCard
    humble: Humble


class CollectedTrick(Struct, frozen=True, gc=False):
    """A trick that lies before its collector."""

    face_up: FrenchCard
    size: int
    cards: Annotated[Secret[Cards], Meta(description="All its cards; only its collector sees them (U23).")] = UNSET


class Discard(Struct, frozen=True, gc=False):
    """A card that was to be led, and is out of the game (U11)."""

    seat: Seat
    card: FrenchCard
    why: Why


class Proposal(Struct, frozen=True, gc=False):
    """The standing proposal."""

    seat: Annotated[Seat, Meta(description="The proposer.")]
    recipient: Recipient
    united: Annotated[tuple[Seat, ...], Meta(description="The seats that are in unity with it.")]


class Unity(Struct, frozen=True, gc=False):
    """The Meeting seeks unity on who receives the pile."""

    proposal: Proposal | None
    fallen: Annotated[int, Meta(description="How many proposals have fallen.")]
    lapses_at: Annotated[Time | None, Meta(description="When the matter is laid over (U27); null: never.")]


class View(game.View, frozen=True, kw_only=True, tag_field="game", tag="friendlier_than_thou"):
    """A game of Friendlier Than Thou as one seat or a spectator sees it."""

    phase: Annotated[Phase, Meta(description="The phase of the game.")]
    options: Options
    hand: Annotated[Cards | None, Meta(description="The viewer's own cards; null for spectators.")]
    hand_sizes: Annotated[tuple[int, ...], Meta(description="The number of cards in each hand, by seat.")]
    committee: Committee
    my_committee: Annotated[
        Secret[Cards], Meta(description="The cards that the viewer laid aside; absent for spectators.")
    ] = UNSET
    silence: Annotated[Silence | None, Meta(description="null outside the phase `silence`.")]
    my_lead: Annotated[
        Secret[MyLead | None],
        Meta(description="What the viewer means to lead while its window is open; absent for spectators."),
    ] = UNSET
    table: Annotated[tuple[PlayedCard, ...], Meta(description="The cards on the table in order of play.")]
    won: Annotated[tuple[tuple[CollectedTrick, ...], ...], Meta(description="The collected tricks, by seat.")]
    discards: Annotated[tuple[Discard, ...], Meta(description="The discards of R15 and R16, oldest first.")]
    unity: Annotated[Unity | None, Meta(description="null outside the phase `unity`.")]
    result: Annotated[Result | None, Meta(description="null before the end.")]


def view(state: State, seat: int | None) -> View:
    """Return what the seat sees; None: a spectator."""
    deadline = due(state)
    return View(
        **shown(state, seat, to_act=to_act(state), deadline=deadline),
        committee=committee(state),
        my_committee=UNSET if seat is None else state.laid_aside[seat],
        silence=silence(state, deadline) if state.phase == "silence" else None,
        my_lead=UNSET if seat is None else my_lead(state, seat),
        table=state.table,
        won=tuple(collected(tricks, is_own=owner == seat) for owner, tricks in enumerate(state.won)),
        discards=tuple(Discard(discard.seat, discard.card, discard.why) for discard in state.discards),
        unity=unity(state, deadline) if state.phase == "unity" else None,
    )


def committee(state: State) -> Committee:
    """Return what all see of the pile (R8 to R10): never a card."""
    return Committee(
        laid_by=tuple(seat for seat, cards in enumerate(state.laid_aside) if cards),
        size=sum(map(len, state.laid_aside)),
        recipient=None if state.result is None else state.result.recipient,
    )


def silence(state: State, deadline: int | None) -> Silence:
    """Return what all see of the silence (U6, U8, U14): who spoke, never a card."""
    return Silence(
        since=state.since,
        breaks_at=deadline if state.window_closes_at is None else None,
        speakers=tuple(sorted(speech.seat for speech in state.speeches)),
        window_closes_at=state.window_closes_at,
    )


def my_lead(state: State, seat: int) -> MyLead | None:
    """Return what the seat means to lead (U6), or None if it has not spoken in this window."""
    for speech in state.speeches:
        if speech.seat == seat:
            return MyLead(speech.card, speech.humble)
    return None


def collected(tricks: tuple[WonTrick, ...], *, is_own: bool) -> tuple[CollectedTrick, ...]:
    """R22, U23: return a seat's tricks; only the collector sees the cards that are face down."""
    return tuple(CollectedTrick(trick.face_up, len(trick.cards), trick.cards if is_own else UNSET) for trick in tricks)


def unity(state: State, deadline: int | None) -> Unity:
    """Return what all see in the phase `unity` (U24 to U27)."""
    standing = state.proposal
    proposal = None if standing is None else Proposal(standing.seat, standing.recipient, state.united)
    return Unity(proposal, state.fallen, deadline)
