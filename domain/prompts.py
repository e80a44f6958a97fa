"""Prompts that several games share."""

from collections.abc import Sequence
from functools import partial

from domain.cards import suit
from domain.messages import Message, Template

template = partial(Template, None, "prompt")

FOLLOW = template("{leader:seat} led {led:card}: follow suit.")
PLAY_ANY = template("{leader:seat} led {led:card}: you have none of its suit, so play any card.")


def to_follow(leader: int, led: str, hand: Sequence[str]) -> Message:
    """Return what is asked of a seat with this hand after `leader` has led a card to the trick."""
    able = any(suit(each) == suit(led) for each in hand)
    return (FOLLOW if able else PLAY_ANY)(leader=leader, led=led)
