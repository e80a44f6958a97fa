"""The rules of Friendlier Than Thou, in the order of the rulebook: the deal, each move, the clock, the end."""

from collections.abc import Sequence
from functools import partial

from domain.cards import FRENCH_DECK, deal_hands, may_follow
from domain.dispatch import Decide
from domain.events import DealStarted, dealt
from domain.game import Chance, Event, Move, Refusal
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
from domain.games.friendlier_than_thou.moves import (
    CardMove,
    Display,
    LayAside,
    Lead,
    Object,
    Play,
    Propose,
    SoMoved,
    Unite,
    UnityMove,
)
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.scoring import result
from domain.games.friendlier_than_thou.state import State, evolve, has_spoken, must_lead
from domain.games.friendlier_than_thou.tricks import ACES, PlayedCard, collector, next_to_play
from domain.refusals import must_be_seats
from domain.seats import with_entry

refusal = partial(Refusal, "friendlier_than_thou")

ALREADY_LAID_ASIDE = refusal("already_laid_aside", "You have laid aside; that cannot be taken back.")
WRONG_NUMBER_OF_CARDS = refusal("wrong_number_of_cards", "You lay aside {due:number}, not {given:number}.")
CARD_HELD_ONCE = refusal("card_not_in_hand", "You hold {card} only once.")
CARD_NOT_IN_HAND = refusal("card_not_in_hand", "You do not hold {card}.")
MUST_FOLLOW_SUIT = refusal("must_follow_suit", "{led:card} was led, and you have a card of its suit.")
CARD_NOT_IN_TRICK = refusal("card_not_in_trick", "{card} is not one of the cards on the table.")
PROPOSAL_STANDING = refusal("proposal_standing", "The proposal for {recipient:seat} stands.")
ALREADY_UNITED = refusal("already_united", "You are in unity with this proposal.")
NOT_AN_ACE = refusal("not_an_ace", "{card} is no ace; only an ace can be humble.")
ALREADY_SPOKEN = refusal("already_spoken", "You have said “So moved”; your card is on its way.")
NO_PROPOSAL = refusal("no_proposal", "There is no proposal; you may make one.")
PROPOSAL_CHANGED = refusal("proposal_changed", "The present proposal is for {recipient:seat}.")

Events = tuple[Event, ...]


def start(options: Options, chance: Chance, at: int) -> Events:
    """R5, U1: deal the whole deck, equally; R6, U2: the card over goes to the dealer of three."""
    players, dealer = options.players, options.dealer
    deck = chance.deal(1, FRENCH_DECK)
    hands, over = deal_hands(deck, players, dealer, len(deck) // players)
    hands = with_entry(hands, dealer, hands[dealer] + over)
    return (
        GameStarted(options, at=at),
        DealStarted(1, dealer, 0, deck, at=at),
        *dealt(hands, dealer, at),
    )


def must_name_a_recipient(state: State, move: Move) -> None:
    """Raise `Refused("no_such_seat", …)` for a proposal whose recipient is no seat."""
    if isinstance(move, UnityMove):
        must_be_seats(len(state.hands), (move.recipient,))


decide = Decide[State](first=must_name_a_recipient)


# The moves


@decide.on("care_committee")
def lay_aside(state: State, seat: int, move: LayAside, at: int) -> Events:
    """Lay cards aside for the care committee (R8, R10, U4, U5)."""
    if state.laid_aside[seat]:
        raise ALREADY_LAID_ASIDE()
    cards, due_count = move.laid, committee_cards(state.options, seat)
    if len(cards) != due_count:
        raise WRONG_NUMBER_OF_CARDS(due=due_count, given=len(cards))
    for card in cards:
        must_hold(state, seat, card)
    if len(set(cards)) != len(cards):
        raise CARD_HELD_ONCE(card=cards[0])
    return (CardsLaidAside(seat, len(cards), cards, at=at),)


@decide.on("silence")
def so_moved(state: State, seat: int, move: SoMoved, at: int) -> Events:
    """R13, U6 to U8: the first speech of a silence opens the window, and fixes when it closes."""
    must_not_have_spoken(state, seat)
    must_hold_as_said(state, seat, move)
    closes_at = state.window_closes_at
    if closes_at is None:
        closes_at = at + state.options.so_moved_window_ms
    return (SoMovedSaid(seat, closes_at, move.card, move.humble, at=at),)


@decide.on("leading", "silence")
def lead(state: State, seat: int, move: Lead, at: int) -> Events:
    """R17, U14: a seat that must lead does so; R16, U12, U13: a seat that leads into a silence is eldered."""
    must_not_have_spoken(state, seat)
    must_hold_as_said(state, seat, move)
    if state.phase == "silence":
        return (CardDiscarded(seat, move.card, "eldered", at=at),)
    return card_on_the_table(state, seat, move.card, move.humble, at)


@decide.on("following")
def play(state: State, seat: int, move: Play, at: int) -> Events:
    """Play a card to the trick (R18 to R20, U20)."""
    must_hold_as_said(state, seat, move)
    led = state.table[0].card
    if move.card not in may_follow(state.hands[seat], led):  # R19, R20
        raise MUST_FOLLOW_SUIT(led=led)
    return card_on_the_table(state, seat, move.card, move.humble, at)


def card_on_the_table(state: State, seat: int, card: str, humble: bool, at: int) -> Events:
    """R18, R21: the last card of a trick completes it; U19: a single card is displayed by itself."""
    played = CardPlayed(seat, card, humble, at=at)
    leader = state.table[0].seat if state.table else seat
    if next_to_play(state.hands, leader, seat) is not None:
        return (played,)
    trick = (*state.table, PlayedCard(seat, card, humble))
    won = TrickWon(collector(trick), trick, at=at)
    if len(trick) > 1:
        return played, won
    return played, won, TrickDisplayed(seat, card, 1, at=at)


@decide.on("displaying")
def display(state: State, seat: int, move: Display, at: int) -> Events:
    """Turn a card of the collected trick up (R22, U22)."""
    if all(played.card != move.card for played in state.table):
        raise CARD_NOT_IN_TRICK(card=move.card)
    return (TrickDisplayed(seat, move.card, len(state.table), at=at),)


@decide.on("unity")
def propose(state: State, seat: int, move: Propose, at: int) -> Events:
    """Propose who receives the care committee's pile (R26, U24, U26)."""
    if state.proposal is not None:
        raise PROPOSAL_STANDING(recipient=state.proposal.recipient)
    return (ProposalMade(seat, move.recipient, at=at),)


@decide.on("unity")
def unite(state: State, seat: int, move: Unite, at: int) -> Events:
    """R26, U24: when every seat is united, the recipient gets the pile."""
    must_answer_the_proposal(state, move)
    if seat in state.united:
        raise ALREADY_UNITED()
    united = SeatUnited(seat, move.recipient, at=at)
    if len(state.united) + 1 < len(state.hands):
        return (united,)
    return united, finish(state, move.recipient, at)


@decide.on("unity")
def object_to(state: State, seat: int, move: Object, at: int) -> Events:
    """U25; U27: after too many fallen proposals the matter is laid over."""
    must_answer_the_proposal(state, move)
    fallen = state.fallen + 1
    event = ProposalFallen(seat, move.recipient, fallen, at=at)
    if fallen < state.options.unity_proposals:
        return (event,)
    return event, finish(state, None, at)


# What is said and done


def stands(event: Event, _: State) -> bool:
    """Return whether an event stands: what is said in unity tells only what all know.

    What is laid aside (U5), what is said in silence (U7), and which card is displayed (U22) stand by the rules.
    """
    return not isinstance(event, ProposalMade | SeatUnited | ProposalFallen)


# What moves have in common


def committee_cards(options: Options, seat: int) -> int:
    """R8, R10, U3: return how many cards the seat lays aside: two as the dealer of three, else one."""
    return 2 if options.players == 3 and seat == options.dealer else 1  # noqa: PLR2004 - the rule names three


def must_hold(state: State, seat: int, card: str) -> None:
    """Refuse a card that is not in the seat's hand."""
    if card not in state.hands[seat]:
        raise CARD_NOT_IN_HAND(card=card)


def must_hold_as_said(state: State, seat: int, move: CardMove) -> None:
    """U20: refuse a card that is not in the seat's hand, then a humble card that is no ace."""
    must_hold(state, seat, move.card)
    if move.humble and move.card not in ACES:
        raise NOT_AN_ACE(card=move.card)


def must_not_have_spoken(state: State, seat: int) -> None:
    """U7, U13: refuse a second speech, or a lead, while the seat's own window is open."""
    if has_spoken(state, seat):
        raise ALREADY_SPOKEN()


def must_answer_the_proposal(state: State, move: UnityMove) -> None:
    """U26: refuse an answer to a proposal that does not stand."""
    if state.proposal is None:
        raise NO_PROPOSAL()
    if state.proposal.recipient != move.recipient:
        raise PROPOSAL_CHANGED(recipient=state.proposal.recipient)


# The clock


def due(state: State) -> int | None:
    """U8, U14, U27: return when the next clock step is due, in ms, or None."""
    match state.phase:
        case "silence" if state.window_closes_at is not None:
            return state.window_closes_at
        case "silence":
            limit = state.options.silence_limit_ms
        case "unity":
            limit = state.options.unity_limit_ms
        case _:
            return None
    return None if limit is None else state.since + limit


def tick(state: State, at: int, chance: Chance) -> Events:
    """U10: return the clock steps due at or before `at`, each recorded at its own deadline."""
    events: list[Event] = []
    while (deadline := due(state)) is not None and deadline <= at:
        for event in clock_step(state, deadline):
            state = evolve(state, event)
            events.append(event)
    return tuple(events)


def clock_step(state: State, at: int) -> Events:
    """Return the events of the one clock step that is due at `at`."""
    if state.phase == "unity":  # U27
        return UnityLapsed(at=at), finish(state, None, at)
    if state.speeches:
        return WindowClosed(at=at), *spoken_leads(state, state.speeches, at)
    return (SilenceBroken(must_lead(state.options, state.hands, state.collector), at=at),)  # U14


def spoken_leads(state: State, speeches: Sequence[PlayedCard], at: int) -> Events:
    """R14: one speaker leads; R15, U9: of several, each discards, in the order of their speeches."""
    if len(speeches) == 1:
        speech = speeches[0]
        return card_on_the_table(state, speech.seat, speech.card, speech.humble, at)
    return tuple(CardDiscarded(speech.seat, speech.card, "clash", at=at) for speech in speeches)


# The end


def finish(state: State, recipient: int | None, at: int) -> GameFinished:
    """R27, U27: return the end of the game; `recipient` gets the pile, nobody if the matter is laid over."""
    won = [[card for trick in tricks for card in trick.cards] for tricks in state.won]
    committee = [card for cards in state.laid_aside for card in cards]
    return GameFinished(result(state.options.dealer, won, committee, recipient), at=at)


def silent(state: State) -> bool:
    """R12, U18: return whether nobody talks, as from the deal until the phase `unity`."""
    return state.phase not in {"unity", "finished"}
