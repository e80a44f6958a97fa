"""What can be chosen when a game of Honors No. I is created."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from domain import game
from domain.saying import option

option_of = partial(option, "honors_1")


class Options(game.Options, frozen=True):
    """The options of Honors No. I."""

    players: Annotated[
        int, Meta(ge=2, le=8, description="The number of seats (I-R1)."), option(None, "players", "amount")
    ] = 4
    target_score: Annotated[
        int,
        Meta(ge=5, le=1000, description="The total that ends the match, if one seat alone leads (I-R14, C-U8)."),
        option(None, "target score", "amount"),
    ] = 50
    max_deals: Annotated[
        int,
        Meta(ge=1, le=200, description="Maximum number of deals in a match (C-U8)."),
        option(None, "most deals", "amount"),
    ] = 100
    ask_rule: Annotated[
        Literal["held_book", "any_card"],
        Meta(description="Whether one must hold a card of the book that one calls for (I-U2)."),
        option_of("what one may ask for", "choice"),
    ] = "held_book"
    lucky_draw: Annotated[
        bool,
        Meta(description="Whether a player who draws the card that they called for shows it and calls again (I-U5)."),
        option_of("a lucky draw calls again", "bool"),
    ] = False
    deal_ends: Annotated[
        Literal["all_books", "first_out"],
        Meta(description="A deal ends when all books are laid aside, or as soon as somebody is out (I-U11)."),
        option_of("end of a deal", "choice"),
    ] = "all_books"
    stall_rounds: Annotated[
        int,
        Meta(ge=5, le=100, description="Maximum number of rounds of wrong calls without a book (I-U13)."),
        option_of("most rounds without a book", "amount"),
    ] = 20
