"""What is said at a table: read once and in order, gone when it is removed, and never heard by those who play."""

from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Guest, Visit, described, document_of, new_key

TEXT = "Said by the examination."


class Chatting:
    """Sees how some guests talk at a table of a game: `entry` is that of the catalogue."""

    def __init__(self, visit: Visit, entry: Document) -> None:
        self.visit = visit
        self.game = entry["id"]
        self.players = min(entry["players"])
        self.path = ""

    async def check(self) -> None:
        """See that they read each other, and what they do not. Raises `NotUnderstood`."""
        player, watcher = [await self.visit.guest(f"Conformance, talking {number}") for number in range(2)]
        body = {"game": self.game, "options": {"players": self.players}, "settings": {"chat": "text"}}
        table = await self.visit.read("POST", "/v1/tables", player, body=body, key=new_key())
        self.path = f"/v1/tables/{table['id']}"
        await self.visit.read("POST", f"{self.path}/seats", player, body={}, key=new_key())
        await self._said(player, watcher)
        await self._unheard(player, watcher)
        await self.visit.ask("POST", f"{self.path}/abort", player, body={}, key=new_key())

    async def _read(self, guest: Guest, after: int = 0) -> list[Document]:
        page = await self.visit.read("GET", f"{self.path}/chat/seats?after={after}", guest)
        entries: list[Document] = page["entries"]
        return entries

    async def _said(self, player: Guest, watcher: Guest) -> None:
        """See that a message is added once, that spectators read it, and that its text is gone when it is removed."""
        path, key = f"{self.path}/chat/seats", new_key()
        for _ in range(2):
            await self.visit.read("POST", path, player, body={"text": TEXT}, key=key)
        await self.visit.read("POST", path, player, body={"phrase": "hello"}, key=new_key())
        found = [(each["number"], each.get("text", each.get("phrase"))) for each in await self._read(watcher)]
        fault = f"GET {path} tells {found} of a text, sent twice with one key, and a phrase"
        self.visit.report.see("said", found == [(1, TEXT), (2, "hello")], fault)
        await self.visit.ask("DELETE", f"{path}/1", player)
        marks = [(each["number"], each.get("removes")) for each in await self._read(watcher, after=2)]
        self.visit.report.see("said", marks == [(3, [1])], f"GET {path}?after=2 tells {marks} of a message removed")
        first = (await self._read(watcher))[0]
        gone = first.get("removed") is True and TEXT not in str(first)
        self.visit.report.see("said", gone, f"GET {path} tells of a message that was removed: {first}")

    async def _unheard(self, player: Guest, watcher: Guest) -> None:
        """See that players do not read what spectators say until the game is over."""
        for _ in range(self.players - 1):
            await self.visit.read("POST", f"{self.path}/seats", player, body={"house": "random"}, key=new_key())
        await self.visit.read("POST", f"{self.path}/start", player, key=new_key())
        answer = await self.visit.ask("GET", f"{self.path}/chat/spectators", player)
        over = document_of(await self.visit.ask("GET", self.path, watcher))["status"] in {"finished", "aborted"}
        fault = f"{described(answer)} to a player whose game goes on"
        self.visit.report.see("unheard", answer.is_error or over, fault)
