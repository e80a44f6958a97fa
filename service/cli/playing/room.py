"""What a person at a table asks of the service: a seat, a move, an end."""

import time
from collections.abc import Callable
from uuid import UUID, uuid4

import httpx
import msgspec

from projections.seat_view import SeatView
from service.cli.connection import NOT_NOW, Refusal, Unreachable, address_of, ask, document_of
from service.cli.options import RawOptions
from service.cli.playing.moves import Moves, Value


class Patience(msgspec.Struct, frozen=True):
    """How long a person waits for a service that does not answer."""

    pause_seconds: float = 1.0
    """Seconds before a request is sent again, or a broken stream is opened again."""
    tries: int = 10
    """Maximum number of times that a request is sent."""
    stream_tries: int = 60
    """Number of times in a row that a stream is opened again before the service counts as gone."""


PATIENCE = Patience()


class Room:
    """A service, for one person. `say` hears when it does not answer."""

    def __init__(self, client: httpx.Client, say: Callable[[str], None], patience: Patience = PATIENCE) -> None:
        self._client = client
        self._say = say
        self._patience = patience
        self.table = ""

    @property
    def url(self) -> str:
        """The address of the service."""
        return address_of(self._client)

    @property
    def path(self) -> str:
        """The address of the table."""
        return f"tables/{self.table}"

    def newcomer(self, name: str) -> str:
        """Make a player, whose token is sent with later requests; return it."""
        token = str(self._send("POST", "players", {"name": name})["token"])
        self._client.headers["Authorization"] = f"Bearer {token}"
        return token

    def open_table(self, game: str, options: RawOptions, *, take_backs: bool = False) -> None:
        """Open a table, take a seat there, and let house players take the others. Raises `Refusal`.

        With `take_backs`, moves may be taken back there.
        """
        settings = {"take_back": True} if take_backs else {}
        wanted = {"game": game, "options": options, "settings": settings, "auto_start": True}
        opened = self._send("POST", "tables", wanted)
        self.table = opened["id"]
        self._send("POST", f"{self.path}/seats", {})
        self.fill()

    def join(self, table: UUID) -> None:
        """Take a seat at a table, unless one is there. Raises `Refusal`."""
        self.table = str(table)
        view = self.view()
        if view.seat is None or view.table.presence[view.seat].house:
            self.sit()

    def sit(self) -> None:
        """Take a seat, or take one's own back from the house."""
        self._send("POST", f"{self.path}/seats", {})

    def fill(self) -> None:
        """Let house players take the free seats; the game begins, if it is the caller who starts it."""
        header = self.view().table
        for _ in range(header.seats.count(None)):
            self._send("POST", f"{self.path}/seats", {"house": "random"})
        if not header.auto_start:
            self._send("POST", f"{self.path}/start")

    def view(self) -> SeatView:
        """Return the table as the caller sees it."""
        return msgspec.json.decode(ask(self._client, f"{self.path}/view").content, type=SeatView)

    def moves(self, game: str) -> Moves:
        """Return how the moves of a game read, and what they take."""
        return Moves(document_of(ask(self._client, f"games/{game}")), document_of(ask(self._client, "messages")))

    def move(self, move: Value, decision: str) -> None:
        """Make a move. Raises `Refusal`."""
        self._send("POST", f"{self.path}/moves", {"move": move, "decision": decision})

    def ask_take_back(self) -> None:
        """Ask to take the last move back. Raises `Refusal`."""
        self._send("POST", f"{self.path}/take-back", {})

    def answer_take_back(self, proposal: int, *, consents: bool) -> None:
        """Consent to a take-back, or decline it. Raises `Refusal`."""
        self._send("POST", f"{self.path}/take-back", {"proposal": proposal, "consents": consents})

    def say(self, **said: str) -> None:
        """Say a `text` or a set `phrase` to the table. Raises `Refusal`."""
        self._send("POST", f"{self.path}/chat/seats", said)

    def leave(self, view: SeatView) -> None:
        """Leave the seat; once the game has begun, call for its end."""
        if view.table.status == "open":
            self._send("DELETE", f"{self.path}/seats/{view.seat}")
        else:
            self._send("POST", f"{self.path}/abort", {})

    def _send(self, method: str, path: str, body: Value = None) -> Value:
        """Return what a command is answered; what got no answer is sent again, with the same key.

        Raises `Refusal`, and `Unreachable` after the tries of its patience.
        """
        key, why = {"Idempotency-Key": uuid4().hex}, ""
        for number in range(self._patience.tries):
            try:
                answer = self._client.request(method, path, json=body, headers=key)
            except httpx.TransportError as error:
                why = str(error) or type(error).__name__
            else:
                if answer.status_code not in NOT_NOW:
                    if not answer.is_success:
                        raise Refusal(answer)
                    return document_of(answer)
                why = f"{answer.status_code} {answer.reason_phrase}"
            if number == 0:
                self._say(f"The service does not answer ({why}); it is asked again.")
            time.sleep(self._patience.pause_seconds)
        raise Unreachable(self.url, why)
