"""What a seat is asked for, and what it offers when its time to open the play is over."""

from domain.games.honors.hands import mask
from domain.games.honors_3.choices import unwished
from domain.games.honors_3.moves import Honors3Move, Offer
from domain.games.honors_3.view import View
from domain.telling import Argument, Message, Texts, told


def prompt(view: View, seat: int) -> Message:
    """Return what the seat may do (III-R3 to III-R5, III-U4, III-U5)."""
    if view.phase == "opening":
        return told("Open the play: offer one, two or three cards to change.")
    own = [each.offer for each in view.offers if each.seat == seat]
    others = [each.offer for each in view.offers if each.seat != seat]
    said: dict[str, Argument] = {"own": own[0]} if own else {}
    ways = ["wait for an answer to your offer {own}", "cancel it"] if own else ["offer cards to change", "wait"]
    if others:
        said["offers"] = Texts(tuple(map(str, others)))
        ways.insert(0, "accept offer {offers}" if len(others) == 1 else "accept one of the offers {offers}")
    *most, last = ways
    sentence = f"{', '.join(most)}, or {last}."
    return told(sentence[0].upper() + sentence[1:], **said)


def default(view: View, seat: int, _: tuple[Honors3Move, ...]) -> Honors3Move | None:
    """Return the offer that opens the play when the seat has let its time pass; None if it need not act.

    In `opening` all wait for the one seat. It offers one card, the least with which play can be opened, and of the book
    of which it has fewest, the first card: that helps it least (III-R3). In `trading` nobody need act: there is none.
    """
    if view.phase != "opening" or seat not in view.to_act or view.hand is None:
        return None
    return Offer(unwished(mask(view.hand))[:1])
