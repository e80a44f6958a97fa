"""Entity tags of tournaments, and the forms in which standings are given."""

from typing import Any

import pytest

from service.http.wire import responses
from tests.service.http.meetings import SETTINGS, announced, of_house, play_round
from tests.service.http.party import id_of, newcomer
from tests.service.http.surface import Client


async def test_a_tag_is_that_of_what_its_viewer_was_shown(client: Client) -> None:
    meeting = await announced(client)
    stranger = await newcomer(client)
    shown = await meeting.get(stranger)

    same = await client.get(meeting.path, headers=stranger | {"If-None-Match": shown.headers["etag"]})
    other = await client.get(meeting.path, headers=meeting.director | {"If-None-Match": shown.headers["etag"]})
    assert (same.status_code, other.status_code) == (304, 200)
    assert other.json()["version"] == shown.json()["version"]
    assert (shown.json()["tournament"]["role"], other.json()["tournament"]["role"]) == (None, "director")


async def test_a_tournament_has_the_same_tag_when_it_is_announced_and_when_it_is_shown(client: Client) -> None:
    director = await newcomer(client)
    announced = await client.post("/v1/tournaments", json={"settings": SETTINGS, "title": "Cup"}, headers=director)

    shown = await client.get(announced.headers["location"], headers=director)

    assert (shown.json(), shown.headers["etag"]) == (announced.json(), announced.headers["etag"])


async def test_the_tag_of_the_entrants_is_another_one_when_the_name_of_a_team_is_deleted(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, **teams)
    people = [await newcomer(client) for _ in range(3)]
    ids = [await id_of(client, each) for each in people]
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(people[0], "register", members=ids, name="The Rooks")
    await meeting.must(meeting.director, "cancel", reason="other")

    named = await meeting.get(people[1], "/entrants")
    assert (await client.delete("/v1/me", headers=people[0])).status_code == 204
    nameless = await meeting.get(people[1], "/entrants")

    assert [*named.json()["texts"].values()] == ["The Rooks"]
    assert (nameless.json()["version"], nameless.json()["texts"]) == (named.json()["version"], {})
    assert nameless.headers["etag"] != named.headers["etag"]


async def test_what_is_read_of_a_tournament_is_not_sent_again_to_who_has_it(client: Client) -> None:
    meeting = await of_house(client, 2)
    for number in (1, 2):
        await play_round(meeting, number)
    await meeting.until("finished")

    for path in ("", "/entrants", "/rounds/1", "/rulings", "/standings", "/rounds/1/deals", "/record"):
        whole = await meeting.get(meeting.director, path)
        same, other = [
            await meeting.get(meeting.director | {"If-None-Match": tag}, path) for tag in (whole.headers["etag"], '"0"')
        ]
        assert (path, same.status_code, same.content) == (path, 304, b"")
        assert (same.headers["etag"], other.content) == (whole.headers["etag"], whole.content)


async def test_a_title_that_was_deleted_is_not_confirmed_to_who_has_it(client: Client) -> None:
    meeting = await announced(client)
    stranger = await newcomer(client)
    await meeting.must(meeting.director, "cancel", reason="other")
    shown = await meeting.get(stranger)

    assert (await client.delete("/v1/me", headers=meeting.director)).status_code == 204
    again = await client.get(meeting.path, headers=stranger | {"If-None-Match": shown.headers["etag"]})

    assert [*shown.json()["texts"].values()] == ["An evening"]
    assert (again.status_code, again.json()["version"], again.json()["texts"]) == (200, shown.json()["version"], {})


async def test_standings_in_csv_are_not_taken_for_those_in_json(client: Client) -> None:
    meeting = await announced(client)
    path = f"{meeting.path}/standings"
    as_json, as_csv = [
        await client.get(path, headers=meeting.director | {"Accept": form}) for form in ("application/json", "text/csv")
    ]
    tags = [as_json.headers["etag"], as_csv.headers["etag"]]
    again = {
        (form, tag): (
            await client.get(path, headers=meeting.director | {"Accept": form, "If-None-Match": tag})
        ).status_code
        for form in ("application/json", "text/csv")
        for tag in tags
    }

    assert as_csv.text == "rank,entrant,points\r\n"
    assert all("Accept" in each.headers.get_list("vary") for each in (as_json, as_csv))
    assert again == {
        ("application/json", tags[0]): 304,
        ("application/json", tags[1]): 200,
        ("text/csv", tags[0]): 200,
        ("text/csv", tags[1]): 304,
    }


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/csv", "text/csv"),
        ("text/csv;q=0, */*", "application/json"),
        ("application/json;q=0.5, text/csv;q=0.9", "text/csv"),
        ("text/html, */*;q=0.8", "application/json"),
    ],
)
async def test_standings_have_the_form_that_is_liked_best(client: Client, accept: str, form: str) -> None:
    meeting = await announced(client)

    answer = await client.get(f"{meeting.path}/standings", headers=meeting.director | {"Accept": accept})

    assert answer.headers["content-type"].partition(";")[0] == form


async def test_standings_are_not_hashed_where_others_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = await of_house(client, 2)

    def hashed(*_: Any) -> str:
        raise AssertionError("it may have many megabytes")

    monkeypatch.setattr(responses, "tag_of", hashed)
    answers = [await meeting.get(meeting.director, "/standings", format=form) for form in ("json", "csv")]

    assert [each.status_code for each in answers] == [200, 200]
    for form, each in zip(("json", "csv"), answers, strict=True):
        again = meeting.director | {"If-None-Match": each.headers["etag"]}
        assert (await meeting.get(again, "/standings", format=form)).status_code == 304
    assert answers[0].headers["etag"] != answers[1].headers["etag"]
