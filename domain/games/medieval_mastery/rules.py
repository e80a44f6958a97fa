"""The rules of Medieval Mastery, in the order of the rulebook: the deal, the two moves, the stock, the end."""

from collections.abc import Iterator
from functools import partial

from domain.cards import deal_hands, may_follow
from domain.dispatch import Decide
from domain.events import CardsDrawn, DealStarted, dealt
from domain.game import Chance, Event, Refusal
from domain.games.medieval_mastery.building import Site, judge, under_the_stock
from domain.games.medieval_mastery.deck import DECK, in_book_order
from domain.games.medieval_mastery.events import CardPlayed, DealEnded, GameStarted, LayoutBuilt, TrickWon, WhyEnded
from domain.games.medieval_mastery.groups import points, written
from domain.games.medieval_mastery.moves import Build, Play
from domain.games.medieval_mastery.options import Options
from domain.games.medieval_mastery.state import HAND_SIZE, State, evolve
from domain.games.medieval_mastery.tricks import PlayedCard, winner
from domain.match import GameFinished, Result, added, leaders
from domain.seats import clockwise

refusal = partial(Refusal, "medieval_mastery")

CARD_NOT_IN_HAND = refusal("card_not_in_hand", "You do not hold {card}.")
MUST_FOLLOW_SUIT = refusal("must_follow_suit", "{led:card} was led, and you have a card of its suit.")

Events = tuple[Event, ...]


def start(options: Options, chance: Chance, at: int) -> Events:
    """R1 to R4: the first deal of the match."""
    return GameStarted(options, at=at), *deal(options, 1, options.dealer, chance, at)


def deal(options: Options, number: int, dealer: int, chance: Chance, at: int) -> Events:
    """R1 to R3: deal nine cards to each seat; the rest is the stock."""
    deck = chance.deal(number, DECK)
    hands, stock = deal_hands(deck, options.players, dealer, HAND_SIZE)
    return DealStarted(number, dealer, len(stock), deck, at=at), *dealt(hands, dealer, at)


decide = Decide[State]()


@decide.on("play")
def play(state: State, seat: int, move: Play, at: int, chance: Chance) -> Events:
    """R4 to R6; R8 to R14: the last card completes the trick."""
    card, hand, trick = move.card, state.hands[seat], state.trick
    if card not in hand:  # R37: a card that is laid is in no hand
        raise CARD_NOT_IN_HAND(card=card)
    if trick and card not in may_follow(hand, trick[0].card):  # R6, U4
        raise MUST_FOLLOW_SUIT(led=trick[0].card)
    played = CardPlayed(seat, card, at=at)
    if len(trick) + 1 < len(state.hands):
        return (played,)
    trick = (*trick, PlayedCard(seat, card))
    won_by, why = winner(trick)
    return played, TrickWon(won_by, trick, why, at=at)


@decide.on("build")
def build(state: State, seat: int, move: Build, at: int, chance: Chance) -> Events:
    """R15 to R41; then the deal may end (R43, U27)."""
    trick = [played.card for played in state.trick]
    site = Site(state.layouts[seat], state.hands[seat], trick, move)
    judge(site)
    built = layout_built(site, seat, at)
    state = evolve(state, built)
    draws = tuple(drawn(state, seat, at))
    for event in draws:
        state = evolve(state, event)
    return built, *draws, *what_follows(state, at, chance)


def layout_built(site: Site, seat: int, at: int) -> LayoutBuilt:
    """R39, U23: the new layout, where its cards come from, and what goes under the stock."""
    layout = written(site.build.families, site.build.communes)
    under = under_the_stock(site)
    return LayoutBuilt(
        seat,
        layout.families,
        layout.communes,
        in_book_order(card for card in site.hand if card in site.laid),
        in_book_order(card for card in site.trick if card in site.laid),
        in_book_order(site.build.rejects),
        in_book_order(under),
        points(layout),
        under,
        at=at,
    )


def drawn(state: State, first: int, at: int) -> Iterator[CardsDrawn]:
    """R40, R41, U24: each seat draws what it needs, clockwise from the builder, as far as the stock goes."""
    stock = state.stock
    for seat in clockwise(len(state.hands), first):
        needed = HAND_SIZE - len(state.hands[seat])
        cards, stock = stock[:needed], stock[needed:]
        if cards:
            yield CardsDrawn(seat, len(cards), cards, at=at)


def what_follows(state: State, at: int, chance: Chance) -> Events:
    """R43, U25, U27: end the deal, if a hand is empty or nobody lays any more; else the next trick is led.

    U28: so every deal ends.
    """
    if not all(state.hands):
        return end_of_deal(state, "empty_hand", at, chance)
    if state.idle_tricks >= state.options.stall_limit:
        return end_of_deal(state, "stall", at, chance)
    return ()


def stands(event: Event, _: State) -> bool:
    """Return whether an event stands: a build without a card of the hand tells nothing that was not on the table."""
    return not isinstance(event, LayoutBuilt) or bool(event.laid_from_hand)


def end_of_deal(state: State, why: WhyEnded, at: int, chance: Chance) -> Events:
    """R46, U29: count the deal, what is laid alone (U26); U30: then the match ends; U31: or the next deal begins."""
    options, number, scores = state.options, state.match.deal, state.scores
    totals = added(state.match.totals, scores)
    ended = DealEnded(number, why, scores, totals, leaders(scores), at=at)
    target = options.target_score
    if number == options.max_deals or (target is not None and max(totals) >= target):
        return ended, GameFinished(Result(totals, leaders(totals)), at=at)
    dealer = (state.match.dealer + 1) % options.players
    return ended, *deal(options, number + 1, dealer, chance, at)
