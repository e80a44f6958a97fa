"""The state of a game of Friendlier Than Thou, and how each event changes it."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import CardsDealt, DealStarted
from domain.games.friendlier_than_thou.events import (
    CardDiscarded,
    CardPlayed,
    CardsLaidAside,
    GameFinished,
    GameStarted,
    ProposalFallen,
    ProposalMade,
    SeatUnited,
    SilenceBroken,
    SoMovedSaid,
    TrickDisplayed,
    TrickWon,
    UnityLapsed,
    WindowClosed,
)
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.scoring import Result
from domain.games.friendlier_than_thou.tricks import PlayedCard, next_to_play
from domain.match import hand_dealt
from domain.seats import Time, clockwise, with_entry

Phase = Literal["care_committee", "silence", "leading", "following", "displaying", "unity", "finished"]
Cards = tuple[str, ...]


class WonTrick(Struct, frozen=True, gc=False):
    """A collected trick: its cards in order of play, and the one that is face up (R22)."""

    cards: Cards
    face_up: str


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment. What is by seat has an entry for each seat; the oldest stands first elsewhere."""

    options: Options
    hands: tuple[Cards, ...]
    laid_aside: tuple[Cards, ...]
    won: tuple[tuple[WonTrick, ...], ...]
    phase: Phase = "care_committee"
    turn: int | None = None
    """The seat that leads, follows or displays; None in the phases where several may act."""
    since: Time = 0
    """When the silence (U14) or the phase `unity` (U27) began."""
    speeches: tuple[PlayedCard, ...] = ()
    """Who has spoken in the open window, and the cards meant to be led (U6)."""
    window_closes_at: Time | None = None
    table: tuple[PlayedCard, ...] = ()
    collector: int | None = None
    """Who collected the last trick (R17)."""
    discards: tuple[CardDiscarded, ...] = ()
    proposal: ProposalMade | None = None
    united: tuple[int, ...] = ()
    """The seats that are in unity with the standing proposal, ascending."""
    fallen: int = 0
    result: Result | None = None


def has_spoken(state: State, seat: int) -> bool:
    """U7: return whether the seat has said “So moved” in the open window."""
    return any(speech.seat == seat for speech in state.speeches) if state.speeches else False


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that must or may act now, ascending."""
    seats = range(len(state.hands))
    match state.phase:
        case "care_committee":
            return tuple(seat for seat in seats if not state.laid_aside[seat])
        case "silence":  # R11, U7, U16
            return tuple(seat for seat in seats if state.hands[seat] and not has_spoken(state, seat))
        case "unity":  # U16, U25
            return tuple(seats)
    return () if state.turn is None else (state.turn,)


def occasion(state: State) -> tuple[object, ...]:
    """Return what the present decisions are about.

    A clash, or an eldering outside a window, leads to another silence (R15, R16, U14); in unity there is a proposal to
    answer, another one, or none (U24, U25). Who speaks or unites, or leads into a window (U13), ends nobody else's
    decision.
    """
    return state.phase, state.turn, state.since, state.proposal, state.fallen


def must_lead(options: Options, hands: Sequence[Cards], last_collector: int | None) -> int:
    """R17, U14: return the collector of the last trick, or the dealer; U15: the next seat that has cards."""
    first = options.dealer if last_collector is None else last_collector
    return next(seat for seat in clockwise(len(hands), first) if hands[seat])


def next_leading(options: Options, hands: Sequence[Cards], last_collector: int | None) -> tuple[Phase, int | None]:
    """R25, U17: return the phase and the turn when the next card is to be led; unity when no cards are left."""
    if not any(hands):
        return "unity", None
    if options.leading == "silent":
        return "silence", None
    return "leading", must_lead(options, hands, last_collector)


evolve = Evolve[State]()
evolve.on(hand_dealt, CardsDealt)  # R5, R6
evolve.unchanged(UnityLapsed)  # U27: the end of the game follows
evolve.unchanged(DealStarted)  # The hands follow, each with an event of its own


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """Begin with empty hands (R1)."""
    nothing = ((),) * event.options.players
    return State(event.options, nothing, nothing, nothing)


@evolve.on
def cards_laid_aside(state: State, event: CardsLaidAside) -> State:
    """R8, R10, U5: when all have laid aside, the first card is to be led; R9: the pile lies there until the end."""
    seat, cards = event.seat, event.cards or ()
    hands = with_entry(state.hands, seat, tuple(card for card in state.hands[seat] if card not in cards))
    laid_aside = with_entry(state.laid_aside, seat, cards)
    if not all(laid_aside):
        return replace(state, hands=hands, laid_aside=laid_aside)
    phase, turn = next_leading(state.options, hands, None)
    return replace(state, hands=hands, laid_aside=laid_aside, phase=phase, turn=turn, since=event.at)


@evolve.on
def so_moved_said(state: State, event: SoMovedSaid) -> State:
    """U6, U8: the card stays in the hand until the window closes."""
    speech = PlayedCard(event.seat, event.card or "", event.humble or False)
    return replace(state, speeches=(*state.speeches, speech), window_closes_at=event.window_closes_at)


@evolve.on
def window_closed(state: State, _: WindowClosed) -> State:
    """U8: the lead, or the discards, follow as events of their own."""
    return replace(state, speeches=(), window_closes_at=None)


@evolve.on
def silence_broken(state: State, event: SilenceBroken) -> State:
    """Let the seat lead that must, as the silence has lasted too long (U14)."""
    return replace(state, phase="leading", turn=event.turn)


@evolve.on
def card_discarded(state: State, event: CardDiscarded) -> State:
    """R15, R16: there is silence again; U17: or unity, when no cards are left."""
    hands = with_entry(state.hands, event.seat, without(state.hands[event.seat], event.card))
    discards = (*state.discards, event)  # U11
    if state.window_closes_at is not None:  # U13
        return replace(state, hands=hands, discards=discards)
    return replace(state, hands=hands, discards=discards, phase="silence" if any(hands) else "unity", since=event.at)


@evolve.on
def card_played(state: State, event: CardPlayed) -> State:
    """R14, R18: the turn is the next seat's that has cards; nobody's when the trick is complete."""
    seat, card = event.seat, event.card
    hands, table = state.hands, state.table
    return replace(
        state,
        hands=with_entry(hands, seat, without(hands[seat], card)),
        phase="following",
        turn=next_to_play(hands, table[0].seat if table else seat, seat),
        table=(*table, PlayedCard(seat, card, event.humble)),
    )


@evolve.on
def trick_won(state: State, event: TrickWon) -> State:
    """Give the trick to its collector, who displays it (R21)."""
    return replace(state, phase="displaying", turn=event.seat, collector=event.seat)


@evolve.on
def trick_displayed(state: State, event: TrickDisplayed) -> State:
    """Put the trick away with one card up; the next one is led (R22, R25)."""
    seat, hands = event.seat, state.hands
    trick = WonTrick(tuple([played.card for played in state.table]), event.face_up)
    phase, turn = next_leading(state.options, hands, seat)
    won = with_entry(state.won, seat, (*state.won[seat], trick))
    return replace(state, won=won, table=(), phase=phase, turn=turn, since=event.at)


@evolve.on
def proposal_made(state: State, event: ProposalMade) -> State:
    """Put a proposal before all (U24)."""
    return replace(state, proposal=event, united=(event.seat,))


@evolve.on
def seat_united(state: State, event: SeatUnited) -> State:
    """Note who is in unity (U24)."""
    return replace(state, united=tuple(sorted((*state.united, event.seat))))


@evolve.on
def proposal_fallen(state: State, event: ProposalFallen) -> State:
    """Take the proposal away (U25)."""
    return replace(state, proposal=None, united=(), fallen=event.fallen)


@evolve.on
def game_finished(state: State, event: GameFinished) -> State:
    """End the game with its score (R27)."""
    return replace(state, phase="finished", result=event.result)


def without(hand: Cards, card: str) -> Cards:
    """Return the hand without one of its cards."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
