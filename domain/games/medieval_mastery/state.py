"""The state of a game of Medieval Mastery, and how each event changes it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.events import CardPlayed, DealEnded, GameStarted, LayoutBuilt, TrickWon
from domain.games.medieval_mastery.groups import Layout
from domain.games.medieval_mastery.options import Options
from domain.games.medieval_mastery.tricks import PlayedCard
from domain.match import GameFinished, Match, Result, deal_counted, hand_dealt, match_over, new_match, with_deal
from domain.seats import with_entry

Phase = Literal["play", "build", "finished"]

HAND_SIZE = 9
"""R2, R40."""


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment. What is by seat has an entry for each seat."""

    options: Options
    match: Match
    hands: tuple[Cards, ...]
    layouts: tuple[Layout, ...]
    scores: tuple[int, ...]
    """The points that lie on the table in this deal, by seat."""
    phase: Phase = "play"
    turn: int | None = None
    stock: Cards = ()
    """The top card first (R3)."""
    trick: tuple[PlayedCard, ...] = ()
    """In order of play; it lies there until its winner has built."""
    idle_tricks: int = 0
    """How many tricks in a row have passed without a new card laid (U27)."""
    result: Result | None = None


evolve = Evolve[State]()
evolve.on(hand_dealt, CardsDealt)  # R2
evolve.on(deal_counted, DealEnded)  # U30: the next deal follows, or the end
evolve.on(match_over, GameFinished)  # U30: groups, hands and stock stay as they are


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """R47: a match has one or more deals."""
    options = event.options
    players = options.players
    return State(options, new_match(players, options.dealer), ((),) * players, (Layout(),) * players, (0,) * players)


@evolve.on
def deal_started(state: State, event: DealStarted) -> State:
    """R3, R4, U31: a new stock, no groups, and the seat left of the dealer leads; the hands follow, one by one."""
    players = state.options.players
    return State(
        state.options,
        with_deal(state.match, event),
        ((),) * players,
        (Layout(),) * players,
        (0,) * players,
        turn=(event.dealer + 1) % players,
        stock=(event.deck or ())[players * HAND_SIZE :],
    )


@evolve.on
def card_played(state: State, event: CardPlayed) -> State:
    """R5: the turn goes clockwise."""
    seat, card, hands = event.seat, event.card, state.hands
    hand = hands[seat]
    place = hand.index(card)
    return replace(
        state,
        hands=with_entry(hands, seat, hand[:place] + hand[place + 1 :]),
        turn=(seat + 1) % len(hands),
        trick=(*state.trick, PlayedCard(seat, card)),
    )


@evolve.on
def trick_won(state: State, event: TrickWon) -> State:
    """R15: the trick lies open until its winner has built."""
    return replace(state, phase="build", turn=event.seat)


@evolve.on
def layout_built(state: State, event: LayoutBuilt) -> State:
    """R39: what is not laid goes under the stock; R42: the builder leads next."""
    seat, laid = event.seat, event.laid_from_hand
    hands = state.hands
    if laid:
        hands = with_entry(hands, seat, tuple([card for card in hands[seat] if card not in laid]))
    return replace(
        state,
        hands=hands,
        layouts=with_entry(state.layouts, seat, Layout(event.families, event.communes)),
        scores=with_entry(state.scores, seat, event.points),
        phase="play",
        stock=state.stock + (event.under_order or ()),
        trick=(),
        idle_tricks=0 if laid or event.laid_from_trick else state.idle_tricks + 1,
    )


@evolve.on
def cards_drawn(state: State, event: CardsDrawn) -> State:
    """R40, U24: from the top of the stock."""
    hand = state.hands[event.seat] + (event.cards or ())
    return replace(state, hands=with_entry(state.hands, event.seat, hand), stock=state.stock[event.count :])
