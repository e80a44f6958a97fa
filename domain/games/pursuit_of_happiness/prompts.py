"""What a seat of Pursuit of Happiness is asked for, and what is done for one whose time is over."""

from functools import partial

from domain.game import Move
from domain.games.pursuit_of_happiness.clock import when_lapsed
from domain.games.pursuit_of_happiness.state import PendingAttack
from domain.games.pursuit_of_happiness.view import View
from domain.messages import Message, Template

template = partial(Template, "pursuit_of_happiness", "prompt")

ACTIVATE = template("It is your turn: activate melds, lay and extend some, and discard a card to end it.")
ACTIVATE_LAST = template("It is the final turn: activate melds, lay and extend some, and discard a card to end it.")
MELD = template("It is your turn: lay and extend melds, or discard a card to end it.")
MELD_LAST = template("It is the final turn: lay and extend melds, or discard a card to end it.")
DEFEND = template("{attacker:seat} attacks {target:cards} with {card}, power {power:number}: defend, or let it be.")
CAPTURE = template("Take up to {most:amount.card} from the ends of this meld of {defender:seat}: {target:cards}.")
DISCARD = template("You must discard {target:cards}, which are left of your meld: say which goes first.")


def prompt(view: View, seat: int) -> Message:
    """Return what is asked of the seat that must act."""
    if view.attack is not None:
        return in_the_attack(view, view.attack)
    if view.phase == "activation":
        return (ACTIVATE_LAST if view.final_turn else ACTIVATE)()
    return (MELD_LAST if view.final_turn else MELD)()


def in_the_attack(view: View, attack: PendingAttack) -> Message:
    """Return what an attack asks of the one attacked, or of the attacker (R42 to R44)."""
    target = next((meld.cards for meld in view.melds if meld.id == attack.target), ())
    match view.phase:
        case "defence":
            return DEFEND(attacker=attack.seat, target=target, card=attack.card, power=attack.power)
        case "capture":
            return CAPTURE(most=attack.limit or 0, defender=attack.defender, target=target)
    return DISCARD(target=target)


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return what the game's own clock does when time has run out (U42); None if another seat must act.

    So a lapse means the same at a table that has a limit of its own. Each move is the least that the rules allow: they
    discard their lowest card, as it is missed least; they defend nothing, which costs no card of the hand; they use an
    attack that is won in full, from the front; they discard a remnant from the front.
    """
    if seat not in view.to_act or (not view.hand and view.attack is None):
        return None
    return when_lapsed(view.phase, view.hand or (), view.attack)
