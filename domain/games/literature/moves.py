"""The moves of Literature. `rules` says who may make them when, and why they are refused."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated

from msgspec import Meta

from domain.game import Move, Seat
from domain.games.literature.sets import SETS, Card, SetId
from domain.messages import Template
from domain.saying import label, values

label_of = partial(label, "literature")
HOLDER = Template("literature", "move", "{card} with {seat}")


class Ask(Move, frozen=True):
    """Ask an opponent for one exact card of a set of which you hold a card (R16 to R21)."""

    labels = (label_of("ask {target:seat} for {card}"),)

    target: Annotated[Seat, values("seat", of="opponents")]
    card: Annotated[Card, values("card", "deck")]


class Declare(Move, frozen=True):
    """Say which member of your team holds each of the six cards of a set (R10 to R15)."""

    labels = (label_of("declare {set:message}: {holders:parts}"),)

    set: Annotated[SetId, values("set", cards=SETS)]
    holders: Annotated[
        dict[Card, Annotated[Seat, values("seat", of="team")]],
        Meta(description="The six cards of the set, each with a seat of your team."),
        values("card", "set", part=HOLDER),
    ]

    def cards(self) -> Iterable[str]:
        """Return the cards that are attributed to somebody."""
        return self.holders


class PassTurn(Move, frozen=True):
    """Hand the turn to a team mate, having no cards left after a declaration (U21)."""

    labels = (label_of("hand the turn to {to:seat}"),)

    to: Annotated[Seat, values("seat", of="mates")]


class AskCount(Move, frozen=True):
    """Ask any other seat for the number of its cards; only with the option `report_counts` (R7, U28)."""

    labels = (label_of("ask {target:seat} how many cards it holds"),)

    target: Annotated[Seat, values("seat", of="others")]
