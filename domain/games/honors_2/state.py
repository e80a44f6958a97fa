"""The state of a game of Honors No. II, and how each event changes it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.game import Seat, Time
from domain.games.honors.deck import Card
from domain.games.honors.hands import BIT, mask
from domain.games.honors.match import StockFormed, gone_out, pack_formed
from domain.games.honors_2.events import (
    CardDiscarded,
    CardsLaid,
    CardTurnedUp,
    ChallengeWaived,
    DealEnded,
    DiscardChallenged,
    DrawPassed,
    FineGiven,
    GameStarted,
    PileTaken,
    SeatWentOut,
    WindowClosed,
)
from domain.games.honors_2.options import Options
from domain.match import GameFinished, Match, Result, deal_counted, new_match, with_deal
from domain.seats import from_left_of, with_entry

Phase = Literal["draw", "play", "challenge", "fine", "finished"]
Cards = tuple[str, ...]


class Fine(Struct, frozen=True, gc=False):
    """A fine that the challenger `seat` must give to the discarder, for the discarded card (II-U9)."""

    seat: Seat
    to: Seat
    card: Card


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment.

    `hands` and `table` are masks by seat (see `hands`); `stock` is the pack, it and `pile` have their top cards first.
    """

    options: Options
    match: Match
    hands: tuple[int, ...]
    table: tuple[int, ...]
    stock: Cards = ()
    pile: Cards = ()
    phase: Phase = "draw"
    turn: int = 0
    taken: Cards = ()
    """What the seat in turn has taken from the pile, the top card first."""
    played: bool = False
    """Whether the seat in turn has laid or added cards."""
    idle_turns: int = 0
    closes_at: Time | None = None
    """Until when the top card of the pile may be challenged."""
    waived: tuple[int, ...] = ()
    fine: Fine | None = None
    barred: tuple[int, ...] = ()
    out: int | None = None
    result: Result | None = None


def may_challenge(state: State) -> tuple[int, ...]:
    """II-U8: return the seats that may challenge a discard of the seat in turn, ascending."""
    return tuple(
        [
            seat
            for seat in range(len(state.hands))
            if seat != state.turn and seat not in state.waived and seat not in state.barred
        ]
    )


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that must or may act now (*Phases and moves*)."""
    if state.phase == "challenge":
        return may_challenge(state)
    if state.fine is not None:
        return (state.fine.seat,)
    return () if state.phase == "finished" else (state.turn,)


evolve = Evolve[State]()
evolve.on(pack_formed, StockFormed)  # II-U12: the top card of the pile stays
evolve.on(gone_out, SeatWentOut)  # II-R15
evolve.on(deal_counted, DealEnded)  # C-U7: the scores stay to be seen
evolve.unchanged(DrawPassed)  # II-U12: the count follows


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """C-U3: the seat `dealer` deals first."""
    nothing = (0,) * event.options.players
    return State(event.options, new_match(event.options.players, event.options.dealer), nothing, nothing)


@evolve.on
def deal_started(state: State, event: DealStarted) -> State:
    """II-R3: what the deal leaves is the pack; II-R4: the player to the left of the dealer opens the play."""
    players, deck = state.options.players, event.deck or ()
    return State(
        state.options,
        with_deal(state.match, event),
        hands=(0,) * players,
        table=(0,) * players,
        stock=deck[len(deck) - event.stock_size :],
        turn=from_left_of(players, event.dealer)[0],
    )


@evolve.on
def cards_dealt(state: State, event: CardsDealt) -> State:
    """Give a seat its hand (II-R2)."""
    return replace(state, hands=with_entry(state.hands, event.seat, mask(event.cards or ())))


@evolve.on
def card_turned_up(state: State, event: CardTurnedUp) -> State:
    """Begin the pile with the top card of the pack (II-R3)."""
    return replace(state, pile=(event.card,))


# The draw


@evolve.on
def cards_drawn(state: State, event: CardsDrawn) -> State:
    """Put the drawn card into the hand (II-R4, II-R10)."""
    hand = state.hands[event.seat] | mask(event.cards or ())
    return replace(state, phase="play", hands=with_entry(state.hands, event.seat, hand), stock=state.stock[1:])


@evolve.on
def pile_taken(state: State, event: PileTaken) -> State:
    """Put cards from the top of the pile into the hand (II-R9, II-R10)."""
    hand = state.hands[event.seat] | mask(event.cards)
    hands, pile = with_entry(state.hands, event.seat, hand), state.pile[len(event.cards) :]
    return replace(state, phase="play", hands=hands, pile=pile, taken=event.cards)


# The play


@evolve.on
def cards_laid(state: State, event: CardsLaid) -> State:
    """II-R5, II-R11: the cards lie before the seat that plays them; II-U14: so the turn is not idle."""
    seat, cards = event.seat, mask(event.cards)
    return replace(
        state,
        hands=with_entry(state.hands, seat, state.hands[seat] & ~cards),
        table=with_entry(state.table, seat, state.table[seat] | cards),
        played=True,
        idle_turns=0,
    )


@evolve.on
def card_discarded(state: State, event: CardDiscarded) -> State:
    """II-R6; II-U8: the window opens, if there is one."""
    hands = with_entry(state.hands, event.seat, state.hands[event.seat] & ~BIT[event.card])
    pile = (event.card, *state.pile)
    if event.window_closes_at is None:
        return turn_ended(replace(state, hands=hands, pile=pile))
    return replace(state, phase="challenge", hands=hands, pile=pile, closes_at=event.window_closes_at)


# The challenge and the fine


@evolve.on
def challenge_waived(state: State, event: ChallengeWaived) -> State:
    """II-U8: the window closes when no seat is left that may challenge."""
    state = replace(state, waived=tuple(sorted((*state.waived, event.seat))))
    return state if may_challenge(state) else turn_ended(state)


@evolve.on
def discard_challenged(state: State, event: DiscardChallenged) -> State:
    """II-U9: the discard goes to the challenger's hand; II-U10: or a false challenge bars the challenger."""
    seat, card = event.seat, event.card
    if event.upheld:
        hands, fine = with_entry(state.hands, seat, state.hands[seat] | BIT[card]), Fine(seat, state.turn, card)
        return replace(state, phase="fine", hands=hands, pile=state.pile[1:], closes_at=None, fine=fine)
    if state.options.false_challenge == "barred":
        state = replace(state, barred=tuple(sorted((*state.barred, seat))))
    return turn_ended(state)


@evolve.on
def fine_given(state: State, event: FineGiven) -> State:
    """II-U9: the card goes from the challenger to the discarder."""
    card = BIT[event.card] if event.card else 0
    hands = with_entry(state.hands, event.seat, state.hands[event.seat] & ~card)
    hands = with_entry(hands, event.to, hands[event.to] | card)
    return turn_ended(replace(state, hands=hands, fine=None))


@evolve.on
def window_closed(state: State, _: WindowClosed) -> State:
    """End the time for challenges: the next seat draws (II-U8)."""
    return turn_ended(state)


def turn_ended(state: State) -> State:
    """II-R8, II-R13: the play passes to the left; II-U13: perhaps there is nothing to draw; II-U14: was it idle?"""
    return replace(
        state,
        phase="draw" if state.stock or state.pile else "play",
        turn=from_left_of(len(state.hands), state.turn)[0],
        taken=(),
        played=False,
        idle_turns=state.idle_turns if state.played else state.idle_turns + 1,
        closes_at=None,
        waived=(),
    )


# The end of a deal and of the match


@evolve.on
def game_finished(state: State, event: GameFinished) -> State:
    """C-U7: everything on the table stays as it lay."""
    return replace(state, phase="finished", result=event.result)
