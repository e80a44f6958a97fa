"""Lists of entrants that are uploaded, teams, and what is said of settings and commands that are wrong."""

import gzip
from itertools import chain

import httpx
import pytest

from domain.tournament import NewEntrant, Tournament, registration
from tests.service.http.meetings import NOBODY, SETTINGS, announced, ids, of_house, play_round, upload
from tests.service.http.party import Document, id_of, newcomer
from tests.service.http.surface import Client


async def test_players_are_uploaded(client: Client) -> None:
    meeting = await announced(client, registration="upload")
    players = await ids(client, 3)

    answer = await upload(meeting, "\ufeffPlayer\r\n" + "\r\n".join(players) + "\r\n\r\n")

    assert answer.status_code == 200, answer.text
    entrants = (await meeting.shown(meeting.director, "/entrants"))["entrants"]
    assert [each["id"] for each in entrants] == players


async def test_a_list_without_names_is_decided_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    meeting, players = await announced(client, registration="upload"), await ids(client, 3)
    decided, look = list[int](), registration.must_be_addable

    def counted(tournament: Tournament, new: tuple[NewEntrant, ...]) -> None:
        decided.append(len(new))
        look(tournament, new)

    monkeypatch.setattr(registration, "must_be_addable", counted)

    answer = await upload(meeting, "player\n" + "\n".join(players))

    assert answer.status_code == 200, answer.text
    assert decided == [len(players)], "nobody has a turn between two decisions, which take long for a long list"


async def test_a_team_enters_when_its_people_have_accepted(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, **teams)
    ada, ben, cleo, dan = [await newcomer(client, name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    people = [await id_of(client, who) for who in (ada, ben, dan)]
    await meeting.must(meeting.director, "open_registration")
    asked = await meeting.ask(ada, "register", members=people, name="The Rooks")
    (team,) = (await meeting.shown(ben, ""))["tournament"]["invitations"]
    listed = [(await meeting.shown(who, "/entrants"))["entrants"] for who in (ben, cleo)]
    feeds = [(await meeting.shown(who, "/events"))["events"] for who in (ben, cleo)]
    strangers = await meeting.ask(cleo, "accept", entrant=team)
    await meeting.must(dan, "accept", entrant=team)

    accepted = await meeting.ask(ben, "accept", entrant=team)

    assert types_of(asked) == ["entrant_invited"]
    assert [[(each["state"], each["waits_for"]) for each in some] for some in listed] == [[("invited", people[1:])], []]
    assert [feed[-1]["event"]["type"] for feed in feeds] == ["entrant_invited", "registration_opened"]
    assert strangers.json()["code"] == "no_such_entrant"
    assert types_of(accepted) == ["invitation_accepted", "entrant_entered"]
    assert (await meeting.shown(ben, ""))["tournament"]["entrant"] == team


async def test_a_team_that_waits_is_entered_late_under_its_id_and_name_with_its_substitutes(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, limit=2, late_entries={"until_round": 1}, **teams)
    await meeting.must(meeting.director, "open_registration")
    people, ids_of_teams = [], []
    for name in ("The Rooks", "The Owls", "The Jays"):
        captain, *others = [await newcomer(client) for _ in range(4)]
        *members, other = [await id_of(client, each) for each in (captain, *others)]
        people.append(members)
        await meeting.must(captain, "register", members=members, substitutes=[other], name=name)
        ids_of_teams.append((await meeting.shown(captain))["tournament"]["entrant"])
        await meeting.must(meeting.director, "approve", entrant=ids_of_teams[-1])
    await meeting.must(meeting.director, "open_check_in")
    for team in ids_of_teams:
        await meeting.must(meeting.director, "check_in", entrant=team)
    await meeting.must(meeting.director, "start_rounds")
    await meeting.must(meeting.director, "withdraw", entrant=ids_of_teams[0])
    joins = {"entrant": ids_of_teams[2], "leaves": people[2][0], "joins": other}
    await meeting.must(meeting.director, "substitute", **joins)

    await meeting.must(meeting.director, "enter_late", members=[other, *people[2][1:]])

    found = await meeting.shown(meeting.director, "/entrants")
    assert {each["id"]: (each["state"], found["texts"][each["name"]]) for each in found["entrants"]} == {
        ids_of_teams[0]: ("withdrawn", "The Rooks"),
        ids_of_teams[1]: ("entered", "The Owls"),
        ids_of_teams[2]: ("entered", "The Jays"),
    }
    assert found["entrants"][2]["substitutes"] == people[2][:1]


async def test_a_team_is_entered_late_under_its_id_whoever_of_its_people_has_accepted(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, late_entries={"until_round": 1}, **teams)
    captain, *others = [await newcomer(client) for _ in range(3)]
    people = [await id_of(client, each) for each in (captain, *others)]
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(captain, "register", members=people, name="The Jays")
    team = (await meeting.shown(captain))["tournament"]["entrant"]
    await meeting.must(meeting.director, "add_house", count=2)
    await meeting.must(meeting.director, "open_check_in")
    await meeting.must(meeting.director, "start_rounds")

    await meeting.must(meeting.director, "enter_late", members=people[::-1])

    found = (await meeting.shown(captain, "/entrants"))["entrants"]
    assert [(each["id"], each["state"], each["waits_for"]) for each in found if each["house"] is None] == [
        (team, "entered", [])
    ]


def types_of(answer: httpx.Response) -> list[str]:
    """Return what has happened."""
    return [each["event"]["type"] for each in answer.json()["events"]]


async def test_teams_are_uploaded_with_their_names_and_substitutes(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "registration": "upload"}
    meeting = await announced(client, **teams)
    players = await ids(client, 7)
    rows = [
        "team,player,substitute",
        *(f"The {'AB'[n // 3]}s,{players[n]}," for n in range(6)),
        f"The As,{players[6]},yes",
    ]

    answer = await upload(meeting, "\n".join(rows))

    assert answer.status_code == 200, answer.text
    found = await meeting.shown(meeting.director, "/entrants")
    first, second = found["entrants"]
    assert first["members"] == players[:3]
    assert first["substitutes"] == players[6:]
    assert second["members"] == players[3:6]
    assert [found["texts"][each["name"]] for each in (first, second)] == ["The As", "The Bs"]


@pytest.mark.parametrize(
    ("text", "media_type", "status", "code"),
    [
        ("", "text/csv", 400, "invalid_body"),
        ("name\nAda", "text/csv", 400, "invalid_body"),
        ("player\nAda", "text/csv", 400, "invalid_body"),
        ("player\n", "text/csv", 400, "invalid_body"),
        ("team,player\nA", "text/csv", 400, "invalid_body"),
        ("team,player,substitute\nA,00000000-0000-4000-8000-000000000009,perhaps", "text/csv", 400, "invalid_body"),
        (b"player\n\xff", "text/csv", 400, "invalid_body"),
        ('player\n"a"b', "text/csv", 400, "invalid_body"),
        ("player\n00000000-0000-4000-8000-000000000009", "text/csv", 404, "not_found"),
        ("player\n00000000000040008000000000000009", "text/csv", 400, "invalid_body"),
        ("player\n{00000000-0000-4000-8000-000000000009}", "text/csv", 400, "invalid_body"),
        ("player", "application/json", 415, "unsupported_media_type"),
        ("player\n" + 2_000 * "00000000-0000-4000-8000-000000000009\n", "text/csv", 413, "body_too_large"),
        ("player\n" + 1_001 * "00000000-0000-4000-8000-000000000009\n", "text/csv", 400, "invalid_body"),
    ],
)
async def test_an_upload_that_is_no_list_is_refused(
    client: Client, text: str | bytes, media_type: str, status: int, code: str
) -> None:
    meeting = await announced(client, registration="upload")

    answer = await upload(meeting, text, media_type)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await meeting.shown(meeting.director, "/entrants"))["entrants"] == []


async def test_a_compressed_list_is_not_taken_for_a_broken_one(client: Client) -> None:
    meeting = await announced(client, registration="upload")
    (player,) = await ids(client, 1)
    headers = meeting.director | {"Content-Type": "text/csv", "Content-Encoding": "gzip"}

    sent = gzip.compress(f"player\n{player}\n".encode())
    answer = await client.post(f"{meeting.path}/entrants", content=sent, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert answer.json()["detail"] == "Content-Encoding is 'gzip'. Send the body without compression."


async def test_of_an_upload_without_players_it_is_said_that_it_has_none(client: Client) -> None:
    meeting = await announced(client, registration="upload")

    answers = [await upload(meeting, text) for text in ("player\n", "team,player\n\n")]

    assert [each.json()["detail"] for each in answers] == ["The body: It has no rows after the first one."] * 2


async def test_teams_play_literature_with_exchanged_seats(client: Client) -> None:
    meeting = await of_house(
        client,
        2,
        game="literature",
        options={},
        team_size=3,
        exchanged_seats=True,
        scoring="difference",
        tie_breaks=["wins"],
        seating={"format": "round_robin", "rounds": 1, "places": 2},
    )
    await play_round(meeting, 1)
    await meeting.until("finished")

    shown = (await meeting.shown(meeting.director, "/rounds/1"))["round"]["tables"]
    entrants = {
        each["id"]: each["members"] for each in (await meeting.shown(meeting.director, "/entrants"))["entrants"]
    }
    standings = (await meeting.shown(meeting.director, "/standings"))["standings"]

    assert [(table["number"], table["half"]) for table in shown] == [(1, 0), (1, 1)]
    assert sorted(player for table in shown for player in table["seats"]) == sorted(chain(*entrants.values()))
    commitments, first = set(), []
    for table in shown:
        header = (await client.get(f"/v1/tables/{table['id']}", headers=meeting.director)).json()
        commitments.add(header["deal"]["commitment"])
        first.append(next(team for team, members in entrants.items() if header["seats"][0] in members))
    assert len(commitments) == 1, "both tables have the same cards"
    assert len(set(first)) == 2, "the teams sit the other way round"
    assert sum(row["points"] for row in standings) == 0, "what one team is ahead, the other is behind"


@pytest.mark.parametrize(
    ("settings", "code", "pointer"),
    [
        ({"game": "honors_5"}, "no_such_game", "/settings/game"),
        ({"options": {"max_deals": 0}}, "invalid_option", "/settings/options/max_deals"),
        ({"options": {"max_deal": 1}}, "invalid_option", "/settings/options/max_deal"),
        ({"options": {"max_deals": 1.0}}, "invalid_option", "/settings/options/max_deals"),
        ({"options": {"players": 2}}, "invalid_option", "/settings/options/players"),
        ({"warning_ms": 5}, "invalid_setting", "/settings/warning_ms"),
        ({"check_in_ms": 0}, "invalid_setting", "/settings/check_in_ms"),
        ({"tie_breaks": ["wins", "wins"]}, "invalid_setting", "/settings/tie_breaks/1"),
        (
            {"seating": {"format": "round_robin", "rounds": 2, "groups": 2}},
            "invalid_setting",
            "/settings/seating/groups",
        ),
        ({"seating": {"format": "swis", "rounds": 2}}, "invalid_body", "/settings/seating/format"),
        ({"seating": {"format": "swiss", "rounds": 101}}, "invalid_body", "/settings/seating/rounds"),
    ],
)
async def test_a_bad_setting_is_pointed_to_where_it_stands(
    client: Client, settings: Document, code: str, pointer: str
) -> None:
    director = await newcomer(client, "Dora")
    answer = await client.post("/v1/tournaments", json={"settings": SETTINGS | settings}, headers=director)

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"type": "register", "nme": "Us"}, "Allowed fields: `type`, `name`, `members`, `substitutes`, `code`."),
        ({"type": "regster"}, "Allowed values: `open_registration`, `register`, `accept`, "),
        ({"type": "regster"}, ", `appoint`, `dismiss`."),
        ({"type": "cancel", "reason": "rain"}, "`told_of_cards`, `wrong_entry`."),
    ],
)
async def test_of_a_bad_command_it_is_said_what_would_be_right(client: Client, body: Document, detail: str) -> None:
    meeting = await announced(client)
    answer = await client.post(f"{meeting.path}/commands", json=body, headers=meeting.director)

    assert answer.status_code == 400
    assert detail in answer.json()["detail"]


async def test_bad_tables_of_a_manual_round_are_refused_with_the_code_of_a_bad_draft(client: Client) -> None:
    meeting = await of_house(client, players=4, seating={"format": "manual", "rounds": 1, "places": 2})
    nobody = "00000000-0000-4000-8000-000000000000"
    for given in ([], [[nobody, nobody]]):
        answer = await meeting.ask(meeting.director, "draft_round", given=given)

        assert (answer.status_code, answer.json()["code"]) == (409, "invalid_draft")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("appoint", {"person": NOBODY, "role": "scorer"}),
        ("add_entrants", {"entrants": [{"members": [NOBODY]}]}),
        ("register", {"members": [NOBODY]}),
    ],
)
async def test_somebody_who_is_no_player_is_not_found(client: Client, kind: str, fields: Document) -> None:
    meeting = await announced(client)
    await meeting.must(meeting.director, "open_registration")
    before = (await meeting.shown(meeting.director))["version"]

    answer = await meeting.ask(meeting.director, kind, **fields)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert NOBODY in answer.json()["detail"]
    assert (await meeting.shown(meeting.director))["version"] == before
