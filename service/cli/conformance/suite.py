"""The whole examination of a service: its operations, its keys, and a game of each kind."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import httpx

from service.cli.bounds import BadAnswer
from service.cli.conformance.abuse import Abuse
from service.cli.conformance.admission import Admission
from service.cli.conformance.aftermath import Aftermath, together
from service.cli.conformance.blocking import Blocking
from service.cli.conformance.chatting import Chatting
from service.cli.conformance.checks import Report
from service.cli.conformance.contract import Contract, Document
from service.cli.conformance.following import Follower
from service.cli.conformance.history import History, check_dumps
from service.cli.conformance.inviting import Inviting
from service.cli.conformance.playing import Game
from service.cli.conformance.requests import Operations, check_keys
from service.cli.conformance.scopes import check_scopes
from service.cli.conformance.seeking import Seeking
from service.cli.conformance.signing_in import Apps, check_recovery
from service.cli.conformance.taking_back import check_taking_back
from service.cli.conformance.visit import Guest, NotUnderstood, Visit, client, described, document_of, new_key
from service.cli.conformance.webhooks import Webhooks
from service.cli.connection import MISSHAPEN

PART_SECONDS = 600
GAME_SECONDS = 300
"""Seconds that a part of the examination may last, and that a game which is played in it may last beside."""

OTHER_PARTS = 7
"""Number of parts in which no game is played to its end."""

GAMES_AT_ONCE = 8
BUDGETS_OF_PLAYERS = ("commands", "reads", "streams")
"""One of these pays for each request of a player."""


class NoSuchGame(Exception):
    """The service does not have the game."""


async def examine(url: str, games: Collection[str], report: Report, game_seconds: float = GAME_SECONDS) -> None:
    """Examine a service, with these games; none: with all that it has. No game may last longer than `game_seconds`.

    Each part has a client of its own: httpx looks at all connections of a client for each request.
    Raises httpx.TransportError where nothing answers, `NotUnderstood` where the service has no contract or no games,
    and `NoSuchGame`. What is wrong later is in the report.
    """
    async with AsyncExitStack() as clients:
        contract, names, limited = await introduced(await clients.enter_async_context(client(url)))
        if unknown := set(games) - set(names):
            raise NoSuchGame(f"There is no game {min(unknown)!r} here; there are {', '.join(names)}.")
        chosen = [name for name in names if not games or name in games]
        report.parts = OTHER_PARTS + len(chosen)
        own = [await clients.enter_async_context(client(url)) for _ in range(report.parts)]
        visits = [Visit(http, contract, report, limited=limited) for http in own]
        at_once = asyncio.Semaphore(GAMES_AT_ONCE)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(check_requests(visits[0], chosen[0]))
            tasks.create_task(check_admission(visits[1], chosen[0]))
            tasks.create_task(check_abuse(visits[2], chosen[0], url))
            tasks.create_task(check_meeting(visits[3], chosen[0]))
            tasks.create_task(check_consent(visits[4], names))
            tasks.create_task(check_inviting(visits[5], chosen[0]))
            tasks.create_task(check_signing_in(visits[6]))
            for visit, name in zip(visits[OTHER_PARTS:], chosen, strict=True):
                tasks.create_task(check_game(visit, name, at_once, game_seconds))


async def introduced(http: httpx.AsyncClient) -> tuple[Contract, Sequence[str], bool]:
    """Return the contract of a service, the names of its games, and whether it limits all requests of a player."""
    path = ""
    try:
        path = "/openapi.json"
        contract = Contract(document_of((await http.get(path)).raise_for_status()))
        path = "/v1/games"
        names = [each["id"] for each in document_of((await http.get(path)).raise_for_status())["games"]]
        path = "/v1/limits"
        return contract, names, limits_players(document_of((await http.get(path)).raise_for_status()))
    except httpx.HTTPStatusError as error:
        raise NotUnderstood(described(error.response)) from None
    except BadAnswer as error:
        raise NotUnderstood(error.message.rstrip(".")) from None
    except MISSHAPEN as error:
        raise NotUnderstood(f"GET {path} is not what the contract has: {type(error).__name__}: {error}") from None


def limits_players(limits: Document) -> bool:
    """Return whether all requests of a player are limited: an operator may set some budgets to 0, which is no limit."""
    quotas = {each["name"]: each["quota"] for each in limits["budgets"]}
    return bool(limits["enforced"] and all(quotas[name] for name in BUDGETS_OF_PLAYERS))


@asynccontextmanager
async def part(visit: Visit, name: str, seconds: float = PART_SECONDS) -> AsyncIterator[None]:
    """Report why a part of the examination has come to no end, if it has not; the others go on."""
    report = visit.report
    report.under_way.append(name)
    try:
        async with asyncio.timeout(seconds):
            yield
    except (ExceptionGroup, NotUnderstood, BadAnswer, httpx.HTTPError, TimeoutError, *MISSHAPEN) as errors:
        report.broken_off.append(f"{name}: {why(first_of(errors), visit.asked)}")
    finally:
        report.under_way.remove(name)
        report.done += 1


def first_of(error: Exception) -> Exception:
    """Return the error itself, or the first one of a group."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def why(error: Exception, asked: str) -> str:
    """Return what has gone wrong; `asked` is the last request. Raises any error that is not the service's."""
    match error:
        case NotUnderstood() | BadAnswer():
            return str(error)
        case httpx.HTTPError():
            return f"{asked} was not answered: {type(error).__name__} {error}".rstrip()
        case TimeoutError():
            return f"no end in time, at {asked}"
        case _ if isinstance(error, MISSHAPEN):
            return f"{asked} was answered in another form than the contract has: {type(error).__name__}: {error}"
    raise error


async def check_requests(visit: Visit, name: str) -> None:
    """Check what needs no game that is played."""
    async with part(visit, "requests"):
        entry = await visit.read("GET", f"/v1/games/{name}")
        await check_dumps(visit)
        table = await check_keys(visit, name, min(entry["players"]))
        guest = await visit.guest("Conformance, asking")
        tournament = await announced(visit, guest, name, min(entry["players"]))
        await Operations(visit, guest, name, table, tournament).check()
        await check_scopes(visit)
        await Webhooks(visit).check()


async def announced(visit: Visit, guest: Guest, name: str, places: int) -> Document:
    """Announce a tournament, with the first scoring that the game takes. Raises `NotUnderstood`."""
    seating = {"format": "swiss", "rounds": 1, "places": places}
    answers = []
    for scoring in ("points", "joint"):
        body = {"settings": {"game": name, "seating": seating, "scoring": scoring}}
        answers.append(await visit.ask("POST", "/v1/tournaments", guest, body=body, key=new_key()))
        if answers[-1].is_success:
            return document_of(answers[-1])
    raise NotUnderstood(described(answers[0]))


async def check_admission(visit: Visit, name: str) -> None:
    """Check who can enter tables of this game, and who is told what there."""
    async with part(visit, "admission"):
        await Admission(visit, await visit.read("GET", f"/v1/games/{name}")).check()


async def check_meeting(visit: Visit, name: str) -> None:
    """Check how players who seek this game meet, and how they talk."""
    async with part(visit, "meeting"):
        entry = await visit.read("GET", f"/v1/games/{name}")
        await Chatting(visit, entry).check()
        await Seeking(visit, entry).check()


async def check_inviting(visit: Visit, name: str) -> None:
    """Check what invitations to tables of this game lead to, and what a block prevents."""
    async with part(visit, "inviting"):
        entry = await visit.read("GET", f"/v1/games/{name}")
        await Inviting(visit, entry).check()
        await Blocking(visit, entry).check()


async def check_signing_in(visit: Visit) -> None:
    """Check how tokens are come by."""
    async with part(visit, "signing in"):
        await check_recovery(visit)
        await Apps(visit).check()


async def check_consent(visit: Visit, names: Sequence[str]) -> None:
    """Check what is taken back."""
    async with part(visit, "take-backs"):
        await check_taking_back(visit, names)


async def check_abuse(visit: Visit, name: str, url: str) -> None:
    """Check what is made of requests that nobody should send."""
    async with part(visit, "abuse"):
        guest = await visit.guest("Conformance, abuser")
        table = await visit.read("POST", "/v1/tables", guest, body={"game": name}, key=new_key())
        known = {"table": table["id"], "player_id": guest.id, "game": name}
        await Abuse(visit, guest, known, url).check()


async def check_game(visit: Visit, name: str, at_once: asyncio.Semaphore, game_seconds: float) -> None:
    """Play a game, follow it, and look at all that was told."""
    async with at_once, part(visit, name, PART_SECONDS + game_seconds):
        game = Game(visit, await visit.read("GET", f"/v1/games/{name}"))
        try:
            async with asyncio.timeout(game_seconds):
                followers = await played(game)
        except TimeoutError:
            fault = f"{name}: not over after {game_seconds} s, {game.path}"
            visit.report.see("finished", holds=False, fault=fault)
        else:
            visit.report.see("finished", holds=True, fault="")
            await History(game).check()
            await Aftermath(game).check(followers)


async def played(game: Game) -> Mapping[str, Follower]:
    """Play a game to its end while everybody follows it; return the followers, by what they follow."""
    await game.seat()
    mine = Follower(game.visit, "/v1/me/stream", game.guests["left"], game.id, game.forget)
    await mine.begin()
    await game.start()
    await History(game).closed()
    followers = {
        name: Follower(game.visit, f"{game.path}/stream", guest, game.id, game.forget)
        for name, guest in game.guests.items()
    }
    followers["me"] = mine
    await together(game.play(), *(follower.follow() for follower in followers.values()))
    return followers
