"""The message for each event, made only of what the event shows."""

from functools import partial
from typing import Any

from domain.dispatch import Messages
from domain.events import CardsDrawn, DealStarted
from domain.games.medieval_mastery.deck import RULER
from domain.games.medieval_mastery.events import CardPlayed, DealEnded, GameStarted, LayoutBuilt, TrickWon, WhyEnded
from domain.games.medieval_mastery.groups import Kind, kind
from domain.games.medieval_mastery.state import State
from domain.games.medieval_mastery.tricks import Why
from domain.messages import Message, Template
from domain.shared_messages import SHARED, deal_with_rest_started, scored, with_cards

event = partial(Template, "medieval_mastery", "event")
word = partial(Template, "medieval_mastery", "word")

BEGINS_OVER = event("A match of Medieval Mastery for {players:amount.player} begins, over {deals:amount.deal}.")
BEGINS_TO = event(
    "A match of Medieval Mastery for {players:amount.player} begins, to {points:amount.point},"
    " in {deals:amount.deal} at most."
)
STOCK_LEFT = event("Deal {deal:number}: {dealer:seat} deals and leaves a stock of {stock:amount.card}.")
WON: dict[Why, Template] = {
    "rank": event("{seat} wins the trick with {card}."),
    "nemesis": event("{seat} wins the trick with {card}, nemesis of {ruler:card}."),
    "first_x": event("{seat} wins a trick of Xenocrats with {card}, the first of them."),
}
LAYS_NOTHING = event("{seat} lays nothing new, and now has {points:amount.point}.")
REJECTS = event("{seat} lays nothing new, gives up {rejects:cards}, and now has {points:amount.point}.")
BUILDS = event("{seat} builds {groups:parts}, and now has {points:amount.point}.")
BUILDS_AND_REJECTS = event("{seat} builds {groups:parts}, gives up {rejects:cards}, and now has {points:amount.point}.")
GROUPS: dict[Kind, Template] = {
    "royal_family": event("a Royal family of {cards}"),
    "family": event("a family of {cards}"),
    "junior_family": event("a junior family of {cards}"),
    "commune": event("a commune of {cards}"),
    "religious_commune": event("a Religious commune of {cards}"),
}
ENDED = event("Deal {deal:number} ends, {reason:message}, and goes to {winners:seats}: {scores:parts}.")
REASONS: dict[WhyEnded, Template] = {
    "empty_hand": word("as a hand is empty"),
    "stall": word("as nobody lays any more"),
}


message = Messages[State](SHARED)
message.reads(CardPlayed, event("{seat} plays {card}."))  # R5
message.on(with_cards("medieval_mastery", "{seat} draws {count:amount.card}"), CardsDrawn)  # R40


@message.on
def game_started(event: GameStarted) -> Message:
    """Return how many play, and when the match ends (R47, U1)."""
    options = event.options
    deals = options.max_deals or 0
    if options.target_score is None:
        return BEGINS_OVER(players=options.players, deals=deals)
    return BEGINS_TO(players=options.players, points=options.target_score, deals=deals)


@message.on
def deal_started(event: DealStarted) -> Message:
    """Return who deals, and what is left as a stock (R2, R3)."""
    return deal_with_rest_started(event, STOCK_LEFT)


@message.on
def trick_won(event: TrickWon) -> Message:
    """Return who has won the trick, and why (R8 to R14)."""
    (won_with,) = (played.card for played in event.cards if played.seat == event.seat)
    ruler = {"ruler": RULER[won_with]} if event.why == "nemesis" else {}
    return WON[event.why](seat=event.seat, card=won_with, **ruler)


@message.on
def layout_built(event: LayoutBuilt) -> Message:
    """R15 to R38: the groups with new cards, and what leaves the table."""
    new = {*event.laid_from_hand, *event.laid_from_trick}
    groups = [group for group in (*event.families, *event.communes) if not new.isdisjoint(group)]
    done: dict[str, Any] = {"seat": event.seat, "points": event.points}
    if event.rejects:
        done["rejects"] = event.rejects
    if not groups:
        return (REJECTS if event.rejects else LAYS_NOTHING)(**done)
    shown = tuple([GROUPS[kind(group)](cards=group) for group in groups])
    return (BUILDS_AND_REJECTS if event.rejects else BUILDS)(groups=shown, **done)


@message.on
def deal_ended(event: DealEnded) -> Message:
    """Return the count of a deal, and why it ended (R43 to R46, U29)."""
    scores, reason = scored(event.scores, event.totals), REASONS[event.why]
    return ENDED(deal=event.deal, reason=reason, winners=event.winners, scores=scores)
