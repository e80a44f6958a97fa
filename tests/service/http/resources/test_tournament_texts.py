"""Texts of a tournament: what stands for them in events is found, and nothing is kept of a refused command."""

import dataclasses
from collections.abc import Collection
from typing import get_args

import pytest
from msgspec import UNSET, inspect
from msgspec.structs import replace

from domain.tournament.events import AnyTournamentEvent, EntrantsAdded, TournamentCancelled
from domain.tournament.settings import Note
from service.accounts import port
from service.accounts.memory import MemoryAccounts
from service.http.resources.tournament_texts import notes_in
from tests.domain.tournament.tournaments import AT, DIRECTOR, NOTE, player, team
from tests.service.http.occasions import TOURNAMENT
from tests.service.http.party import Document, id_of, newcomer
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served

KIND = inspect.type_info(Note)


def may_have(kind: inspect.Type) -> bool:
    """Return whether a value of a type may be a note, or have one in it."""
    if kind == KIND:
        return True
    match kind:
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            return may_have(inner)
        case inspect.UnionType(types=types):
            return any(map(may_have, types))
        case inspect.StructType(fields=fields):
            return any(may_have(each.type) for each in fields)
        case _:
            return False


def test_notes_stand_nowhere_but_where_they_are_looked_for() -> None:
    kinds = inspect.multi_type_info(get_args(AnyTournamentEvent))
    fields = [each for kind in kinds if isinstance(kind, inspect.StructType) for each in kind.fields]

    assert {each.name for each in fields if may_have(each.type)} == {"title", "name", "note", "entered"}


def test_names_of_those_who_are_entered_are_found() -> None:
    added = EntrantsAdded(DIRECTOR, 1, (player(0), team(1)), at=AT)

    assert list(notes_in(added)) == [NOTE]


def test_what_is_not_shown_is_not_found() -> None:
    cancelled = TournamentCancelled(DIRECTOR, reason="other", note=NOTE, at=AT)

    assert list(notes_in(cancelled)) == [NOTE]
    assert list(notes_in(replace(cancelled, note=UNSET))) == []


class Notebook(MemoryAccounts):
    """Accounts that tell what notes were kept."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    async def keep_note(self, note: port.Note) -> bytes:
        self.texts.append(note.text)
        return await super().keep_note(note)

    async def add_notes(self, notes: Collection[port.Note]) -> None:
        self.texts += [each.text for each in notes]
        await super().add_notes(notes)


CANCELLED: Document = {"type": "cancel", "reason": "other", "note": "It rains."}
CORRECTION: Document = {"type": "rule", "round": 1, "measures": [], "reason": "other", "note": "I like to write."}
TEAM: Document = {"type": "register", "members": ["me"], "name": "Writers"}


@pytest.mark.parametrize("body", [CORRECTION, TEAM, {"type": "cancel", "reason": "other", "note": "x" * 501}])
async def test_nothing_is_kept_of_what_a_refused_command_says(body: Document) -> None:
    notebook = Notebook()
    async with (
        served(IN_MEMORY, dataclasses.replace(in_memory(), accounts=notebook)) as app,
        InProcess(app) as client,
    ):
        director = await newcomer(client)
        me = await id_of(client, director)
        announced = await client.post(
            "/v1/tournaments", json={"settings": TOURNAMENT, "title": "An evening"}, headers=director
        )
        sent = body | ({"members": [me]} if "members" in body else {})
        path = f"{announced.headers['location']}/commands"

        refused = await client.post(path, json=sent, headers=director)
        done = await client.post(path, json=CANCELLED, headers=director)

    assert (refused.is_success, done.is_success) == (False, True), refused.text
    assert notebook.texts == ["An evening", "It rains."]


async def test_nothing_is_kept_of_the_title_of_a_refused_tournament() -> None:
    notebook = Notebook()
    settings = replace(IN_MEMORY, limit_tournaments=1)
    async with (
        served(settings, dataclasses.replace(in_memory(), accounts=notebook)) as app,
        InProcess(app) as client,
    ):
        director = await newcomer(client)
        bad = {"settings": TOURNAMENT | {"team_size": 2}, "title": "Of teams"}
        bodies = [bad, *({"settings": TOURNAMENT, "title": title} for title in ("One", "Another"))]
        answers = [await client.post("/v1/tournaments", json=body, headers=director) for body in bodies]

    assert [answer.status_code for answer in answers] == [400, 201, 429]
    assert notebook.texts == ["One"]
