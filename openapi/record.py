"""Records the examples of the contract: a story is told to the service, and its real answers are kept.

    python -m openapi.record        writes openapi/examples/<operation>.json

`Story` asks and keeps; here is what it asks, in order.
"""

import asyncio
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import msgspec

from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU
from domain.games.honors_2 import HONORS_2
from domain.games.honors_4 import HONORS_4
from domain.games.literature import LITERATURE
from domain.table import AssignSeat, MakeMove, OpenTable, StartGame, TakeSeat, TournamentPlace
from openapi.story import DAY, MINUTE, Body, Story
from service.http.contract.operation_specs import OPERATIONS
from service.live.places import Places
from service.meeting import pairings
from service.seals.sealing import make_seal
from service.store import new_table_id
from service.webhooks.judging import delivered
from service.webhooks.port import Attempt

EXAMPLES = Path(__file__).parent / "examples"


async def tell(story: Story) -> None:
    """Tell the whole story."""
    await catalog(story)
    tokens = await players(story)
    await sitting_down(story, tokens)
    await sealing(story, tokens)
    await playing(story, tokens)
    await finishing(story, tokens)
    await abandoned(story, tokens)
    await overseen(story, tokens)
    await tournament(story, tokens)
    await results(story, tokens)
    await seeking(story, tokens)
    await chatting(story, tokens)
    await taking_back(story, tokens)
    await forgetting(story, tokens)
    await story.ask("listDumps", "Nothing is published yet")
    await history(story, tokens["Ben"])
    await signing_in(story, tokens)
    await webhooks(story, tokens["Ben"])
    await story.ask("listMessages", "The first of the messages")


async def history(story: Story, token: str) -> None:
    """Read the history of the games whose record is open by now."""
    some: dict[str, Any] = {"limit": 1, "fields": "number,table_id,game,status,reason"}
    page = await story.ask("getHistoryGames", "The first game", token=token, **some)
    await story.ask("getHistoryGames", "The next one", token=token, after=page["cursor"], **some)
    await story.ask("getHistoryGames", "A cursor of a history that is lost", token=token, after="7.0-2-0a0b0c0d")
    told: dict[str, Any] = {"limit": 2, "fields": "number,version,seat,type,happened_at"}
    await story.ask("getHistoryEvents", "The first events", token=token, **told)
    await story.ask("getHistoryEvents", "No such column", token=token, fields="colour")


async def players(story: Story) -> dict[str, str]:
    """Make six players and an operator, and return their tokens by their names."""
    ada = await story.ask("createPlayer", "A player is made", body={"name": "Ada"})
    await story.ask("createPlayer", "The name is empty", body={"name": ""})
    await story.ask("createPlayer", "A field that there is not", body={"name": "Ada", "colour": "red"})
    await story.ask("getPlayer", "Ada", token=ada["token"], player_id=ada["id"])
    await story.ask("findPlayers", "How the name begins", token=ada["token"], name="ad")
    await story.ask("findPlayers", "One letter is too little", token=ada["token"], name="a")
    await story.ask("getPlayer", "No such player", token=ada["token"], player_id=UUID(int=0))
    await story.ask("getMe", "Ada", token=ada["token"])
    await story.ask("getMe", "No token")
    named = {"name": "Ada Lovelace", "shows": ["since", "statistics", "tables"]}
    await story.ask("updateMe", "Another name, and what the page shows", token=ada["token"], body=named)
    await story.ask("updateMe", "The name of a house player", token=ada["token"], body={"name": "Random"})
    await story.ask("updateMe", token=ada["token"], body={"name": "Ada"})
    eve = await story.ask("createPlayer", body={"name": "Eve"})
    await story.ask("revokeMyToken", "The token is no longer valid", token=eve["token"])
    await story.ask("revokeMyToken", "The token was no longer valid before", token=eve["token"])
    tokens = {"Ada": ada["token"]}
    for name in ("Ben", "Cleo", "Dan", "Edda", "Finn"):
        tokens[name] = (await story.ask("createPlayer", body={"name": name}))["token"]
    olga = await story.ask("createPlayer", body={"name": "Olga"})
    return tokens | {"Olga": await story.app.state.services.accounts.issue_token(UUID(olga["id"]), "operator")}


async def catalog(story: Story) -> None:
    """Look at the games and the keys."""
    await story.ask("listGames", "The games")
    await story.ask("getGame", LITERATURE.title, game=LITERATURE.id)
    await story.ask("getGame", "No such game", game="solitaire")
    await story.ask("listKeys", "The key")
    await story.ask("getLimits", "The budgets")


async def sitting_down(story: Story, tokens: Mapping[str, str]) -> None:
    """Open tables, find them, sit down, stand up, and start too early."""
    ada, ben, cleo = tokens["Ada"], tokens["Ben"], tokens["Cleo"]
    wanted = {"game": FRIENDLIER_THAN_THOU.id, "options": {"players": 2}}
    once = {"Idempotency-Key": "our-first-table"}
    table = await story.ask("openTable", "A table is opened", token=ada, headers=once, body=wanted)
    other = {"game": FRIENDLIER_THAN_THOU.id, "options": {"players": 3}}
    await story.ask("openTable", "The key was used for another table", token=ada, headers=once, body=other)
    wrong = {"game": FRIENDLIER_THAN_THOU.id, "options": {"players": 2, "dealer": 2}}
    await story.ask("openTable", "An option that the rules do not allow", token=ada, body=wrong)
    given = {**wanted, "decks": [FRIENDLIER_THAN_THOU.deck]}
    await story.ask("openTable", "Only operators give decks", token=ada, body=given)
    await story.ask("openTable", "No token", body=wanted)
    private = await story.ask("openTable", token=ben, body={**wanted, "visibility": "private"})
    challenge = {"game": HONORS_4.id, "invite": [str(UUID(int=0))], "seats": ["me"], "auto_start": True}
    await story.ask("openTable", "A challenge to nobody", token=ada, body=challenge)
    here = {"table": table["id"]}
    await story.ask("startGame", "A seat is free", token=ada, **here)
    await story.ask("getTable", "An open table", token=ben, **here)
    await story.ask("getTable", "No such table", token=ben, table=UUID(int=0))
    await story.ask("takeSeat", "On seat 1", token=ben, body={"seat": 1, "entropy": "a ladle of soup"}, **here)
    await story.ask("takeSeat", "The seat is taken", token=cleo, body={"seat": 1}, **here)
    guest = await story.ask("getMe", token=cleo)
    await story.ask("invitePlayer", "Cleo is asked to the table", token=ada, body={"player": guest["id"]}, **here)
    await story.ask("invitePlayer", "Cleo has been asked already", token=ben, body={"player": guest["id"]}, **here)
    who = {"player_id": guest["id"]}
    await story.ask("endInvitation", "Only the creator withdraws it", token=ben, **who, **here)
    await story.ask("endInvitation", "Cleo does not want to play", token=cleo, **who, **here)
    await story.ask("leaveSeat", "Somebody else sits there", token=cleo, seat=1, **here)
    await story.ask("leaveSeat", "The seat is free again", token=ben, seat=1, **here)
    await private_table(story, tokens, private=private["id"], public=table["id"])
    await story.ask("openTable", token=ada, body={"game": LITERATURE.id})
    await story.ask("listTables", "The first page", token=ada, limit=1)
    await story.ask("listTables", "No such status", token=ada, status="asleep")
    await story.ask("listTables", "A table with a free seat", token=ada, status="open", limit=1, game=wanted["game"])


async def private_table(story: Story, tokens: Mapping[str, str], *, private: str, public: str) -> None:
    """Look at the private table of Ben, make and revoke links to it and to a public table, and end it."""
    ada, ben = tokens["Ada"], tokens["Ben"]
    here: dict[str, Any] = {"table": private}
    await story.ask("getView", "A private table", token=ada, **here)
    await story.ask("getEvents", "A private table", token=ada, **here)
    link = await story.ask("renewInvitationLink", "A link to a private table", token=ben, **here)
    await story.ask("renewInvitationLink", "Not the creator", token=tokens["Cleo"], table=public)
    await story.ask("getTable", "With the invitation link", token=ada, invitation=link["token"], **here)
    await story.ask("revokeInvitationLink", "The link is no longer valid", token=ben, **here)
    await story.ask("revokeInvitationLink", "There is no link", token=ben, **here)
    await story.ask("abortTable", "A stranger cannot end it", token=ada, body={"on": True}, **here)
    await story.ask("abortTable", "The table ends before its game", token=ben, body={"on": True}, **here)


async def sealing(story: Story, tokens: Mapping[str, str]) -> None:
    """Seal the log with a game that ended early, and prove that it is in the seal."""
    parlour = story.app.state.services.parlour
    wanted = {"game": HONORS_4.id, "options": {"players": 2}, "auto_start": True}
    table = await story.ask("openTable", token=tokens["Ada"], body=wanted)
    here = {"table": table["id"]}
    for name in ("Ada", "Ben"):
        await story.ask("takeSeat", token=tokens[name], body={}, **here)
    for name in ("Ada", "Ben"):
        await story.ask("abortTable", token=tokens[name], body={}, **here)
    settings = {"game": HONORS_4.id, "seating": {"format": "swiss", "rounds": 3}, "scoring": "rank_points"}
    announced = await story.ask("announceTournament", token=tokens["Ada"], body={"settings": settings})
    there = {"tournament": announced["id"]}
    cancel = {"type": "cancel", "reason": "other"}
    await story.ask("changeTournament", token=tokens["Ada"], body=cancel, **there)
    await story.ask("proveRecord", "There is no seal yet", token=tokens["Ada"], **here)
    await story.ask("proveTournamentRecord", "There is no seal yet", token=tokens["Ada"], **there)
    await make_seal(parlour.event_log, parlour.signer, story.now)
    await story.ask("proveRecord", "The game is in the seal", token=tokens["Ada"], **here)
    await story.ask("proveTournamentRecord", "The tournament is in the seal", token=tokens["Ada"], **there)
    await story.ask("openTable", token=tokens["Ada"], body=wanted)
    await make_seal(parlour.event_log, parlour.signer, story.now)
    await story.ask("listSeals", "The newest one", limit=1)
    await story.ask("getSeal", "The first one", number=1)
    await story.ask("getSeal", "No such seal", number=70)
    await story.ask("proveConsistency", "The second one goes on the first", token=tokens["Ada"], number=2, since=1)


async def announcing(story: Story, tokens: Mapping[str, str]) -> str:
    """Announce a tournament, and look at it; return its id."""
    dora, ben = tokens["Ada"], tokens["Ben"]
    settings = {
        "game": HONORS_4.id,
        "options": {"max_deals": 2},
        "seating": {"format": "swiss", "rounds": 3, "places": 2},
        "scoring": "matchpoints",
        "tie_breaks": ["wins", "best_deals"],
    }
    body = {"settings": settings, "title": "The winter cup"}
    announced = await story.ask("announceTournament", "A tournament is announced", token=dora, body=body)
    wrong = {"settings": {**settings, "game": "solitaire"}}
    await story.ask("announceTournament", "No such game", token=dora, body=wrong)
    await story.ask("listTournaments", "The first page", token=ben, limit=1)
    await story.ask("listTournaments", "No such state", token=ben, status="asleep")
    await story.ask("getTournament", "A tournament", token=ben, tournament=announced["id"])
    await story.ask("getTournament", "No such tournament", token=ben, tournament=UUID(int=0))
    return str(announced["id"])


async def tournament(story: Story, tokens: Mapping[str, str]) -> None:
    """Announce a tournament, enter it, pair its first round, rule, and end it."""
    dora, ben, cleo = tokens["Ada"], tokens["Ben"], tokens["Cleo"]
    tournament_id = await announcing(story, tokens)
    here: dict[str, Any] = {"tournament": tournament_id}

    async def change(who: str, kind: str, name: str = "", **fields: Any) -> Any:
        return await story.ask("changeTournament", name, token=who, body={"type": kind, **fields}, **here)

    await change(ben, "register", "The registration is not open")
    await change(dora, "open_registration", "The registration opens")
    await change(ben, "register", "A player registers")
    await change(cleo, "register")
    await change(dora, "add_house", "House players are entered", count=2)
    await change(cleo, "open_check_in", "Only the staff does that")
    await change(dora, "open_check_in")
    me = await story.ask("getMe", token=ben)
    await change(ben, "check_in", "An entrant is there", entrant=me["id"], entropy="a spoon")
    await change(cleo, "check_in", entrant=(await story.ask("getMe", token=cleo))["id"])
    await story.ask("listEntrants", "The entrants", token=ben, **here)
    await story.ask("listEntrants", "No token", **here)
    dan = await story.ask("getMe", token=tokens["Dan"])
    as_csv = {"Content-Type": "text/csv"}
    await story.ask(
        "uploadEntrants", "A player is entered", token=dora, headers=as_csv, text=f"player\n{dan['id']}\n", **here
    )
    await story.ask("uploadEntrants", "It has no such column", token=dora, headers=as_csv, text="name\nDan\n", **here)
    await change(dora, "decline", entrant=dan["id"])
    await change(dora, "start_rounds")
    await change(dora, "draft_round", "A round is paired")
    await story.ask("getRound", "A draft, for the staff", token=dora, round_number=1, **here)
    await story.ask("getRound", "There is no such round yet", token=ben, round_number=1, **here)
    await publishing(story, tokens, tournament_id)


async def publishing(story: Story, tokens: Mapping[str, str], tournament_id: str) -> None:
    """Publish the round of a tournament that is drafted, rule on it, and end it all."""
    dora, ben = tokens["Ada"], tokens["Ben"]
    here: dict[str, Any] = {"tournament": tournament_id}
    parlour, me = story.app.state.services.parlour, await story.ask("getMe", token=ben)

    async def change(kind: str, name: str = "", **fields: Any) -> Any:
        return await story.ask("changeTournament", name, token=dora, body={"type": kind, **fields}, **here)

    await change("publish_round", "Somebody has changed the draft", draft_number=2)
    await change("publish_round", "A round is published", draft_number=1)
    while (await parlour.tournaments.current(UUID(tournament_id))).rounds[0].state != "playing":  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    ruling = {"round": 1, "measures": [{"type": "warned", "entrant": me["id"]}], "reason": "late"}
    await change("rule", "A warning", note="Ten minutes late", **ruling)
    await story.ask("listRulings", "The rulings", token=dora, **here)
    await story.ask("listRulings", "No token", **here)
    await story.ask("getTournamentEvents", "What happened first", token=ben, limit=2, **here)
    await story.ask("getTournamentEvents", "A version to come", token=ben, after="1000", **here)
    await story.ask("streamTournament", "It begins with a view", token=ben, **here)
    text = {"Accept": "text/plain"}
    await story.ask("streamTournament", "No such form", token=ben, headers=text, **here)
    await story.ask("getStandings", "Before the first round is over", token=ben, **here)
    await story.ask("getStandings", "No such tournament", token=ben, tournament=UUID(int=0))
    await story.ask("getTravellers", "The round is played", token=ben, round_number=1, **here)
    await story.ask("getTournamentRecord", "The tournament goes on", token=ben, **here)
    await change("finish_round", "The round ends now", reason="time_over")
    await story.ask("getTravellers", "No table has finished", token=ben, round_number=1, **here)
    await change("cancel", reason="other")
    while (await parlour.event_log.lobby.opened_by(UUID(tournament_id), ()))[0]:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await story.ask("getTournamentRecord", "A tournament that is over", token=ben, **here)


async def seeking(story: Story, tokens: Mapping[str, str]) -> None:
    """Seek players, and find one."""
    ada, ben, cleo = tokens["Ada"], tokens["Ben"], tokens["Cleo"]
    wanted: Body = {"game": HONORS_4.id, "players": 2, "settings": {"turn_limit_ms": MINUTE}}
    with_key = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
    seek = await story.ask("seekPlayers", "Nobody has come yet", token=ada, headers=with_key, body=wanted)
    await story.ask("seekPlayers", "No such option", token=ada, body=wanted | {"options": {"stakes": 1}})
    await story.ask("listSeeks", "One player waits for another one")
    await story.ask("listSeeks", "No such game", game="bridge")
    await story.ask("listMySeeks", "A seek that waits", token=ada)
    await story.ask("listMySeeks", "No token")
    await story.ask("getSeek", "It waits", token=ada, seek=seek["id"])
    await story.ask("getSeek", "It is somebody else's", token=ben, seek=seek["id"])
    await story.ask("streamSeek", "It begins with the seek as it stands", token=ada, seek=seek["id"])
    await story.ask("streamSeek", "No such form", token=ada, headers={"Accept": "text/plain"}, seek=seek["id"])
    with patch.object(pairings, "DICE", random.Random(1)):
        found = await story.ask("seekPlayers", "Somebody sought the same", token=ben, body=wanted)
    await story.ask("getSeek", "I am seated", token=ada, seek=seek["id"])
    await story.ask("streamSeek", "I am seated", token=ada, seek=seek["id"])
    await story.ask("withdrawSeek", "It is too late", token=ben, seek=found["id"])
    other = await story.ask("seekPlayers", token=cleo, body=wanted)
    await story.ask("withdrawSeek", "It is taken back", token=cleo, seek=other["id"])


async def chatting(story: Story, tokens: Mapping[str, str]) -> None:
    """Say things at a table, and let operators judge one."""
    ada, ben, cleo, olga = (tokens[name] for name in ("Ada", "Ben", "Cleo", "Olga"))
    wanted: Body = {"game": LITERATURE.id, "settings": {"chat": "text"}}
    table = await story.ask("openTable", token=ada, body=wanted)
    here = {"table": table["id"], "channel": "seats"}
    await story.ask("takeSeat", token=ada, body={}, table=table["id"])
    await story.ask("takeSeat", token=ben, body={}, table=table["id"])
    with_key = {"Idempotency-Key": "1c0f0d8e-7f3b-4d0e-9a2b-2f4b8f0f7a10"}
    await story.ask("say", "A text", token=ada, headers=with_key, body={"text": "Hello, Ben!"}, **here)
    await story.ask("say", "A set phrase", token=ben, body={"phrase": "good_luck"}, **here)
    await story.ask("say", "No links", token=ben, body={"text": "See parlour.example.com"}, **here)
    message = await story.ask("say", token=ben, body={"text": "Shame on you!"}, **here)
    this = here | {"number": message["number"]}
    report = await story.ask("reportMessage", "It is abuse", token=ada, body={"reason": "abuse"}, **this)
    await story.ask("reportMessage", "No token", body={"reason": "abuse"}, **this)
    await story.ask("listReports", "A message that was reported", token=olga)
    await story.ask("listReports", "I am no operator", token=ada)
    verdict: Body = {"verdict": "removed"}
    await story.ask("resolveReport", "I am no operator", token=ada, body=verdict, report=report["id"])
    await story.ask("resolveReport", "The message is removed", token=olga, body=verdict, report=report["id"])
    await story.ask("listChat", "Messages, and a mark", token=cleo, **here)
    await story.ask("removeMessage", "It is somebody else's", token=ben, **here, number=1)
    await story.ask("removeMessage", "It is mine", token=ben, **here, number=2)
    player = {"player_id": (await story.ask("getMe", token=ben))["id"]}
    await story.ask("mutePlayer", "Hide their messages from me", token=ada, **player)
    await story.ask("mutePlayer", "No such player", token=ada, player_id=table["id"])
    await story.ask("listMutes", "One player", token=ada)
    await story.ask("listMutes", "No token")
    await story.ask("unmutePlayer", "I read them again", token=ada, **player)
    await story.ask("unmutePlayer", "No token", **player)
    for _ in range(4):
        await story.ask("takeSeat", token=ada, body={"house": "random"}, table=table["id"])
    await story.ask("startGame", token=ada, table=table["id"])
    await story.ask("say", "The rulebook wants silence", token=ada, body={"phrase": "yes"}, **here)
    await story.ask("listChat", "The seats play", token=ada, table=table["id"], channel="spectators")


async def playing(story: Story, tokens: Mapping[str, str]) -> None:
    """Begin a game of Friendlier Than Thou with a given deck."""
    ada, ben, cleo = tokens["Ada"], tokens["Ben"], tokens["Cleo"]
    wanted = {"game": FRIENDLIER_THAN_THOU.id, "options": {"players": 2}, "decks": [FRIENDLIER_THAN_THOU.deck]}
    table = await story.ask("openTable", token=tokens["Olga"], body=wanted)
    here = {"table": table["id"]}
    play = {"move": {"type": "play", "card": "AS"}}
    await story.ask("makeMove", "Not a player of this table", token=ada, body=play, **here)
    await story.ask("takeSeat", token=ada, body={}, **here)
    await story.ask("makeMove", "The game has not begun", token=ada, body=play, **here)
    await story.ask("takeSeat", token=ben, body={}, **here)
    await story.ask("startGame", "Only the table's creator starts it", token=ada, **here)
    await story.ask("startGame", "The game begins", token=tokens["Olga"], **here)
    view = await story.ask("getView", "My seat", token=ada, **here)
    await story.ask("getView", "A spectator", token=cleo, **here)
    version = view["table"]["version"]
    unchanged = {"If-None-Match": story.tags["getView", ada]}
    await story.ask("getView", "Nothing has changed", token=ada, headers=unchanged, **here)
    await story.ask("listMyTables", "My seat", token=ada)
    await story.ask("listMyTables", "No token")
    await story.ask("checkMove", "A move of the view", token=ada, body={"move": view["decision"]["moves"][0]}, **here)
    await story.ask("checkMove", "It belongs to another phase", token=ada, body=play, **here)
    await story.ask("checkMove", "No token", body=play, **here)
    await story.ask("suggestMoves", "All that there are", token=ada, n=100, **here)
    await story.ask("suggestMoves", "A spectator decides nothing", token=cleo, **here)
    await story.ask("playAgain", "The game goes on", token=ada, **here)
    await story.ask("forkTable", "The game goes on", token=cleo, body={"version": version}, **here)
    move = {"move": view["decision"]["moves"][0], "expected_version": version}
    await story.ask("makeMove", "A move of the view", token=ada, body=move, **here)
    await story.ask("makeMove", "It belongs to another phase", token=ada, body=play, **here)
    await story.ask("makeMove", "A field is missing", token=ada, body={"move": {"type": "play"}}, **here)
    await following(story, tokens, table["id"], version)


async def following(story: Story, tokens: Mapping[str, str], table_id: str, version: int) -> None:
    """Read the feeds and streams of a table where a game goes on, and ask for what opens only at its end."""
    ada, ben = tokens["Ada"], tokens["Ben"]
    here: dict[str, Any] = {"table": table_id}
    since: dict[str, Any] = {"from": version}
    await story.ask("getEvents", "What has happened since", token=ben, after=version, wait=30, **here)
    await story.ask("getEvents", "A version to come", token=ben, after=version + 100, **here)
    await story.ask("streamTable", "It begins with the view", token=ben, **here)
    await story.ask("streamTable", "An event", token=ben, after=version, **here)
    changes: Body = {"with": "changes"}
    await story.ask("streamTable", "The view that changes go on from", after=version, **changes, **here)
    await story.ask("streamTable", "A version to come", token=ben, after=version + 100, **here)
    await story.ask("streamMe", "It begins with a view of each of my tables", token=ada)
    before = Places({UUID(table_id): version}).cursor()
    await story.ask("streamMe", "An event at one of my tables", token=ada, after=before)
    await story.ask("streamMe", "No such form", token=ada, headers={"Accept": "text/plain"})
    await story.ask("replayTable", "It begins with the view at a version", token=ben, **since, **here)
    await story.ask("replayTable", "The game is not finished", token=ben, seat="all", **here)
    await story.ask("createTicket", "A ticket", token=ada)
    await story.ask("createTicket", "No token")
    await story.ask("getRecord", "The game is not finished", token=ada, **here)
    await story.ask("proveRecord", "The game is not finished", token=ada, **here)
    await make_seal(story.app.state.services.parlour.event_log, story.app.state.services.parlour.signer, story.now)
    await story.ask("getSeal", "A game with given decks goes on", number=3)
    await story.ask("proveConsistency", "A game with given decks goes on", token=ada, number=3, since=1)


async def finishing(story: Story, tokens: Mapping[str, str]) -> None:
    """Play a game of Literature to its end: declarations only, right or wrong."""
    options = {"false_declaration": "set_closes"}
    wanted = {"game": LITERATURE.id, "options": options, "decks": [LITERATURE.deck], "auto_start": True}
    table = await story.ask("openTable", token=tokens["Olga"], body=wanted)
    here = {"table": table["id"]}
    seated = [token for name, token in tokens.items() if name != "Olga"]
    for token in seated:
        await story.ask("takeSeat", token=token, body={}, **here)
    view = await story.ask("getView", token=seated[0], **here)
    late = {"move": view["decision"]["moves"][0], "expected_version": 1}
    await story.ask("makeMove", "The table has changed", token=seated[0], body=late, **here)
    while table["status"] != "finished":
        for token in seated:
            view = await story.ask("getView", token=token, **here)
            if view["decision"]:
                moves = view["decision"]["moves"]
                move = next((move for move in moves if move["type"] == "declare"), moves[0])
                await story.ask("makeMove", token=token, body={"move": move}, **here)
        table = view["table"]
    await story.ask("getRecord", "A finished game", token=tokens["Ada"], **here)
    await story.ask("getView", "A finished game, with all hands", token=tokens["Olga"], seat="all", version=20, **here)
    await story.ask("playAgain", "My seat at another table", token=tokens["Ada"], **here)
    asked = {"version": 12, "seats": ["me", *["random"] * 4]}
    await story.ask("forkTable", "The game goes on from a version", token=tokens["Olga"], body=asked, **here)
    await story.ask("forkTable", "The game had not begun", token=tokens["Olga"], body={"version": 2}, **here)


async def abandoned(story: Story, tokens: Mapping[str, str]) -> None:
    """Let a player stay away from a game until the other one ends it."""
    settings = {"turn_limit_ms": DAY, "defaults_until_absent": 1}
    wanted = {"game": HONORS_4.id, "options": {"players": 2}, "auto_start": True, "settings": settings}
    table = await story.ask("openTable", token=tokens["Olga"], body=wanted | {"decks": [HONORS_4.deck]})
    here = {"table": table["id"]}
    for name in ("Ada", "Ben"):
        await story.ask("takeSeat", token=tokens[name], body={}, **here)
    views = {name: await story.ask("getView", token=tokens[name], **here) for name in ("Ada", "Ben")}
    there = next(name for name, view in views.items() if view["decision"] is None)
    await story.ask("claimAbandoned", "Nobody has left", token=tokens[there], **here)
    story.time += DAY
    await story.ask("claimAbandoned", "Somebody has left", token=tokens[there], **here)


async def overseen(story: Story, tokens: Mapping[str, str]) -> None:
    """Let an operator look at a private table, and a director see the cards of a tournament's table."""
    ada, ben, olga = tokens["Ada"], tokens["Ben"], tokens["Olga"]
    wanted = {"game": HONORS_4.id, "options": {"players": 2}, "visibility": "private"}
    table = await story.ask("openTable", token=ada, body=wanted)
    here = {"table": table["id"]}
    await story.ask("takeSeat", token=ada, body={}, **here)
    await story.ask("getView", "An operator says why they look", token=olga, reason="A complaint.", **here)
    await story.ask("getView", "An operator does not say why", token=olga, **here)
    await story.ask("listTableLooks", "The table has not ended", token=ada, **here)
    await story.ask("listTableLooks", "Only for those who sit there", token=tokens["Cleo"], **here)
    await story.ask("abortTable", token=ada, body={}, **here)
    await story.ask("listTableLooks", "Who has looked", token=ada, **here)
    await story.ask("listLooks", "Who has looked at this table", token=olga, limit=1, **here)
    await story.ask("listLooks", "For officials only", token=ada)
    place = await table_of_a_tournament(story, [ada, ben])
    director = {"player": (await story.ask("getMe", token=tokens["Cleo"]))["id"]}
    await story.ask("grantSight", "A director may see all cards", token=olga, body=director, **place)
    await story.ask("grantSight", "They may see them already", token=olga, body=director, **place)
    await story.ask("grantSight", "Only an operator can grant it", token=ada, body=director, **place)
    await story.ask("revokeSight", "A director loses the right", token=olga, **director, **place)
    await story.ask("revokeSight", "They may see nothing", token=olga, **director, **place)


async def played_out(story: Story, tokens: Iterable[str]) -> None:
    """Play a game that counts: nobody has chosen its cards. They are the same each time, as the secret is."""
    engine, table = story.app.state.services.parlour.engine, new_table_id()
    players = [UUID((await story.ask("getMe", token=token))["id"]) for token in tokens]
    options = {"players": len(players), "max_deals": 1}
    await engine.execute(table, OpenTable(player=players[0], game=HONORS_4.id, options=options, secret="5e" * 32))
    for player in players:
        await engine.execute(table, TakeSeat(player))
    await engine.execute(table, StartGame(players[0]))
    while (now := await engine.head(table)).table.finished_at is None:
        seat = now.to_act[0]
        await engine.execute(table, MakeMove(players[seat], now.offered(seat).moves[0]))


async def results(story: Story, tokens: Mapping[str, str]) -> None:
    """Look at what players have done, and at what was unusual."""
    ada, olga = tokens["Ada"], tokens["Olga"]
    await played_out(story, (ada, tokens["Ben"]))
    me, here = (await story.ask("getMe", token=ada))["id"], HONORS_4.id
    await story.ask("getPlayer", "Ada, after some games", token=ada, player_id=me)
    page = await story.ask("listPlayerGames", "The last two games of a player", token=ada, limit=2, player_id=me)
    rest = page["next_cursor"]
    await story.ask("listPlayerGames", "The next ones", token=ada, limit=2, cursor=rest, player_id=me)
    await story.ask("listPlayerGames", "No such player", token=ada, player_id=UUID(int=0))
    await story.ask("getLeaderboard", "Players with enough games", token=ada, game=here)
    await story.ask("getLeaderboard", "Players with few games", token=ada, provisional="true", game=here)
    await story.ask("getLeaderboard", "No such game", token=ada, game="chess")
    await story.ask("getGameStatistics", "How games went, by their options", token=ada, game=here)
    await story.ask("getGameStatistics", "No such game", token=ada, game="chess")
    await story.ask("listHints", "Nothing was unusual", token=olga, reason="We look every month.")
    await story.ask("listHints", "An operator does not say why", token=olga)
    await story.ask("listHints", "For operators only", token=ada)


async def taking_back(story: Story, tokens: Mapping[str, str]) -> None:
    """Let a player take a move back with the consent of the other one."""
    settings = {"take_back": True}
    wanted = {"game": HONORS_2.id, "options": {"players": 2}, "auto_start": True, "settings": settings}
    table = await story.ask("openTable", token=tokens["Ada"], body=wanted)
    here, ask = {"table": table["id"]}, {"proposal": None}
    for name in ("Ada", "Ben"):
        await story.ask("takeSeat", token=tokens[name], body={}, **here)
    await story.ask("takeBack", "Nothing has been done yet", token=tokens["Ben"], body=ask, **here)
    await story.ask("makeMove", token=tokens["Ben"], body={"move": {"type": "take_pile", "count": 1}}, **here)
    asked = await story.ask("takeBack", "I ask for it", token=tokens["Ben"], body=ask, **here)
    consent = {"proposal": asked["take_back"]["asked"]["proposal"], "consents": True}
    await story.ask("takeBack", "The other player consents", token=tokens["Ada"], body=consent, **here)


async def signing_in(story: Story, tokens: Mapping[str, str]) -> None:
    """Make tokens, list them, and revoke them."""
    ada = tokens["Ada"]
    until = story.time + 30 * DAY
    wanted = {"name": "Bot on the old laptop", "scopes": ["watch", "play"], "expires_at": until}
    bot = await story.ask("createToken", "A token for a bot", token=ada, body=wanted)
    await story.ask(
        "createToken", "It cannot have more scopes than the token in use", token=ada, body={"scopes": ["operate"]}
    )
    await story.ask("getMe", "A token that may do less", token=bot["token"])
    await story.ask("createToken", "A token without the scope for it", token=bot["token"], body=wanted)
    await story.ask("listMyTokens", "Two tokens", token=ada)
    await story.ask("listMyTokens", "A token without the scope for it", token=bot["token"])
    await story.ask("revokeOtherTokens", "A token without the scope for it", token=bot["token"])
    await story.ask("createRecoveryCode", "A code to write down", token=ada)
    await story.ask("createRecoveryCode", "A token that may do less", token=bot["token"])
    await story.ask("revokeToken", "The bot is shut out", token=ada, token_id=bot["id"])
    await story.ask("revokeToken", "There is no such token", token=ada, token_id=bot["id"])
    await story.ask("revokeOtherTokens", "Every other client is shut out", token=ada)
    await story.ask("getMe", "The token is revoked", token=bot["token"])
    code = await story.ask("createRecoveryCode", token=ada)
    stranger = await story.ask("createPlayer", body={"name": "Gil"})
    other = {"player_id": stranger["id"]}
    await story.ask("blockPlayer", "They do not come near again", token=ada, **other)
    await story.ask("blockPlayer", "There is no such player", token=ada, player_id=UUID(int=0))
    await story.ask("listBlocks", "One player", token=ada)
    await story.ask("listBlocks", "A token that is worth nothing", token=bot["token"])
    guest = {"player": (await story.ask("getMe", token=ada))["id"]}
    table = await story.ask("openTable", token=stranger["token"], body={"game": HONORS_4.id})
    await story.ask("invitePlayer", "They do not want it", token=stranger["token"], body=guest, table=table["id"])
    await story.ask("unblockPlayer", "They may come again", token=ada, **other)
    await story.ask("unblockPlayer", "They are not blocked", token=ada, **other)
    marvin = await story.ask("createPlayer", "A bot", body={"name": "Marvin", "bot": True})
    await story.ask("getPlayer", "A bot", token=ada, player_id=marvin["id"])
    written = {"code": code["code"], "revoke_others": True}
    await story.ask("recoverAccount", "Back again, and everybody else is shut out", body=written)
    await story.ask("recoverAccount", "The code was used", body=written)


async def webhooks(story: Story, ben: str) -> None:
    """Make a webhook, look at what was sent to it, and delete it."""
    wanted = {"url": "https://bot.example/parlour", "events": ["turn.began", "game.over"], "name": "My bot"}
    made = await story.ask("createWebhook", "Two kinds of events", token=ben, body=wanted)
    inside = wanted | {"url": "https://10.0.0.1/"}
    await story.ask("createWebhook", "A private address", token=ben, body=inside)
    here = {"token": ben, "webhook": made["webhook"]["id"]}
    other = here | {"webhook": UUID(int=0)}
    await story.ask("listWebhooks", "One webhook", token=ben)
    await story.ask("listWebhooks", "No token")
    await story.ask("sendWebhookMessage", "A test", body={"again": None}, **here)
    (webhook,) = await story.webhooks.of_player(UUID((await story.ask("getMe", token=ben))["id"]))
    (message,) = await story.webhooks.messages(webhook.id, 1)
    await story.webhooks.note(webhook.id, message.id, delivered(webhook, Attempt(story.time, 87, 204, None)))
    await story.ask("listWebhookMessages", "A test that was delivered", **here)
    await story.ask("listWebhookMessages", "There is no such webhook", **other)
    await story.ask("renewWebhookSecret", "Another secret", **here)
    await story.ask("renewWebhookSecret", "There is no such webhook", **other)
    await story.ask("updateWebhook", "It is told nothing for a while", body={"enabled": False}, **here)
    await story.ask("updateWebhook", "There is no such webhook", body={"enabled": False}, **other)
    await story.ask("sendWebhookMessage", "It is disabled", body={"again": str(message.id)}, **here)
    await story.ask("getWebhook", "Its owner has disabled it", **here)
    await story.ask("getWebhook", "There is no such webhook", **other)
    await story.ask("deleteWebhook", "It is deleted", **here)
    await story.ask("deleteWebhook", "It was deleted before", **here)


async def forgetting(story: Story, tokens: Mapping[str, str]) -> None:
    """Forget players."""
    olga = tokens["Olga"]
    gone = [await story.ask("createPlayer", body={"name": name}) for name in ("Gus", "Hal")]
    other = {"player_id": gone[1]["id"]}
    await story.ask("forgetMe", "All that is known of a player is deleted", token=gone[0]["token"])
    await story.ask("forgetMe", "The token was deleted, too", token=gone[0]["token"])
    await story.ask("forgetPlayer", "An operator does not say why", token=olga, **other)
    await story.ask("forgetPlayer", "Only an operator forgets others", token=tokens["Ada"], **other)
    await story.ask("forgetPlayer", "An operator forgets a player", token=olga, reason="They wrote to us.", **other)
    await story.ask("getPlayer", "A former player", token=olga, **other)
    await story.ask("listForgotten", "Who was forgotten", token=olga, limit=2)
    await story.ask("listForgotten", "For operators only", token=tokens["Ada"])


async def table_of_a_tournament(story: Story, tokens: Iterable[str]) -> dict[str, Any]:
    """Open a table of a tournament and begin its game, as a tournament does."""
    engine, table = story.app.state.services.parlour.engine, new_table_id()
    tournament = UUID(int=11)
    options = {"players": 2}
    secret, place = "5e" * 32, TournamentPlace(tournament, 1, 1)
    opening = OpenTable(
        player=tournament, game=HONORS_4.id, options=options, secret=secret, visibility="private", tournament=place
    )
    await engine.execute(table, opening)
    for seat, token in enumerate(tokens):
        guest = UUID((await story.ask("getMe", token=token))["id"])
        await engine.execute(table, AssignSeat(tournament, guest, seat))
    await engine.execute(table, StartGame(tournament))
    return {"table": table}


async def record() -> dict[str, list[dict[str, Any]]]:
    """Return the exchanges of the story, by operation."""
    story = Story()
    async with story.app.lifespan():
        await tell(story)
    return story.kept


def must_have_all(recorded: Iterable[str]) -> None:
    """Exit if the story has not asked for every operation."""
    if missing := OPERATIONS.keys() - recorded:
        sys.exit(f"openapi/record.py asks for no example of {', '.join(sorted(missing))}")


def main() -> None:
    """Record the examples, and write them."""
    recorded = asyncio.run(record())
    must_have_all(recorded)
    for old in EXAMPLES.glob("*.json"):
        old.unlink()
    for operation, exchanges in recorded.items():
        (EXAMPLES / f"{operation}.json").write_bytes(msgspec.json.format(msgspec.json.encode(exchanges)) + b"\n")


if __name__ == "__main__":
    main()
