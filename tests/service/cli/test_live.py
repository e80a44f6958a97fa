"""The commands against a service in processes of its own, from the first token to a verified record."""

import json
from pathlib import Path

import pytest

from tests.service.cli.conftest import Run, succeeded
from tests.serving import Service, eventually

QUICK = ("load", "friendlier_than_thou", "--option", "leading=programmed", "--players", "2")


def url_of(service: Service) -> str:
    return f"http://127.0.0.1:{service.port}"


@pytest.fixture(scope="module")
def operator(live: Service) -> str:
    """The token of an operator, made while the service runs on a database of its own."""
    return succeeded("token", "create", "--name", "Ada", "--role", "operator", "--data", live.data).strip()


def test_a_token_is_good_at_once_and_revoked_soon(run: Run, live: Service, operator: str) -> None:
    assert live.ask("GET", "/v1/me", token=operator)[1]["role"] == "operator"
    token = run("token", "create", "--name", "Ben", "--data", live.data).stdout.strip()
    assert live.ask("GET", "/v1/me", token=token)[0] == 200
    newest = run("token", "list", "--data", live.data).stdout.split()[0]

    assert run("token", "revoke", newest, "--data", live.data).exit_code == 0

    assert eventually(lambda: live.ask("GET", "/v1/me", token=token)[0] == 401)


def test_a_game_is_played_told_fetched_and_verified(run: Run, live: Service, operator: str, tmp_path: Path) -> None:
    file, moves = tmp_path / "game.json", tmp_path / "moves"
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": operator}

    played = run(*QUICK, "--acknowledged", moves, **settings)

    found = json.loads(played.stdout)
    assert played.exit_code == 0
    assert (found["finished"], found["faults"]) == (1, [])
    acknowledged = [json.loads(line) for line in moves.read_text().splitlines()]
    assert len(acknowledged) == found["moves"]
    game = acknowledged[0]["table"]

    fetched = run("record", game, **settings)
    file.write_bytes(fetched.stdout_bytes)
    key = live.ask("GET", "/v1/keys")[1]["keys"][0]["public_key"]
    verified = run("verify", file, "--key", key)
    told, told_again = run("replay", game, **settings), run("replay", file)

    assert fetched.exit_code == verified.exit_code == told.exit_code == 0
    assert "The record is true." in verified.stdout
    assert len(told.stdout.splitlines()) == len(json.loads(file.read_bytes())["events"])
    assert "Random player 0 takes seat 0" in told.stdout
    assert told.stdout.splitlines()[5:] == told_again.stdout.splitlines()[5:]


def test_a_game_that_goes_on_is_told_as_a_spectator_sees_it_and_has_no_record(
    run: Run, live: Service, operator: str
) -> None:
    _, table = live.ask("POST", "/v1/tables", {"game": "literature"}, token=operator)
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": operator}

    told, fetched = run("replay", table["id"], **settings), run("record", table["id"], **settings)

    assert told.stdout.split("  ")[-1].startswith("Ada opens a table for Literature with 6 seats")
    assert (fetched.exit_code, fetched.stdout) == (1, "")
    assert "The record opens when the game is finished. (record_closed)" in fetched.stderr


def test_an_operator_gives_a_reason_to_look_where_no_player_could(run: Run, live: Service, operator: str) -> None:
    player = live.ask("POST", "/v1/players", {"name": "Ben"})[1]["token"]
    _, table = live.ask("POST", "/v1/tables", {"game": "honors_4", "visibility": "private"}, token=player)
    live.ask("POST", f"/v1/tables/{table['id']}/seats", {}, token=player)
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": operator}

    refused = run("replay", table["id"], **settings)
    assert refused.exit_code == 1
    assert "(reason_required) Give --reason." in refused.stderr
    told = run("replay", table["id"], "--reason", "the appeal of seat 0", **settings)

    assert told.exit_code == 0, told.stderr
    assert "takes seat 0" in told.stdout
    looks = live.ask("GET", "/v1/audit/looks", token=operator)[1]["looks"]
    assert {look["reason"] for look in looks if look["table"] == table["id"]} == {"the appeal of seat 0"}
    live.ask("POST", f"/v1/tables/{table['id']}/abort", {}, token=player)
    assert "Give --reason." in run("record", table["id"], **settings).stderr
    assert run("record", table["id"], "--reason", "the appeal of seat 0", **settings).exit_code == 0


def test_a_person_who_has_no_token_is_told_to_give_one(run: Run, live: Service) -> None:
    result = run("record", "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e", "--url", url_of(live))

    assert result.exit_code == 1
    assert "If it is private, give --token, or set PARLOUR_TOKEN" in result.stderr


@pytest.mark.parametrize("arguments", [("record", "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"), ("load", "literature")])
def test_an_answer_that_is_not_the_services_is_told_from_a_refusal(
    run: Run, live: Service, arguments: tuple[str, ...]
) -> None:
    result = run(*arguments, "--url", f"http://127.0.0.1:{live.operations_port}")

    assert result.exit_code in {1, 2}
    assert "this is no answer of Parlour" in result.stderr
    assert "private" not in result.stderr


@pytest.mark.parametrize("arguments", [("load", "bridge"), ("play", "literature", "--players", "5")])
def test_a_game_that_the_service_does_not_have_is_a_mistake_of_usage(
    run: Run, live: Service, arguments: tuple[str, ...]
) -> None:
    assert run(*arguments, "--url", url_of(live)).exit_code == 2
