"""What a seat of Medieval Mastery is asked for, and what is done for one whose time is over."""

from functools import partial

from domain.game import UNSET, Move
from domain.games.medieval_mastery.deck import HEIGHT
from domain.games.medieval_mastery.drafting import begun, settle
from domain.games.medieval_mastery.moves import Build, Play
from domain.games.medieval_mastery.view import View
from domain.messages import Message, Template
from domain.prompts import to_follow

template = partial(Template, "medieval_mastery", "prompt")

LEAD = template("Lead a card.")
BUILD = template("You won {trick:cards}: build with them and your hand, or lay nothing new.")
LEAD_COMMUNE = template("You won {trick:cards}: build with them and your hand, {xenocrats:cards} leading a commune.")
LEAD_COMMUNES = template("You won {trick:cards}: build with them and your hand, {xenocrats:cards} leading communes.")


def prompt(view: View, seat: int) -> Message:
    """Return what is asked of the seat that must act."""
    if view.phase == "build":
        return to_build(view)
    if not view.trick:
        return LEAD()
    return to_follow(view.trick[0].seat, view.trick[0].card, view.hand or ())


def to_build(view: View) -> Message:
    """Return what the winner of a trick is asked for (R15), and what they must lay of it (R32)."""
    trick = tuple([played.card for played in view.trick])
    xenocrats = tuple([card for card in trick if card[0] == "X"])
    if not xenocrats:
        return BUILD(trick=trick)
    return (LEAD_COMMUNE if len(xenocrats) == 1 else LEAD_COMMUNES)(trick=trick, xenocrats=xenocrats)


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return what a player who wants nothing would do; None if it is not their turn.

    - They play the lowest card allowed: it is worth least, and seldom wins, so it seldom asks them to build.
    - They build as little as the rules allow: their groups stay as they are, and cards stay in the hand for a build of
      the player's own. Only X's of the trick must be laid (R32). Cards that an X converts move to its commune (R33).
      Cards that have lost their group go to the first home that there is (R26); without a home they leave the table.
    """
    if seat not in view.to_act:
        return None
    if view.phase == "build":
        return bare_build(view, seat)
    legal = () if view.legal_cards is UNSET else view.legal_cards
    return Play(min(legal, key=HEIGHT.__getitem__)) if legal else None


def bare_build(view: View, seat: int) -> Build:
    """Return the least that the winner of the trick can build."""
    trick = [played.card for played in view.trick]
    draft = begun(view.groups[seat], (*(view.hand or ()), *trick), [each for each in trick if each[0] == "X"])
    rejects = settle(draft)
    return Build(tuple(draft.families), tuple(draft.communes), rejects)
