"""What a seat of Literature is asked for, and what is done for one whose time is over."""

from collections.abc import Mapping, Sequence
from functools import partial

from domain.game import Move
from domain.games.literature.moves import Ask, Declare, PassTurn
from domain.games.literature.options import opponents, team_mates
from domain.games.literature.sets import SET_IDS, SET_OF, SETS
from domain.games.literature.view import View
from domain.messages import Message, Template

template = partial(Template, "literature", "prompt")

ASK_FOR_COUNT = template("You may ask another seat how many cards it holds.")
PASS = template("You are out of cards: hand the turn to a team mate.")
MUST_DECLARE = template("You may no longer ask: declare a set.")
WHOLE_SETS = template("You hold whole sets only: declare one.")
ASK = template("Ask an opponent for a card of a set that you have begun, or declare a set.")

Holdings = Mapping[str, Sequence[str]]
"""By set, the cards of it that a seat holds."""


def prompt(view: View, seat: int) -> Message:
    """Return what is asked of a seat that may act: of the one in turn, or of one that may ask for a count (U28)."""
    if seat != view.turn:
        return ASK_FOR_COUNT()
    if view.phase == "passing":
        return PASS()
    if view.must_declare:
        return MUST_DECLARE()
    return ASK() if begun(view) else WHOLE_SETS()


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return what a discreet player would do, who remembers no more than the view shows; None if it is not their turn.

    - Without cards, they hand the turn to the first mate on their left who has some (U21).
    - They ask rather than declare, as a wrong word in a declaration costs a point (R15). An ask shows everybody that
      they hold a card of the set (R17). If they were just given a card, they go on with its set: there it is known.
      Else they choose the set in which they have most cards, as it needs the fewest further asks. They ask the first
      opponent on their left who has cards, for the first card of the set that they lack.
    - Where they must declare (U23, U24), or hold only whole sets, they declare the set in which they have most cards,
      as there is least to guess. They say that the first mate on their left who has cards holds what they lack.
    """
    if seat != view.turn:
        return None
    mates = [mate for mate in team_mates(view.teams, seat) if mate not in view.out_of_cards]
    if view.phase == "passing":
        return PassTurn(mates[0])
    wanted = begun(view)
    if wanted and not view.must_declare:
        target = next(other for other in opponents(view.teams, seat) if other not in view.out_of_cards)
        set_id = just_given(view, seat, wanted) or largest(wanted)
        return Ask(target, next(card for card in SETS[set_id] if card not in wanted[set_id]))
    held = holdings(view)
    set_id = largest(held)
    mate = mates[0] if mates else seat
    return Declare(set_id, {card: seat if card in held[set_id] else mate for card in SETS[set_id]})


def holdings(view: View) -> Holdings:
    """Return what a seat holds of each set: nothing of those that are closed."""
    hand = view.hand or ()
    return {set_id: [card for card in cards if card in hand] for set_id, cards in SETS.items()}


def begun(view: View) -> Holdings:
    """R17: return what a seat holds of each set of which it has a card, but not all."""
    return {set_id: held for set_id, held in holdings(view).items() if 0 < len(held) < len(SETS[set_id])}


def largest(held: Holdings) -> str:
    """Return the set of which most cards are held; of several the first."""
    return max(held, key=lambda set_id: len(held[set_id]))


def just_given(view: View, seat: int, wanted: Holdings) -> str | None:
    """Return the set of the card that the seat was given at the last ask; None: of none of which it lacks a card."""
    ask = view.last_ask
    if ask is None or ask.seat != seat or ask.answer != "given":
        return None
    set_id = SET_IDS[SET_OF[ask.card]]
    return set_id if set_id in wanted else None
