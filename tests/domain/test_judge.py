"""The corpus has an outside judge: scores, ends and refusals that were worked out by hand from the rulebooks."""

import re
from collections import Counter
from functools import cache

import pytest

from domain import GAMES
from tests.domain.judging import RECORDS, Judged
from tests.domain.rulebooks import rulebook, rules_in

FILES = sorted(path.name for path in RECORDS.glob("*.judge.txt"))
judged = cache(lambda name: Judged(RECORDS / name))


@pytest.mark.parametrize("file", FILES)
def test_the_record_and_the_rules_agree_with_the_judge(file: str) -> None:
    contradictions = [judged(file).contradiction(line) for line in judged(file).lines]

    assert [each for each in contradictions if each] == []


@pytest.mark.parametrize("file", FILES)
def test_the_judge_names_rules_that_there_are(file: str) -> None:
    numbers = {number.replace("_", "-") for number in rules_in(rulebook(judged(file).game))}

    unknown = [
        (line.where, rule)
        for line in judged(file).lines
        for rule in line.rules
        if rule not in numbers and not re.fullmatch(r"refusal ([1-9]|10)|check \d+|codes [a-z_]+", rule)
    ]
    assert unknown == []


@pytest.mark.parametrize("file", FILES)
def test_the_judge_says_everything_that_a_game_comes_to(file: str) -> None:
    game = judged(file)
    said = Counter(line.verb for line in game.lines)
    scored = {tuple(map(int, line.says.split()[:2])) for line in game.lines if line.verb == "score"}
    fields = {line.says.split()[0] for line in game.lines if line.verb == "result_field"}
    ends = {int(line.says.split()[0]) for line in game.lines if line.verb == "event"}

    assert scored == set(game.scores)
    assert {"winners"} & set(game.result) <= fields
    assert {version for version, event in game.events.items() if event["type"] == "deal_ended"} <= ends
    assert said["refuse"] >= 5
    assert said["accept"] >= 2


def test_three_games_of_each_kind_are_judged() -> None:
    counts = Counter(judged(file).game.id for file in FILES)

    assert {game for game in GAMES if counts[game] < 3} == set()


def test_a_wrong_line_is_found_out() -> None:
    game = judged("literature-5.judge.txt")
    right = {line.verb: line for line in game.lines}
    wrong = {
        "score": "1 0 7",
        "result_field": "winning_team 1",
        "event": '43 set_declared {"outcome":"lost"}',
        "refuse": '15 0 {"type":"pass_turn","to":1} not_your_turn',
        "accept": '15 1 {"type":"ask","target":5,"card":"5C"}',
    }

    found = [game.contradiction(right[verb]._replace(says=says)) for verb, says in wrong.items()]
    assert None not in found
