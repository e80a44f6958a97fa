"""Advice for clients that do not know the rules: it changes nothing, and tells only what views tell."""

import asyncio
import random
import sys
from types import FrameType
from typing import Any

import pytest
from litestar import Litestar
from msgspec import structs

from domain import GAMES
from domain.game import Happened
from domain.games.honors.hands import mask
from domain.games.honors_2.moves import Lay
from domain.games.honors_3.moves import Accept, Offer
from domain.games.honors_4.moves import DrawStock
from domain.games.literature.events import SetDeclared
from domain.games.literature.moves import Declare
from domain.match import GameFinished
from domain.table import MakeMove, Snapshot, clock, decide, judge_move
from domain.table.clock import clock_steps
from service.http.resources.advice import ticked
from service.runtime.background import running
from tests.domain.tables import ADA, BEN, CLEO, after, playing
from tests.service.http.party import Document, Header, Party, meeting, newcomer
from tests.service.http.surface import Client


async def judged(table: Party, header: Header, body: Document) -> Document:
    """Return what is said of a move."""
    answer = await table.client.post(f"{table.path}/moves/check", json=body, headers=header)
    assert answer.status_code == 200, answer.text
    document: Document = answer.json()
    return document


async def chosen(table: Party) -> tuple[Header, Document]:
    """Return who may act, and a move of theirs."""
    choice = await table.choice(random.Random(1))
    assert choice is not None
    seat, move = choice
    return table.players[seat], move


@pytest.mark.parametrize(
    ("meant_for", "code"),
    [({"expected_version": 1}, "stale_version"), ({"decision": "0.1"}, "decision_over"), ({}, None)],
)
async def test_a_move_is_judged_as_it_would_be_made(client: Client, meant_for: dict[str, Any], code: str) -> None:
    table = await meeting(client)
    await table.start()
    player, move = await chosen(table)
    before = await table.view(player)

    judgement = await judged(table, player, move | meant_for)
    assert await table.view(player) == before
    made = await client.post(f"{table.path}/moves", json=move | meant_for, headers=player)

    assert (judgement["code"], judgement["legal"]) == (code, code is None)
    assert (made.json().get("code"), made.is_success) == (code, code is None)


@pytest.mark.parametrize(("seat", "code"), [(1, "wrong_phase"), (1.0, "malformed_move")])
async def test_an_integer_of_a_move_has_no_fraction(client: Client, seat: float, code: str) -> None:
    table = await meeting(client)
    await table.start()
    player, _ = await chosen(table)
    move = {"move": {"type": "propose", "recipient": seat}}

    judgement = await judged(table, player, move)
    refused = await client.post(f"{table.path}/moves", json=move, headers=player)

    assert (judgement["code"], refused.json()["code"]) == (code, code)


async def test_why_a_move_would_be_refused_is_said_as_when_it_is(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    player, _ = await chosen(table)
    nothing = {"move": {"type": "lay_aside", "cards": []}}

    judgement = await judged(table, player, nothing)
    refused = (await client.post(f"{table.path}/moves", json=nothing, headers=player)).json()

    assert judgement["code"] == "wrong_number_of_cards"
    assert judgement["message"]["template"].startswith("You lay aside")
    assert [judgement[name] for name in ("code", "detail", "message")] == [
        refused[name] for name in ("code", "detail", "message")
    ]


def with_deck(
    game: str, players: int, cards: str, exchanged: tuple[str, str], **options: object
) -> tuple[Snapshot, Snapshot]:
    """Return two tables, with these cards on top of the first deck; two are exchanged in that of the second one."""
    rules, top = GAMES[game], cards.split()
    deck = (*top, *(card for card in rules.deck if card not in top))
    names = dict(zip(exchanged, reversed(exchanged), strict=True))
    decks = (deck, tuple(names.get(card, card) for card in deck))
    one, other = (playing(game, players, decks=(each,), options=options) for each in decks)
    return one, other


def offered(snapshot: Snapshot, seat: int) -> tuple[Any, ...]:
    """Return the moves that are offered to a seat."""
    decision = snapshot.offered(seat)
    assert decision is not None
    return decision.moves


def work(snapshot: Snapshot, command: MakeMove[Any]) -> list[str]:
    """Return the names of what is called, in that order, to judge a legal move that has been judged before."""
    called: list[str] = []
    judge_move(snapshot, command, snapshot.at)

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.append(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        judge_move(snapshot, command, snapshot.at)
    finally:
        sys.setprofile(before)
    return called


def test_a_draw_is_judged_by_the_same_work_whether_it_wins() -> None:
    wins, goes_on = with_deck("honors_4", 2, "A-1 F-1 A-2", ("A-2", "L-4"))
    draw = MakeMove(BEN, DrawStock())

    assert work(wins, draw) == work(goes_on, draw)


def test_an_exchange_is_judged_by_the_same_work_whatever_is_offered() -> None:
    """With A-4 Cleo gets a book, and is out: the next deal follows."""
    cards = "A-4 A-1 B-1 B-2 B-3 B-4 C-1 C-2 A-2 C-3 C-4 D-1 D-2 D-3 D-4 A-3"
    lucky, other = (
        after(each, decide(each, MakeMove(BEN, Offer((card,))), each.at))
        for each, card in zip(with_deck("honors_3", 7, cards, ("A-4", "L-4")), ("A-4", "L-4"), strict=True)
    )
    accept = MakeMove(CLEO, Accept(("K-4",), 1))

    assert work(lucky, accept) == work(other, accept)


def test_a_declaration_is_judged_by_the_same_work_whether_it_is_right() -> None:
    held, others = ["3C", "4C", "5C", "7C", "6C", "8C"], ["3D", "4D", "5D", "6D", "7D", "8D"]
    dealt = " ".join(f"{other} {card}" for other, card in zip(others, held, strict=True))
    stays = {"false_declaration": "set_stays_turn_passes"}
    right, wrong = with_deck("literature", 6, dealt, ("3C", "3D"), **stays)
    declare = MakeMove(ADA, Declare("low_clubs", dict(zip(held, (2, 4, 0, 2, 4, 0), strict=True))))

    made = [event for each in (right, wrong) for event in decide(each, declare, each.at)]
    outcomes = [event.outcome for event in made if isinstance(event, SetDeclared)]
    assert (outcomes, declare.move in offered(right, 0)) == (["won", "lost"], False)
    assert work(right, declare) == work(wrong, declare)


def test_cards_in_another_order_are_laid_by_the_same_work_whatever_others_hold() -> None:
    """Who lays them is out. With A-4 in the hand Ada has not enough to win."""
    begun = playing("honors_2", 2)
    ended, goes_on = (
        structs.replace(begun, state=structs.replace(
            begun.state, match=structs.replace(begun.state.match, totals=(145, 0)), phase="play",
            hands=(mask((card,)), mask(("K-1", "K-2", "K-3"))), table=(mask(("L-1", "L-2", "L-3")), 0),
        ))
        for card in ("A-1", "A-4")
    )  # fmt: skip
    lay = MakeMove(BEN, Lay(("K-3", "K-1", "K-2")))

    over = [GameFinished in map(type, decide(each, lay, each.at)) for each in (ended, goes_on)]
    assert (over, lay.move in offered(ended, 1)) == ([True, False], False)
    assert work(ended, lay) == work(goes_on, lay)


async def test_suggestions_are_moves_of_the_decision_and_as_many_as_wanted(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    player, _ = await chosen(table)
    decision = (await table.view(player))["decision"]

    for n in (1, 2, 100):
        answer = await client.get(f"{table.path}/moves/suggestions", params={"n": n}, headers=player)
        suggested = answer.json()
        assert [suggested[name] for name in ("decision", "grade")] == [decision["id"], decision["grade"]]
        assert len(suggested["moves"]) == min(n, len(decision["moves"]))
        assert all(move in decision["moves"] for move in suggested["moves"])


async def test_nothing_is_suggested_to_a_player_for_whom_the_house_plays(client: Client) -> None:
    settings = {"turn_limit_ms": 1_000, "defaults_until_absent": 1, "house_takes_over": True}
    table = await meeting(client, settings=settings)
    await table.start()
    player, _ = await chosen(table)
    path = f"{table.path}/moves/suggestions"
    assert (await client.get(path, headers=player)).status_code == 200

    async with asyncio.timeout(60):
        while (view := await table.view(player))["table"]["presence"][view["seat"]]["house"] is None:
            await client.get(f"{table.path}/events?after={view['table']['version']}&wait=5", headers=player)
    answer = await client.get(path, headers=player)

    assert (answer.status_code, answer.json()["code"]) == (409, "house_plays")


async def test_a_judgement_does_not_tell_late_spectators_how_far_the_game_is(client: Client) -> None:
    table, spectator = await meeting(client, settings={"spectator_delay": 3}), await newcomer(client)
    await table.start()
    for _ in range(5):
        player, move = await chosen(table)
        await client.post(f"{table.path}/moves", json=move, headers=player)
    view = await table.view(spectator)
    assert view["table"]["version"] < (await table.view(table.players[0]))["table"]["version"]

    judgement = await judged(table, spectator, move)

    assert (judgement["code"], judgement["version"]) == ("not_seated", view["table"]["version"])


async def test_others_have_their_turn_while_thousands_of_clock_steps_are_overdue(
    app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = app.state.services
    overdue = playing("literature", 6, settings={"turn_limit_ms": 1_000})
    tomorrow, stretches = overdue.at + 86_400_000, [0]

    def counted(snapshot: Snapshot, at: int) -> Happened:
        stretches[-1] += 1
        return clock_steps(snapshot, at)

    async def others() -> None:
        while True:
            stretches.append(0)
            await asyncio.sleep(0)

    monkeypatch.setattr(clock, "clock_steps", counted)
    async with running(others):
        late = await ticked(services.parlour.history, overdue, tomorrow)

    assert late.table.finished_at is not None
    assert sum(stretches) > 1_000
    assert max(stretches) <= services.pace.turn_entries * 2, "it is asked twice for each moment"
    assert late == clock.ticked(overdue, tomorrow)
