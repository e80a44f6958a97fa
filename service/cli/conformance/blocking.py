"""What a block does: the blocked player can neither invite nor sit down, and is not told who blocks them."""

from http import HTTPStatus as Status

import httpx

from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Guest, Visit, code_of, described, difference, new_key


class Blocking:
    """Sees what a blocked guest can do at tables of a game: `entry` is that of the catalogue."""

    def __init__(self, visit: Visit, entry: Document) -> None:
        self.visit = visit
        self.see = visit.report.see
        self.body = {"game": entry["id"], "options": {"players": max(entry["players"])}}

    async def check(self) -> None:
        """See all of it. Raises `NotUnderstood`."""
        self.left, self.right = [await self.visit.guest(f"Conformance, {name}") for name in ("blocking", "blocked")]
        theirs, own = [await self._opened(guest) for guest in (self.left, self.right)]
        page = f"/v1/players/{self.left.id}"
        before = await self.visit.read("GET", page, self.right)
        block = f"/v1/me/blocks/{self.right.id}"
        await self.visit.ask("PUT", block, self.left)
        for answer in await self._tried(theirs, own):
            refused = (answer.status_code, code_of(answer)) == (Status.CONFLICT, "not_possible")
            self.see("blocked", refused, f"{described(answer)} to the blocked player, not 409 not_possible")
        await self._unseen(page, before)
        await self.visit.ask("DELETE", block, self.left)
        for answer in await self._tried(theirs, own):
            self.see("blocked", answer.is_success, f"{described(answer)} to the player after the block was removed")

    async def _opened(self, guest: Guest) -> str:
        """Return the path of a new table of a guest."""
        table = await self.visit.read("POST", "/v1/tables", guest, body=self.body, key=new_key())
        return f"/v1/tables/{table['id']}"

    async def _tried(self, theirs: str, own: str) -> list[httpx.Response]:
        """Return what the second guest is answered as they challenge the first one, invite them, and join them."""
        whom = self.left.id
        tried: list[tuple[str, Document]] = [
            ("/v1/tables", self.body | {"invite": [whom]}),
            (f"{own}/invitations", {"player": whom}),
            (f"{theirs}/seats", {}),
        ]
        return [await self.visit.ask("POST", path, self.right, body=body, key=new_key()) for path, body in tried]

    async def _unseen(self, page: str, before: Document) -> None:
        """See that a blocked player learns of it neither in their list of blocks nor on the other player's page."""
        listed = [(await self.visit.read("GET", "/v1/me/blocks", each))["blocks"] for each in (self.left, self.right)]
        own, others = [[each["player"] for each in blocks] for blocks in listed]
        self.see(
            "unseen_blocks", own == [self.right.id], f"GET /v1/me/blocks tells the player who blocks one other of {own}"
        )
        self.see("unseen_blocks", not others, f"GET /v1/me/blocks tells a player who blocks nobody of {others}")
        other = difference(await self.visit.read("GET", page, self.right), before)
        self.see("unseen_blocks", not other, f"GET {page} tells the blocked player something else than before: {other}")
