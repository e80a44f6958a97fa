"""The numbers of a report: all named questions, asked of an export about some games in some time."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

import msgspec

from projections.history.answers import Answer, Value
from projections.report.numbers import Numbers
from service.analysis.manifest import read_manifest
from service.analysis.querying import answer, questions
from service.analysis.reading import Selection, opened

GIVEN: Mapping[str, Mapping[str, Value]] = {"moves_never_taken": {"most_share": 1}}
"""Parameters of questions that a report asks otherwise than by default: here all moves, to show the seldom ones."""


def numbers_of(
    folder: Path,
    games: Sequence[str],
    since: date | None,
    until: date | None,
    progress: Callable[[int, int], None],
) -> Numbers:
    """Return the answers of an export about games (none: all) that ended on these days, both included; null: on any.

    `progress` is called with how many questions are answered, and of how many. Raises `BadExport`,
    `BadQuestion` or `NotInstalled`.
    """
    parts = [Selection(game, since, until) for game in games] or [Selection(None, since, until)]
    found: dict[str, Answer] = {}
    for number, part in enumerate(parts):
        with opened(folder, part) as connection:
            for number_of_question, name in enumerate(questions(), number * len(questions())):
                progress(number_of_question, len(parts) * len(questions()))
                answered = answer(connection, name, GIVEN.get(name))
                before = found[name].rows if name in found else ()
                found[name] = Answer(answered.columns, before + answered.rows)
    manifest = read_manifest(folder)
    return Numbers(
        since=since,
        until=until,
        games=tuple(games),
        cursor=manifest.cursor if manifest else None,
        private=manifest is not None and manifest.private,
        answers=found,
    )


def as_json(numbers: Numbers) -> bytes:
    """Return the numbers as JSON: each question with its title, what it tells, and its rows as objects."""
    document = {
        "from": numbers.since,
        "to": numbers.until,
        "games": numbers.games,
        "cursor": numbers.cursor,
        "private": numbers.private,
        "questions": {
            name: {"title": questions()[name].title, "tells": questions()[name].tells, "rows": [*found.records()]}
            for name, found in numbers.answers.items()
        },
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
