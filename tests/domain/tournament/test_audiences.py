"""Who is told an event at once, by groups, is whom `seen` tells it, one by one."""

from msgspec.structs import replace

from domain.tournament.audiences import audience_of, groups_of
from domain.tournament.viewers import seen, viewer_of
from tests.domain.playout import Dice
from tests.domain.tournament.test_random import played
from tests.domain.tournament.tournaments import ASSISTANT, DIRECTOR, PLAYERS, STRANGER

VIEWERS = (None, STRANGER, DIRECTOR, ASSISTANT, *PLAYERS)


def test_groups_are_told_what_each_of_them_is_told() -> None:
    held_back = False
    for seed in range(10):
        recorder = played(Dice(seed))
        now = replace(recorder.now, rounds=(), ended_at=None)  # what the end of a round opens is not told at once
        for event in (entry.event for entry in recorder.entries):
            told = audience_of(event)
            held_back |= told.round is not None
            for person in VIEWERS:
                is_told = told.everybody or not set(told.groups).isdisjoint(groups_of(viewer_of(now, person)))
                assert is_told == (seen(event, person, now) is not None), (type(event), person)
    assert held_back
