"""Each event as a sentence, from what the event shows."""

from collections.abc import Sequence

from domain.dispatch import Messages
from domain.events import CardsDrawn, DealStarted
from domain.games.medieval_mastery.deck import RULER
from domain.games.medieval_mastery.events import (
    CardPlayed,
    DealEnded,
    GameStarted,
    LayoutBuilt,
    TrickWon,
    WhyEnded,
)
from domain.games.medieval_mastery.groups import is_royal
from domain.games.medieval_mastery.state import State
from domain.games.medieval_mastery.tricks import Why
from domain.messages import Amount, Argument, Cards, Message, Parts, Seats, card, seat
from domain.sentences import SHARED, deal_with_rest_started, scored, with_cards

WON: dict[Why, str] = {
    "rank": "{seat} wins the trick with {card}.",
    "nemesis": "{seat} wins the trick with {card}, nemesis of {ruler}.",
    "first_x": "{seat} wins a trick of Xenocrats with {card}, the first of them.",
}
REASONS: dict[WhyEnded, str] = {
    "empty_hand": "as a hand is empty",
    "stall": "as nobody lays any more",
}
KINDS = {"K": "family", "J": "junior family", "A": "commune", "X": "Religious commune"}
"""What a group is called, by the rank of its first card."""


message = Messages[State](SHARED)
message.reads(CardPlayed, "{seat} plays {card}.")  # R5


@message.on
def game_started(event: GameStarted) -> Message:
    """Return how many play, and when the match ends (R47, U1)."""
    options = event.options
    arguments: dict[str, Argument] = {
        "players": Amount(options.players, "player"),
        "deals": Amount(options.max_deals or 0, "deal"),
    }
    if options.target_score is None:
        return Message.of("A match of Medieval Mastery for {players} begins, over {deals}.", **arguments)
    arguments["points"] = Amount(options.target_score, "point")
    return Message.of("A match of Medieval Mastery for {players} begins, to {points}, in {deals} at most.", **arguments)


@message.on
def deal_started(event: DealStarted) -> Message:
    """Return who deals, and what is left as a stock (R2, R3)."""
    return deal_with_rest_started(event, "a stock of {stock}")


@message.on
def cards_drawn(event: CardsDrawn) -> Message:
    """Return how many cards a seat has drawn, and which if they are shown (R40)."""
    return with_cards("{seat} draws {count}", event.seat, event.count, event.cards)


@message.on
def trick_won(event: TrickWon) -> Message:
    """Return who has won the trick, and why (R8 to R14)."""
    (won_with,) = (played.card for played in event.cards if played.seat == event.seat)
    arguments: dict[str, Argument] = {"seat": seat(event.seat), "card": card(won_with)}
    if event.why == "nemesis":
        arguments["ruler"] = card(RULER[won_with])
    return Message.of(WON[event.why], **arguments)


@message.on
def layout_built(event: LayoutBuilt) -> Message:
    """R15 to R38: the groups with new cards, and what leaves the table."""
    new = {*event.laid_from_hand, *event.laid_from_trick}
    arguments: dict[str, Argument] = {"seat": seat(event.seat), "points": Amount(event.points, "point")}
    groups = tuple(
        Message.of(f"a {kind(group)} of {{cards}}", cards=Cards(group))
        for group in (*event.families, *event.communes)
        if not new.isdisjoint(group)
    )
    deed = "lays nothing new"
    if groups:
        deed = "builds {groups}"
        arguments["groups"] = Parts(groups)
    if event.rejects:
        deed += ", gives up {rejects}"
        arguments["rejects"] = Cards(event.rejects)
    return Message.of(f"{{seat}} {deed}, and now has {{points}}.", **arguments)


def kind(group: Sequence[str]) -> str:
    """Return what a group is called."""
    name = KINDS[group[0][0]]
    return f"Royal {name}" if name == "family" and is_royal(group) else name


@message.on
def deal_ended(event: DealEnded) -> Message:
    """Return the count of a deal, and why it ended (R43 to R46, U29)."""
    ended = f"Deal {{deal}} ends, {REASONS[event.why]}, and goes to {{winners}}: {{scores}}."
    return Message.of(ended, deal=event.deal, winners=Seats(event.winners), scores=scored(event.scores, event.totals))
