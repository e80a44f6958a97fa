"""Hostile requests to tournaments: refused with a code, without a trace, and soon."""

import asyncio
from typing import Any

import pytest
from litestar import Litestar

from tests.service.http.meetings import announced, of_house, upload
from tests.service.http.party import id_of, newcomer
from tests.service.http.surface import Client

BOMBS: dict[str, bytes] = {
    "commas": b"player\n" + b"," * 60_000,
    "quotes": b"player\n" + b'"' * 60_001,
    "one field": b'player\n"' + b"x" * 60_000 + b'"',
    "empty lines": b"player\n" * 1 + b"\n" * 60_000,
    "columns": b",".join([b"player"] * 8_000),
    "marks": b"\xef\xbb\xbf" * 20_000,
    "UTF-16": "player\n00000000-0000-4000-8000-000000000009".encode("utf-16"),
    "zeros": b"player\n" + b"\0" * 60_000,
    "zero in a name": b"team,player\n\0,00000000-0000-4000-8000-000000000009",
}


@pytest.mark.parametrize("bomb", BOMBS)
async def test_an_upload_that_is_a_bomb_is_refused(client: Client, bomb: str) -> None:
    meeting = await announced(client, registration="upload")

    answer = await upload(meeting, BOMBS[bomb])

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")
    assert len(answer.content) < 2_000


@pytest.mark.parametrize(
    "command",
    [
        {"type": "add_entrants", "entrants": [{"members": ["00000000-0000-4000-8000-000000000009"], "name": "Mine"}]},
        {"type": "cancel", "reason": "other", "note": "Mine"},
        {"type": "finish_round", "reason": "other", "note": "Mine"},
        {"type": "rule", "round": 1, "reason": "other", "note": "Mine"},
        {"type": "enter_late", "members": ["00000000-0000-4000-8000-000000000009"], "name": "Mine"},
        {"type": "draft_round", "given": [["00000000-0000-4000-8000-000000000009"] * 14] * 100},
    ],
    ids=lambda command: str(command["type"]),
)
async def test_what_strangers_ask_leaves_nothing(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch, command: dict[str, Any]
) -> None:
    meeting, stranger = await of_house(client, 4), await newcomer(client)
    monkeypatch.setattr(app.state.services, "notes", None)
    monkeypatch.setattr(app.state.services.parlour, "calculator", None)

    answer = await client.post(f"{meeting.path}/commands", json=command, headers=stranger)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_role")


async def test_a_round_is_not_paired_when_none_can_be_drafted(
    client: Client, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = await announced(client)
    monkeypatch.setattr(app.state.services.parlour, "calculator", None)  # a command that needs it fails

    answer = await meeting.ask(meeting.director, "draft_round")

    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")


async def test_two_directors_publish_a_round_once(client: Client) -> None:
    meeting, other = await of_house(client, 4), await newcomer(client)
    person = await id_of(client, other)
    await meeting.must(meeting.director, "appoint", person=person, role="director")
    await meeting.must(meeting.director, "draft_round")

    answers = await asyncio.gather(
        *(meeting.ask(who, "publish_round", key="same") for who in (meeting.director, other, meeting.director, other))
    )

    codes = sorted(answer.json().get("code", "done") for answer in answers)
    assert codes == ["done", "done", "no_draft", "no_draft"]
    assert len((await meeting.shown(other, "/rounds/1"))["round"]["tables"]) == 2


@pytest.mark.parametrize("after", ["999999999999999", "12-1-00000000", "1.2", "-1", "a" * 64])
async def test_a_cursor_of_another_stream_is_refused(client: Client, after: str) -> None:
    meeting = await announced(client)

    answers = [await meeting.get(meeting.director, path, after=after) for path in ("/events", "/stream")]

    assert all(answer.status_code in {400, 404} for answer in answers), [answer.text for answer in answers]
