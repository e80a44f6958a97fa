"""The state of a game of Honors No. IV, and how each event changes it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import CardDiscarded, CardsDrawn, DealStarted
from domain.game import in_turn
from domain.games.honors.deck import DECK
from domain.games.honors.match import gone_out, pack_formed
from domain.games.honors_4.events import DealEnded, GameStarted, PileTaken, PlayOpened, SeatWentOut
from domain.games.honors_4.moves import Options
from domain.match import GameFinished, Match, Result, deal_counted, hand_dealt, match_over, new_match, with_deal
from domain.seats import clockwise, from_left_of, with_entry

Phase = Literal["opening", "draw", "discard", "finished"]
Cards = tuple[str, ...]


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment. `stock` is the pack; it and `pile` have their top cards first."""

    options: Options
    match: Match
    hands: tuple[Cards, ...]
    stock: Cards
    pile: Cards = ()
    phase: Phase = "opening"
    turn: int | None = None
    opener: int | None = None
    """Who drew first in this deal (IV-U3); None before the first deal."""
    taken: str | None = None
    """The card that the seat in turn has taken from the pile (IV-U7)."""
    discards_made: int = 0
    out: int | None = None
    result: Result | None = None


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that must act now; IV-U2: in `opening` any may."""
    if state.phase == "opening":
        return clockwise(state.options.players, 0)
    return in_turn(state)


evolve = Evolve[State]()
evolve.unchanged(PlayOpened)  # IV-U2: the deal follows, and tells who opens it
evolve.on(hand_dealt)  # IV-R4
evolve.on(pack_formed)  # IV-U9
evolve.on(gone_out, SeatWentOut)  # IV-R11: this seat wins the deal; the count follows
evolve.on(deal_counted, DealEnded)  # C-U7: the scores stay to be seen
evolve.on(match_over, GameFinished)  # C-U7: nobody has the turn any more; everything on the table stays as it lay


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """IV-R2: the pack lies on the table; until it is shuffled it has no order of its own."""
    players = event.options.players
    return State(event.options, new_match(players, event.options.dealer), ((),) * players, DECK)


@evolve.on
def deal_started(state: State, event: DealStarted) -> State:
    """IV-U3: the seat on the dealer's left opens; IV-U8: there is no pile yet."""
    players, deck = state.options.players, event.deck or ()
    opener = from_left_of(players, event.dealer)[0]
    match, nothing = with_deal(state.match, event), ((),) * players
    return State(state.options, match, nothing, deck[players:], phase="draw", turn=opener, opener=opener)


@evolve.on
def cards_drawn(state: State, event: CardsDrawn) -> State:
    """Put the drawn card into the hand (IV-R5, IV-R8)."""
    hand = (*state.hands[event.seat], *(event.cards or ()))
    hands = with_entry(state.hands, event.seat, hand)
    return replace(state, phase="discard", hands=hands, stock=state.stock[1:])


@evolve.on
def pile_taken(state: State, event: PileTaken) -> State:
    """Put the top card of the pile into the hand (IV-R8, IV-R9)."""
    hands = with_entry(state.hands, event.seat, state.hands[event.seat] + event.cards)
    return replace(state, phase="discard", hands=hands, pile=state.pile[1:], taken=event.cards[0])


@evolve.on
def card_discarded(state: State, event: CardDiscarded) -> State:
    """IV-R7: the card lies on top of the pile; IV-R8: the seat on the left is next."""
    seat, card = event.seat, event.card
    hand = tuple([held for held in state.hands[seat] if held != card])
    hands, turn = with_entry(state.hands, seat, hand), from_left_of(len(state.hands), seat)[0]
    made = state.discards_made + 1
    return replace(
        state, phase="draw", turn=turn, hands=hands, pile=(card, *state.pile), taken=None, discards_made=made
    )
