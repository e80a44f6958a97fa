"""High Card, a toy: everybody plays a card, the highest takes the trick, most tricks win. Only tests know it."""

import sys
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from domain import events, game
from domain.cards import deal_all
from domain.dispatch import Decide, Events, Evolve, Messages, game_of
from domain.layout import DISCARDS, TRICK, Layout, face_up, hands, seats
from domain.match import GameFinished, Result, hand_dealt, leaders, match_over
from domain.messages import Message, Template
from domain.saying import label, option, values
from domain.seats import from_left_of, with_entry
from domain.shared_messages import SHARED
from domain.viewing import shown

DECK = tuple(f"{rank}{suit}" for suit in "CH" for rank in "234567")


class Options(game.Options, frozen=True):
    players: Annotated[int, Meta(ge=2, le=4), option(None, "players", "amount")] = 2


class Play(game.Move, frozen=True):
    labels = (label("high_card", "play {card}"),)
    card: Annotated[str, values("card", "hand")]


class GameStarted(events.GameStarted, frozen=True):
    options: game.ToAll[Options]


class CardPlayed(game.Event, frozen=True):
    seat: game.ToAll[game.Seat]
    card: game.ToAll[str]


class TrickWon(game.Event, frozen=True):
    seat: game.ToAll[game.Seat]


class State(Struct, frozen=True):
    options: Options
    hands: tuple[tuple[str, ...], ...]
    tricks: tuple[int, ...]
    turn: int | None
    phase: Literal["playing", "finished"] = "playing"
    trick: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    result: Result | None = None


class View(game.View, frozen=True, kw_only=True, tag_field="game", tag="high_card"):
    phase: Literal["playing", "finished"]
    options: Options
    hand_sizes: tuple[int, ...]
    tricks: tuple[int, ...]
    trick: tuple[str, ...]
    discards: tuple[str, ...]
    result: Result | None


evolve, message, decide = Evolve[State](), Messages[State](SHARED), Decide[State]()


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    players = event.options.players
    return State(event.options, ((),) * players, (0,) * players, from_left_of(players, event.options.dealer)[0])


@evolve.on
def card_played(state: State, event: CardPlayed) -> State:
    hand, trick = tuple(card for card in state.hands[event.seat] if card != event.card), (*state.trick, event.card)
    held, left = with_entry(state.hands, event.seat, hand), from_left_of(len(state.hands), event.seat)[0]
    return structs.replace(state, hands=held, trick=trick, turn=left)


@evolve.on
def trick_won(state: State, event: TrickWon) -> State:
    tricks = with_entry(state.tricks, event.seat, state.tricks[event.seat] + 1)
    return structs.replace(state, tricks=tricks, turn=event.seat, trick=(), discards=(*state.discards, *state.trick))


evolve.unchanged(events.DealStarted)
evolve.on(hand_dealt)
evolve.on(match_over)
message.reads(GameStarted, Template("high_card", "event", "A game of High Card begins."))
message.reads(CardPlayed, Template("high_card", "event", "{seat} plays {card}."))
message.reads(TrickWon, Template("high_card", "event", "{seat} takes the trick."))


def start(options: Options, chance: game.Chance, at: int) -> Events:
    deck, dealer = chance.deal(1, DECK), options.dealer
    given = deal_all(deck, options.players, dealer)  # R1
    return GameStarted(options, at=at), events.DealStarted(1, dealer, 0, deck, at=at), *events.dealt(given, dealer, at)


NOT_HELD = game.Refusal("high_card", "card_not_in_hand", "You do not hold {card}.")


@decide.on("playing")
def play(state: State, seat: int, move: Play, at: int) -> Events:
    if move.card not in state.hands[seat]:
        raise NOT_HELD(card=move.card)
    played, trick = CardPlayed(seat, move.card, at=at), (*state.trick, move.card)
    if len(trick) != len(state.hands):
        return (played,)
    _, winner = max(zip(trick, from_left_of(len(trick), seat), strict=True))  # R2
    tricks = with_entry(state.tricks, winner, state.tricks[winner] + 1)
    over = () if len(state.hands[seat]) > 1 else (GameFinished(Result(tricks, leaders(tricks)), at=at),)  # R3
    return played, TrickWon(winner, at=at), *over


def view(state: State, seat: int | None) -> View:
    return View(**shown(state, seat), tricks=state.tricks, trick=state.trick, discards=state.discards)


def choices(state: State, seat: int) -> game.Decision | None:  # U1: the first is what is done when time is over
    return game.Decision("enumerated", tuple(map(Play, state.hands[seat]))) if state.turn == seat else None


def layout(seen: View, seat: int | None) -> Layout:
    trick = face_up("trick", "trick", seen.trick, TRICK)
    discards = face_up("discard", "discard", seen.discards, DISCARDS)
    zones = (*hands(seen.hand_sizes, seat, seen.hand), trick, discards)
    return Layout(zones=zones, counters=(), seats=seats(len(seen.tricks), seen.to_act, seen.result))


PLAY = Template("high_card", "prompt", "Play a card.")


def prompt(seen: View, seat: int) -> Message:
    return PLAY()


HIGH_CARD: game.Game[Options, State, View] = game_of(
    (sys.modules[__name__],),
    title="High Card",
    about="The highest card takes the trick.",
    rules_version="1",
    deck=DECK,
    zones=("hand", "trick", "discard"),
)
