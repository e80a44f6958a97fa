"""What a seat of Pursuit of Happiness is asked for, and what is done for one whose time is over."""

from domain.game import Move
from domain.games.pursuit_of_happiness.rules import when_lapsed
from domain.games.pursuit_of_happiness.state import PendingAttack
from domain.games.pursuit_of_happiness.view import View
from domain.messages import Amount, Argument, Cards, Message, card
from domain.messages import seat as one_seat


def prompt(view: View, seat: int) -> Message:
    """Return what is asked of the seat that must act."""
    if view.attack is not None:
        return in_the_attack(view, view.attack)
    final = "It is the final turn: " if view.final_turn else "It is your turn: "
    if view.phase == "activation":
        return Message.of(f"{final}activate melds, lay and extend some, and discard a card to end it.")
    return Message.of(f"{final}lay and extend melds, or discard a card to end it.")


def in_the_attack(view: View, attack: PendingAttack) -> Message:
    """Return what an attack asks of the one attacked, or of the attacker (R42 to R44)."""
    row = next((meld.cards for meld in view.melds if meld.id == attack.target), ())
    arguments: dict[str, Argument] = {"target": Cards(row)}
    match view.phase:
        case "defence":
            arguments |= {"attacker": one_seat(attack.seat), "card": card(attack.card), "power": attack.power}
            return Message.of(
                "{attacker} attacks {target} with {card}, power {power}: defend, or let it be.", **arguments
            )
        case "capture":
            arguments |= {"defender": one_seat(attack.defender), "most": Amount(attack.limit or 0, "card")}
            return Message.of("Take up to {most} from the ends of this meld of {defender}: {target}.", **arguments)
    return Message.of("You must discard {target}, which are left of your meld: say which goes first.", **arguments)


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return what the game's own clock does when time has run out (U42); None if another seat must act.

    That a table has a limit of its own must not change what a lapse means. Each is the least that the rules allow: the
    lowest card is discarded, as it is missed least; nothing is defended, which costs no card of the hand; an attack
    once won is used in full, from the front; a remnant is discarded from the front.
    """
    if seat not in view.to_act or (not view.hand and view.attack is None):
        return None
    return when_lapsed(view.phase, view.hand or (), view.attack)
