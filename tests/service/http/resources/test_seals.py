"""Seals of the log over HTTP: who sees what of them, and what they prove."""

from typing import Any
from uuid import UUID

from domain import GAMES, merkle
from domain.table import AbortByOperator
from service.seals.proofs import LATITUDE_MS
from service.seals.schemas import read_seal
from service.seals.sealing import make_seal
from service.store import LANES
from service.store.signing import key_id
from tests.domain.consistency import goes_on
from tests.service.http.occasions import ADA, Scene, over
from tests.service.http.party import SHORT, Party, official, table_of
from tests.service.seals.recomputed import check_sealed


async def seal(scene: Scene) -> None:
    parlour = scene.app.state.services.parlour
    await make_seal(parlour.event_log, parlour.signer, scene.clock)


async def shown(scene: Scene, path: str, **headers: str) -> Any:
    answer = await scene.client.get(path, headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


async def proof(scene: Scene, table: Party) -> Any:
    answer = await scene.client.get(f"{table.path}/record/proof", headers=table.players[ADA])
    return answer.json()


async def with_decks(scene: Scene) -> Party:
    """Open a table whose deck an operator has given."""
    decks = [GAMES["friendlier_than_thou"].deck]
    operator = await official(scene.app, "operator")
    return await table_of(scene.client, [operator], "friendlier_than_thou", **SHORT, decks=decks)


async def ended(scene: Scene, table: Party) -> None:
    await scene.app.state.services.parlour.engine.execute(UUID(table.id), AbortByOperator(UUID(int=1)))


async def test_a_seal_is_shown_to_everybody_and_can_be_checked(scene: Scene) -> None:
    await over(scene)
    await seal(scene)

    answer = await scene.client.get("/v1/seals/1")

    parlour = scene.app.state.services.parlour
    found = read_seal(answer.content)
    assert (found.number, found.cut, found.key_id) == (1, False, key_id(parlour.signer.public_key))
    assert await check_sealed(found, parlour.event_log.log_seals, "1-00000000", parlour.signer.public_key) == []
    assert answer.headers["cache-control"].startswith("public")


async def test_seals_are_listed_newest_first_in_pages(scene: Scene) -> None:
    assert await shown(scene, "/v1/seals") == {"seals": [], "next_before": None}
    for _ in range(5):
        await seal(scene)

    pages, path = [], "/v1/seals?limit=2"
    while path:
        answer = await scene.client.get(path)
        pages.append(answer.json())
        path = answer.links["next"]["url"] if "next" in answer.links else ""

    assert [[each["number"] for each in page["seals"]] for page in pages] == [[5, 4], [3, 2], [1]]
    assert [page["next_before"] for page in pages] == [4, 2, None]
    assert all("lanes" not in each for page in pages for each in page["seals"])


async def test_a_record_is_proved_to_be_in_the_newest_seal(scene: Scene) -> None:
    table = await over(scene)
    await seal(scene)
    await over(scene)
    await seal(scene)

    found = await proof(scene, table)

    record = await shown(scene, f"{table.path}/record", **table.players[ADA])
    assert (found["table"], found["version"], found["hash"]) == (
        record["table"],
        record["seal"]["version"],
        record["seal"]["hash"],
    )
    assert found["seal"] == (await shown(scene, "/v1/seals?limit=1"))["seals"][0]
    text = f"{found['position']}\n{found['table']}\n{found['version']}\n{found['hash']}"
    path = [bytes.fromhex(each) for each in found["lane_path"]]
    lane = merkle.root_by_inclusion(
        merkle.leaf_hash(text.encode()), found["position"] - 1, found["lane_position"], path
    )
    text = f"{found['lane']}\n{found['lane_position']}\n{lane.hex()}"
    path = [bytes.fromhex(each) for each in found["log_path"]]
    root = merkle.root_by_inclusion(merkle.leaf_hash(text.encode()), found["lane"], LANES, path)
    assert root.hex() == found["seal"]["root"]


async def test_one_seal_is_proved_to_go_on_another(scene: Scene) -> None:
    table = await over(scene)
    await seal(scene)
    await over(scene)
    await seal(scene)

    found = await shown(scene, "/v1/seals/2/consistency?since=1", **table.players[ADA])

    assert (found["first"], found["second"]) == (await shown(scene, "/v1/seals/1"), await shown(scene, "/v1/seals/2"))
    for earlier, later, path in zip(found["first"]["lanes"], found["second"]["lanes"], found["paths"], strict=True):
        roots = bytes.fromhex(earlier["root"]), bytes.fromhex(later["root"])
        hashes = [bytes.fromhex(each) for each in path]
        assert goes_on(earlier["position"], roots[0], later["position"], roots[1], hashes)


async def test_an_earlier_seal_does_not_go_on_a_later_one(scene: Scene) -> None:
    table = await over(scene)

    answer = await scene.client.get("/v1/seals/1/consistency?since=2", headers=table.players[ADA])

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


async def test_sizes_of_lanes_are_shown_when_games_with_given_decks_are_over(scene: Scene) -> None:
    table = await over(scene)
    await seal(scene)
    scene.clock.ahead += 2 * LATITUDE_MS
    secret = await with_decks(scene)
    await seal(scene)

    before, closed = await shown(scene, "/v1/seals/1"), await shown(scene, "/v1/seals/2")
    assert (before["lanes"] is not None, closed["lanes"]) == (True, None)
    assert (await proof(scene, table))["seal"]["number"] == 1

    await ended(scene, secret)

    assert (await shown(scene, "/v1/seals/2"))["lanes"] is not None
    assert (await proof(scene, table))["seal"]["number"] == 2


async def test_a_seal_that_may_cover_a_game_with_given_decks_is_closed_whatever_clocks_say(scene: Scene) -> None:
    await seal(scene)
    await with_decks(scene)

    assert (await shown(scene, "/v1/seals/1"))["lanes"] is None


async def test_a_game_that_ended_after_the_last_open_seal_is_not_proved_yet(scene: Scene) -> None:
    await seal(scene)
    table = await over(scene)

    assert (await proof(scene, table))["code"] == "not_sealed"

    await seal(scene)
    assert (await proof(scene, table))["format"] == "parlour-proof-1"
