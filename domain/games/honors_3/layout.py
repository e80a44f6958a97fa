"""What lies where in Honors No. III."""

from msgspec import UNSET
from msgspec.structs import replace

from domain.dispatch import Movements
from domain.games.honors.layout import laid_out, whole_books
from domain.games.honors_3.events import CardsExchanged
from domain.games.honors_3.view import OpenOffer, View
from domain.layout import Counter, Layout, Moved, Zone, hands, items, of_seat
from domain.messages import Template
from domain.wording import labelled

OFFER = Template("honors_3", "zone", "offer {offer:number}")
CALLS = Template("honors_3", "counter", "calls to end the deal")


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    offers = {offer.seat: offer for offer in view.offers}
    held = [
        with_offer(hand, offers[owner]) if owner in offers else hand
        for owner, hand in enumerate(hands(view.hand_sizes, seat, view.hand))
    ]
    calls = Counter(id="calls", kind="votes", label=labelled(CALLS), value=len(view.calls))
    return laid_out(view, (*held, *whole_books(view.books)), calls)


def with_offer(hand: Zone, offer: OpenOffer) -> Zone:
    """III-U4: return a hand with the cards of its open offer in a zone of their own; only their owner sees them."""
    offered = None if offer.cards is UNSET else items(offer.cards)
    aside = Zone(
        id=f"offer-{offer.offer}",
        kind="aside",
        owner=of_seat(offer.seat),
        arrangement="fan",
        face="down",
        count=offer.count,
        cards=offered,
        label=labelled(OFFER, offer=offer.offer),
    )
    kept = hand.cards and offered and tuple([item for item in hand.cards if item not in offered])
    return replace(hand, count=(hand.count or 0) - offer.count, cards=kept, zones=(aside,))


moved = Movements()


@moved.on
def cards_exchanged(event: CardsExchanged) -> tuple[Moved, ...]:
    """III-U3: as many cards go either way, so the number of cards in the hands does not tell."""
    return (
        Moved(f"offer-{event.offer}", f"hand-{event.seat}", event.count),
        Moved(f"hand-{event.seat}", f"hand-{event.offerer}", event.count),
    )
