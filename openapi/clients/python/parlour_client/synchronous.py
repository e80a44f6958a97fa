"""The client: a service as one player or visitor sees it, its tables, and what the player seeks."""

import json
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from types import TracebackType
from typing import Any, Literal, Self, cast
from uuid import uuid4

import httpx

from .errors import NOT_MODIFIED, Conflict, DecisionOver, NotNow, ParlourError, Unreachable, is_good, raise_problem
from .patience import Patience
from .types import (
    Catalog,
    ChatEntry,
    ChatPage,
    Feed,
    GameEntry,
    Header,
    Judgement,
    Lobby,
    Me,
    MessageList,
    Move,
    MoveAnswer,
    MySeeks,
    MyTables,
    NewPlayer,
    OpeningSettings,
    SeatDecision,
    Seated,
    SeatView,
    SeekStreamLine,
    SeenSeek,
    SoughtTables,
    StreamLine,
    Suggestions,
)
from .views import Views

CONNECT_SECONDS = 10
LONGEST_SILENCE_SECONDS = 20
"""A stream that is silent for longer than this is dead: the service sends a line at least every ten seconds."""

ANSWER_SECONDS = 60
PATIENCE_SECONDS = 300.0
MY_STREAM = "/me/stream"


class Client:
    """A service as one player sees it, or, without a token, as a visitor does.

    `url` is the origin, such as `https://cards.example`. What gets no answer, or is put off, is sent again with the
    same key, so it is done once, for at most `patience` seconds. `http` is used in place of a client of its own.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE_SECONDS,
        http: httpx.Client | None = None,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"{url!r} is not the URL of a service, such as 'https://cards.example'")
        self.url = url.rstrip("/") + "/v1"
        self.token = token
        self._patience = patience
        self._http = http or httpx.Client(timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def sign_up(self, name: str, *, bot: bool = False) -> NewPlayer:
        """Make a new player; the client uses their token from now on. Keep their `token`: it is shown only here.

        With `bot` the player is a program, which everybody sees; it cannot be changed later.
        """
        player: NewPlayer = self.request("POST", "/players", {"name": name, "bot": bot})
        self.token = player["token"]
        return player

    def me(self) -> Me:
        """Return the player of the token."""
        return cast("Me", self.request("GET", "/me"))

    def games(self) -> Catalog:
        """Return the catalogue."""
        return cast("Catalog", self.request("GET", "/games"))

    def game(self, game: str) -> GameEntry:
        """Return all that a client may want to know of a game: its cards, options, moves, and rules."""
        return cast("GameEntry", self.request("GET", f"/games/{game}"))

    def messages(self) -> MessageList:
        """Return all templates of messages, for translations."""
        return cast("MessageList", self.request("GET", "/messages"))

    def tables(self, **wanted: str | int) -> Lobby:
        """Return a page of the lobby; `game`, `status`, `player`, `cursor` and `limit` choose."""
        return cast("Lobby", self.request("GET", "/tables", **wanted))

    def my_tables(self) -> MyTables:
        """Return my seats at tables that go on, those that wait for me first."""
        return cast("MyTables", self.request("GET", "/me/tables"))

    def table(self, table: str) -> "Table":
        """Return a table by its id, without asking whether there is one."""
        return Table(self, table)

    def open_table(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        settings: OpeningSettings | None = None,
        *,
        visibility: str = "public",
        auto_start: bool = True,
        seats: Sequence[str | None] = (),
        invite: Sequence[str] = (),
    ) -> "Table":
        """Open a table; its game begins when the last seat is taken, or with `start`.

        `seats` says who sits down at once, by seat: `me`, or a house player by its kind. `invite` challenges players by
        their ids.
        """
        wanted = {"game": game, "options": {**(options or {})}, "visibility": visibility, "auto_start": auto_start}
        more = {"settings": settings, "seats": [*seats], "invite": [*invite]}
        given = {name: value for name, value in more.items() if value}
        header: Header = self.request("POST", "/tables", wanted | given)
        return self.table(header["id"])

    def seek(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        settings: OpeningSettings | None = None,
        *,
        with_house_after: int | None = None,
    ) -> "Seek":
        """Seek players for a game: those who seek the same are seated at one table. The same seek again waits anew.

        After `with_house_after` milliseconds, house players take the seats that are still free; None: never.
        """
        wanted = {"game": game, "options": {**(options or {})}, "with_house_after": with_house_after}
        seen: SeenSeek = self.request("POST", "/seeks", wanted | ({"settings": settings} if settings else {}))
        return Seek(self, seen)

    def my_seeks(self) -> "list[Seek]":
        """Return my seeks that wait, the oldest first."""
        mine: MySeeks = self.request("GET", "/me/seeks")
        return [Seek(self, seen) for seen in mine["seeks"]]

    def sought(self, game: str = "") -> SoughtTables:
        """Return what players seek now, in a game or in any; to play with them, seek the same."""
        return cast("SoughtTables", self.request("GET", "/seeks", **({"game": game} if game else {})))

    def stream(self, *, after: str = "", views: bool = False, chat: bool = False) -> Generator[StreamLine, None]:
        """Follow all my tables, and my invitations, and with `chat` what is said; see `lines`."""
        return self.lines(MY_STREAM, after=after, views=views, **({"chat": "true"} if chat else {}))

    def request(self, method: str, path: str, body: Any = None, **parameters: str | int) -> Any:
        """Ask for anything in the contract: `request("GET", "/leaderboards/…")`. Return the document that is answered.

        Raises `Problem`, by its `code`, and `Unreachable`.
        """
        answer = self.send(method, path, body, parameters)
        return answer.json() if answer.content else None

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        parameters: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Return an answer that is no problem; sends the request again, the same in all, until there is one."""
        sent = {"Idempotency-Key": uuid4().hex, **self._authorization(), **(headers or {})}
        patience, failure = Patience(self._patience), ParlourError()
        while True:
            try:
                answer = self._http.request(method, self.url + path, json=body, params=parameters, headers=sent)
                if not is_good(answer):
                    raise_problem(answer)
            except httpx.RequestError as error:
                failure = Unreachable(f"{method} {path}: {error!r}")
                pause = patience.pause()
            except NotNow as put_off:
                failure, pause = put_off.failure, patience.pause(put_off.status, put_off.wanted)
            else:
                return answer
            if pause is None:
                raise failure
            time.sleep(pause)

    def lines(
        self, path: str, *, after: str = "", views: bool = False, **parameters: str | int
    ) -> Generator[StreamLine, None]:
        """Yield the lines of a stream to its end. When it breaks off, it goes on behind the last line that came.

        `after` is the cursor of a line, or of a table's stream a version; without it the first line is the view. With
        `views` each event has in `view` the view after it. Heartbeats are left out. Raises `Problem` and `Unreachable`.
        """
        cursor, known, patience = after, Views(), Patience(self._patience)
        wanted = parameters | ({"with": "changes"} if views else {})
        failure: ParlourError
        while True:
            try:
                with closing(self._connection(path, cursor, wanted)) as connection:
                    for line in connection:
                        patience.renew()
                        if line["type"] != "heartbeat":
                            yield known.seen(line) if views else line
                        cursor = line["cursor"]
                        if is_over(line, path):
                            return
                failure, pause = Unreachable(f"GET {path}: the stream broke off"), patience.pause()
            except NotNow as broken:
                failure, pause = broken.failure, patience.pause(broken.status, broken.wanted)
            if pause is None:
                raise failure
            time.sleep(pause)

    def _connection(self, path: str, cursor: str, parameters: Mapping[str, str | int]) -> Generator[StreamLine, None]:
        """Yield the lines that come over one connection. Raises `NotNow`, and any `Problem` that will not pass."""
        headers = self._authorization() | ({"Last-Event-ID": cursor} if cursor else {})
        silence = httpx.Timeout(LONGEST_SILENCE_SECONDS, connect=CONNECT_SECONDS)
        try:
            with self._http.stream(
                "GET", self.url + path, params=parameters, headers=headers, timeout=silence
            ) as answer:
                if not is_good(answer):
                    answer.read()
                    raise_problem(answer)
                for text in answer.iter_lines():
                    yield json.loads(text)
        except (httpx.RequestError, json.JSONDecodeError) as error:
            raise NotNow(Unreachable(f"GET {path}: {error!r}")) from error

    def _authorization(self) -> dict[str, str]:
        """Return the header that says who asks."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


class Table:
    """A table, by its `id`."""

    def __init__(self, client: Client, id_: str) -> None:
        self.client = client
        self.id = id_
        self.path = f"/tables/{id_}"
        self._decided = 0
        self._seen: tuple[str, SeatView] | None = None

    def header(self) -> Header:
        """Return the table without its cards."""
        return cast("Header", self.client.request("GET", self.path))

    def view(self) -> SeatView:
        """Return the table as I see it now; what I have seen already is not sent again."""
        known = {"If-None-Match": self._seen[0]} if self._seen else {}
        answer = self.client.send("GET", f"{self.path}/view", headers=known)
        if self._seen and answer.status_code == NOT_MODIFIED:
            return self._seen[1]
        view: SeatView = answer.json()
        etag = answer.headers.get("ETag")  # something between may have taken it away
        self._seen = (etag, view) if etag else None
        return view

    def sit(self, **wish: str | int) -> Seated:
        """Take a seat, or my own again; `seat`, `entropy` and `invitation` say more."""
        return cast("Seated", self.client.request("POST", f"{self.path}/seats", wish))

    def seat_house(self, kind: str = "random") -> Seated:
        """Seat a house player on the first free seat."""
        return cast("Seated", self.client.request("POST", f"{self.path}/seats", {"house": kind}))

    def leave(self, seat: int) -> Header:
        """Leave my seat, or free one at my table."""
        return cast("Header", self.client.request("DELETE", f"{self.path}/seats/{seat}"))

    def decline(self, player: str) -> Header:
        """Decline an invitation of mine, or withdraw one to my table; `player` is the invited player."""
        return cast("Header", self.client.request("DELETE", f"{self.path}/invitations/players/{player}"))

    def start(self) -> Header:
        """Start the game, at my table."""
        return cast("Header", self.client.request("POST", f"{self.path}/start"))

    def abort(self) -> Header:
        """Call for the end of the game, or end my table before it has begun."""
        return cast("Header", self.client.request("POST", f"{self.path}/abort", {}))

    def decision_in(self, line: StreamLine) -> SeatDecision | None:
        """Return what I may do after a line of `stream(views=True)`; None: nothing.

        A line that comes late may have a decision that is over by now. Send its id with the move, so that `move` raises
        `DecisionOver`; no older line has a decision then. Takes my seat back if a house player plays on it, since I was
        away for too long.
        """
        if line["type"] == "history_lost":
            self._decided = 0
        view = line.get("view") if line["type"] in {"view", "event"} else None
        if not isinstance(view, dict) or view["seat"] is None or view["table"]["version"] < self._decided:
            return None
        if view["table"]["presence"][view["seat"]]["house"]:
            self.take_back()
            return None
        decision: SeatDecision | None = view["decision"]
        return decision

    def take_back(self) -> None:
        """Take my seat back from the house, unless I have it already."""
        try:
            self.sit()
        except Conflict:
            return

    def move(self, move: Move, decision: str | None = None) -> MoveAnswer:
        """Make a move, for the decision with this id. It is made once, whatever happens on the way.

        Raises `DecisionOver` if that decision is over, and `Conflict` if the rules refuse the move.
        """
        try:
            made: MoveAnswer = self.client.request("POST", f"{self.path}/moves", {"move": move, "decision": decision})
        except DecisionOver as late:
            self._decided = late.version
            raise
        self._decided = made["version"]
        return made

    def ask_take_back(self) -> Header:
        """Ask to take my last move back. Raises `Conflict` if `take_back` of the table does not name my seat."""
        return cast("Header", self.client.request("POST", f"{self.path}/take-back", {}))

    def answer_take_back(self, proposal: int, *, consents: bool = True) -> Header:
        """Consent to a take-back, decline it, or withdraw my own. `take_back` of the table has its `proposal`."""
        answer = {"proposal": proposal, "consents": consents}
        return cast("Header", self.client.request("POST", f"{self.path}/take-back", answer))

    def say(self, text: str = "", *, phrase: str = "", channel: str = "seats") -> ChatEntry:
        """Say a text, or a set phrase by its code, to the `seats` or, without a seat, to the `spectators`."""
        said = {"phrase": phrase} if phrase else {"text": text}
        return cast("ChatEntry", self.client.request("POST", f"{self.path}/chat/{channel}", said))

    def chat(self, channel: str = "seats", *, after: int = 0, wait: int = 0, limit: int = 100) -> ChatPage:
        """Return what was said after an entry; wait up to `wait` seconds for the next."""
        path, wanted = f"{self.path}/chat/{channel}", {"after": after, "wait": wait, "limit": limit}
        return cast("ChatPage", self.client.request("GET", path, **wanted))

    def check(self, move: Move) -> Judgement:
        """Return whether a move of mine would be legal, and if not why; it is not made."""
        return cast("Judgement", self.client.request("POST", f"{self.path}/moves/check", {"move": move}))

    def suggestions(self, count: int = 1) -> Suggestions:
        """Return that many legal moves of mine, chosen at random."""
        return cast("Suggestions", self.client.request("GET", f"{self.path}/moves/suggestions", n=count))

    def events(self, after: str | int = 0, *, wait: int = 0, limit: int = 1000) -> Feed:
        """Return the events after a cursor or version; wait up to `wait` seconds for the next. Raises `HistoryLost`."""
        found = self.client.request("GET", f"{self.path}/events", after=after, wait=wait, limit=limit)
        return cast("Feed", found)

    def record(self) -> dict[str, Any]:
        """Return the record of the finished game."""
        return cast("dict[str, Any]", self.client.request("GET", f"{self.path}/record"))

    def stream(self, *, after: str | int = "", views: bool = False, chat: bool = False) -> Generator[StreamLine, None]:
        """Follow the table to its end, and with `chat` what is said there; see `Client.lines`."""
        wanted = {"chat": "true"} if chat else {}
        return self.client.lines(f"{self.path}/stream", after=str(after), views=views, **wanted)

    def replay(
        self, first: int = 1, last: int | None = None, *, seat: int | Literal["all"] | None = None
    ) -> Generator[StreamLine, None]:
        """Go through the game again, from a version to another one or to the present; see `Client.lines`.

        Each event has in `view` the view after it: from my place or, once the record is open, from any `seat` or all.
        """
        wanted: dict[str, Any] = {"from": first, "to": last, "seat": seat}
        given = {name: value for name, value in wanted.items() if value is not None}
        return self.client.lines(f"{self.path}/replay", views=True, **given)


class Seek:
    """A seek of mine, by its `id`. `seen` is how it stood when the service last told of it, with its `state`."""

    def __init__(self, client: Client, seen: SeenSeek) -> None:
        self.client = client
        self.id = seen["id"]
        self.path = f"/seeks/{self.id}"
        self.seen = seen

    def look(self) -> SeenSeek:
        """Ask how the seek stands."""
        self.seen = self.client.request("GET", self.path)
        return self.seen

    def stream(self, *, cancel: bool = False) -> Generator[SeenSeek, None]:
        """Yield how the seek stands, and then how it has ended.

        With `cancel` it is withdrawn when this is closed, or its connection breaks.
        """
        wanted: dict[str, Any] = {"cancel": "close"} if cancel else {}
        with closing(self.client.lines(f"{self.path}/stream", **wanted)) as lines:
            for each in lines:
                line = cast("SeekStreamLine", each)
                if line["type"] == "seek":
                    self.seen = line["seek"]
                    yield self.seen

    def seated(self, *, cancel: bool = False) -> Table | None:
        """Wait until the seek has ended; return the table at which I sit. None: it has none, and `seen` says why."""
        with closing(self.stream(cancel=cancel)) as told:
            for _ in told:
                pass
        table = self.seen["table"]
        return None if table is None else self.client.table(table)

    def withdraw(self) -> None:
        """Withdraw the seek. Raises `Conflict` if it is over, or its table is chosen."""
        self.client.request("DELETE", self.path)


def is_over(line: StreamLine, path: str) -> bool:
    """Return whether a line is the last of a stream: not the end of one of my tables, or of a service that restarts."""
    if line["type"] != "end" or line["why"] == "stopping":
        return False
    return line["table"] is None or path != MY_STREAM
