"""Set phrases: what people say at a table by a code, so that everybody reads it in their own language."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from domain.messages import Template

phrase = partial(Template, None, "phrase")

PHRASES: Mapping[str, Template] = MappingProxyType(
    {
        "hello": phrase("Hello!"),
        "good_luck": phrase("Good luck!"),
        "have_fun": phrase("Have fun!"),
        "thanks": phrase("Thank you!"),
        "youre_welcome": phrase("You are welcome."),
        "well_played": phrase("Well played!"),
        "sorry": phrase("Sorry!"),
        "no_problem": phrase("No problem."),
        "one_moment": phrase("One moment, please."),
        "back_again": phrase("I am back."),
        "take_your_time": phrase("Take your time."),
        "good_game": phrase("Good game!"),
        "play_again": phrase("Shall we play again?"),
        "yes": phrase("Yes."),
        "no": phrase("No."),
        "goodbye": phrase("Goodbye!"),
    }
)
"""All phrases, by code. None of them names a card, a seat or a move."""
