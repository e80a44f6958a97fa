"""The rules of Honors No. I: the deal, a call and all that follows from it, and the end of a deal and of the match."""

from functools import partial

from domain.cards import deal_all, deal_hands
from domain.dispatch import Decide
from domain.events import CardsDrawn, DealStarted, dealt
from domain.game import Chance, Event, Refusal
from domain.games.honors.deck import BOOKS, DECK, book
from domain.games.honors.hands import BIT, BOOK_MASK, has_whole_book, whole_books
from domain.games.honors.match import winners
from domain.games.honors_1.events import BookLaid, CardAsked, DealEnded, GameStarted, LuckyCardDrawn, SeatWentOut, Why
from domain.games.honors_1.moves import Ask
from domain.games.honors_1.options import Options
from domain.games.honors_1.state import State, evolve
from domain.match import GameFinished, Result, added
from domain.refusals import must_be_seats, must_have_the_turn
from domain.seats import from_left_of

refusal = partial(Refusal, "honors_1")

TARGET_IS_SELF = refusal("target_is_self", "You may only ask other seats.")
TARGET_HAS_NO_CARDS = refusal("target_has_no_cards", "{target:seat} is out of cards.")
CARD_ALREADY_HELD = refusal("card_already_held", "You hold {card} yourself.")
BOOK_COMPLETE = refusal("book_complete", "Book {book:code} has been laid aside.")
BOOK_NOT_HELD = refusal("book_not_held", "You hold no card of book {book:code}.")

HAND_SIZE = 6
MOST_WITH_A_CENTRE = 4
"""Maximum number of seats that get six cards each (I-R2); more get the whole deck (I-R4)."""

BOOK_POINTS = 5
BOOK_A_POINTS = 10
PREMIUM = 5


class Course:
    """What happens at one time: events, and the state to which they have led so far."""

    __slots__ = ("at", "events", "state")

    def __init__(self, state: State, at: int) -> None:
        self.state = state
        self.at = at
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Let one thing more happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)


def start(options: Options, chance: Chance, at: int) -> tuple[Event, ...]:
    """Deal for the first time."""
    started = GameStarted(options, at=at)
    course = Course(evolve(None, started), at)
    deal(course, options.dealer, chance)
    close(course, chance)
    return (started, *course.events)


decide = Decide[State]()


@decide.on()
def ask(state: State, seat: int, move: Ask, at: int, chance: Chance) -> tuple[Event, ...]:
    """I-R7 to I-R9: call for a card, and see what follows from the answer. Raises `Refused`."""
    must_be_legal(state, seat, move)
    course, target, card = Course(state, at), move.target, move.card
    if state.hands[target] & BIT[card]:  # I-U3
        course.add(CardAsked(seat, target, card, "given", at=at))
        settle(course, target)  # I-U10: the asked seat first
    else:
        course.add(CardAsked(seat, target, card, "not_held", at=at))
        if state.stock:  # I-U4
            draw(course, seat, 1)
            if state.options.lucky_draw and state.stock[0] == card:  # I-U5
                course.add(LuckyCardDrawn(seat, card, at=at))
    settle(course, seat)
    close(course, chance)
    return tuple(course.events)


def must_be_legal(state: State, seat: int, move: Ask) -> None:
    """Raise `Refused` unless the seat may call for this card there (I-U1, I-U2, I-U12)."""
    target, card, hand = move.target, move.card, state.hands[seat]
    must_be_seats(len(state.hands), (target,))
    must_have_the_turn(state.turn, seat)
    if target == seat:
        raise TARGET_IS_SELF()
    if not state.hands[target]:
        raise TARGET_HAS_NO_CARDS(target=target)
    if hand & BIT[card]:
        raise CARD_ALREADY_HELD(card=card)
    if not hand & BOOK_MASK[book(card)]:
        if any(book(card) in books for books in state.books):
            raise BOOK_COMPLETE(book=book(card))
        if state.options.ask_rule == "held_book":
            raise BOOK_NOT_HELD(book=book(card))


# What follows without a choice


def settle(course: Course, seat: int) -> None:
    """I-R11, I-U6 to I-U8: lay books aside and fill the hand out, until nothing changes (C-U4).

    I-U10: the player may be out then.
    """
    while has_whole_book(course.state.hands[seat]) or (not course.state.hands[seat] and course.state.stock):
        for each in whole_books(course.state.hands[seat]):
            course.add(BookLaid(seat, each, at=course.at))
        draw(course, seat, HAND_SIZE - course.state.hands[seat].bit_count())
    if not course.state.hands[seat] and course.state.out is None:
        course.add(SeatWentOut(seat, at=course.at))


def draw(course: Course, seat: int, count: int) -> None:
    """Draw a number of cards from the centre, or as many as there are."""
    cards = course.state.stock[: max(count, 0)]
    if cards:
        course.add(CardsDrawn(seat, len(cards), cards, at=course.at))


# The deal and its end


def deal(course: Course, dealer: int, chance: Chance) -> None:
    """I-R2 to I-R5: deal; I-U9: books that were dealt are laid aside, from the dealer's left."""
    players, number = course.state.options.players, course.state.match.deal + 1
    deck = chance.deal(number, DECK)  # C-U2
    if players <= MOST_WITH_A_CENTRE:
        hands, stock = deal_hands(deck, players, dealer, HAND_SIZE)
    else:
        hands, stock = deal_all(deck, players, dealer), ()  # I-R4, I-U15
    course.add(DealStarted(number, dealer, len(stock), deck, at=course.at))
    for cards in dealt(hands, dealer, course.at):
        course.add(cards)
    for seat in from_left_of(players, dealer):
        settle(course, seat)


def close(course: Course, chance: Chance) -> None:
    """Count the deal if it has ended, and finish the match or deal again, until there is something to ask (C-U7)."""
    while (why := reason_to_close(course.state)) is not None:
        state, options = course.state, course.state.options
        scores = tuple(score(books, first_out=seat == state.out) for seat, books in enumerate(state.books))
        totals = added(state.match.totals, scores)
        number = state.match.deal
        course.add(DealEnded(deal=number, why=why, out=state.out, scores=scores, totals=totals, at=course.at))
        won = winners(totals, options.target_score, last_deal=number == options.max_deals)
        if won:
            course.add(GameFinished(Result(totals, won), at=course.at))
            return
        deal(course, from_left_of(options.players, state.match.dealer)[0], chance)  # C-U3


def reason_to_close(state: State) -> Why | None:
    """Return why the deal ends; None: it goes on."""
    if state.turn is None:  # nobody has cards: all books are laid aside
        return "all_books"
    if state.out is not None and state.options.deal_ends == "first_out":  # I-U11
        return "first_out"
    if state.misses >= state.options.stall_rounds * state.options.players:  # I-U13
        return "stall"
    return None


def score(books: tuple[str, ...], *, first_out: bool) -> int:
    """I-R12, I-R13, I-U14: return the points of a seat for a deal, by the books that it has laid aside."""
    points = sum(BOOK_A_POINTS if each == BOOKS[0] else BOOK_POINTS for each in books)
    return points + PREMIUM if first_out else points
