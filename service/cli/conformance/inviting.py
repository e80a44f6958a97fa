"""What invitations and challenges come to: a seat, none, or the end of a table; and one seat for one player."""

import asyncio
from http import HTTPStatus as Status

import httpx

from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Guest, Visit, code_of, described, new_key

RACES = 3
"""Number of seats that two players take at the same moment."""


class Inviting:
    """Sees how some guests ask each other to tables of a game: `entry` is that of the catalogue."""

    def __init__(self, visit: Visit, entry: Document) -> None:
        self.visit = visit
        self.see = visit.report.see
        self.game: str = entry["id"]
        self.players = min((each for each in entry["players"] if each > 1), default=1)

    async def check(self) -> None:
        """See all of it, unless nobody can be asked, since everybody plays alone. Raises `NotUnderstood`."""
        if self.players == 1:
            return
        self.host, self.guest, self.other = [
            await self.visit.guest(f"Conformance, {name}") for name in ("inviting", "invited", "not invited")
        ]
        await self._invited()
        await self._nobody_came()
        await self._declined()
        await self._withdrawn()
        for _ in range(RACES):
            await self._one_seat()

    async def _opened(self, **how: Document) -> str:
        """Return the path of a new table."""
        body = {"game": self.game, "options": {"players": self.players}, **how}
        table = await self.visit.read("POST", "/v1/tables", self.host, body=body, key=new_key())
        return f"/v1/tables/{table['id']}"

    async def _challenge(self) -> str:
        """Return the path of a table to which one player is challenged."""
        return await self._opened(seats=["me"], invite=[self.guest.id])

    async def _sits(self, path: str, guest: Guest, seat: int | None = None) -> httpx.Response:
        return await self.visit.ask("POST", f"{path}/seats", guest, body={} if seat is None else {"seat": seat})

    async def _ends(self, path: str, guest: Guest) -> httpx.Response:
        """Withdraw the invitation, or decline it if `guest` is the invited player."""
        return await self.visit.ask("DELETE", f"{path}/invitations/players/{self.guest.id}", guest, key=new_key())

    async def _finds(self, path: str, guest: Guest) -> bool:
        """Return whether somebody finds an invitation to a table, by its creator, among their tables."""
        found = (await self.visit.read("GET", "/v1/me/tables", guest))["invitations"]
        return any(f"/v1/tables/{each['table']['id']}" == path and each["by"] == self.host.id for each in found)

    async def _found(self, promise: str, path: str, guest: Guest, *, invited: bool, who: str) -> None:
        found = await self._finds(path, guest)
        fault = f"GET /v1/me/tables tells {who} of {'an' if found else 'no'} invitation to {path}"
        self.see(promise, found is invited, fault)

    async def _invited(self) -> None:
        """See that only the challenged player is told of the challenge, and that nobody else can take a seat."""
        path = await self._challenge()
        await self._found("invited", path, self.guest, invited=True, who="the invited player")
        await self._found("invited", path, self.other, invited=False, who="a player who is not invited")
        answer = await self._sits(path, self.other)
        self.see("invited", answer.is_client_error, f"{described(answer)} to a player who is not invited")
        answer = await self._sits(path, self.guest)
        seats = (await self.visit.read("GET", path, self.host))["seats"]
        self.see(
            "invited", self.guest.id in seats, f"{described(answer)} to the invited player, and the seats are {seats}"
        )
        await self._found("invited", path, self.guest, invited=False, who="the player who has accepted")
        await self.visit.ask("POST", f"{path}/abort", self.host, body={}, key=new_key())

    async def _nobody_came(self) -> None:
        """See that a challenge ends when the challenged player declines."""
        path = await self._challenge()
        answer = await self._ends(path, self.guest)
        table = await self.visit.read("GET", path, self.host)
        aborted = table["aborted"]
        ended = table["status"] == "aborted" and aborted["why"] == "nobody_came" and self.guest.id not in table["seats"]
        fault = f"{described(answer)} to the only challenged player, and the table is {table['status']}: {aborted}"
        self.see("nobody_came", ended, fault)

    async def _declined(self) -> None:
        """See that a player who has declined gets no seat, and is not invited there again."""
        path = await self._opened(visibility="private")
        invitation = {"player": self.guest.id}
        await self.visit.read("POST", f"{path}/invitations", self.host, body=invitation, key=new_key())
        await self._ends(path, self.guest)
        await self._found("declined", path, self.guest, invited=False, who="the player who has declined")
        answer = await self._sits(path, self.guest)
        self.see("declined", answer.is_client_error, f"{described(answer)} to the player who has declined")
        again = await self.visit.ask("POST", f"{path}/invitations", self.host, body=invitation, key=new_key())
        refused = (again.status_code, code_of(again)) == (Status.CONFLICT, "invitation_declined")
        self.see(
            "declined",
            refused,
            f"{described(again)} when a player who had declined is invited again, not invitation_declined",
        )

    async def _withdrawn(self) -> None:
        """See that only the table's creator can withdraw an invitation, and that it then lets nobody in."""
        path = await self._opened(visibility="private")
        body = {"player": self.guest.id}
        await self.visit.read("POST", f"{path}/invitations", self.host, body=body, key=new_key())
        answer = await self._ends(path, self.other)
        self.see("withdrawn", answer.is_client_error, f"{described(answer)} to a player who has not invited")
        await self._found("withdrawn", path, self.guest, invited=True, who="the invited player")
        await self._ends(path, self.host)
        await self._found("withdrawn", path, self.guest, invited=False, who="the player whose invitation was withdrawn")
        for answer in (await self.visit.ask("GET", path, self.guest), await self._sits(path, self.guest)):
            self.see(
                "withdrawn", answer.is_client_error, f"{described(answer)} to the player whose invitation was withdrawn"
            )

    async def _one_seat(self) -> None:
        """See that one of two players gets a seat that both take at the same moment."""
        path = await self._opened()
        both = (self.guest, self.other)
        answers = await asyncio.gather(*(self._sits(path, each, seat=0) for each in both))
        seats = (await self.visit.read("GET", path, self.host))["seats"]
        sit = [each.id for each, answer in zip(both, answers, strict=True) if answer.is_success]
        refused = [answer.status_code for answer in answers if not answer.is_success]
        right = sit == seats[:1] and refused == [Status.CONFLICT]
        got = " and ".join(map(described, answers))
        fault = f"POST {path}/seats, by two at once for one seat: {got}; it has {seats[:1]}"
        self.see("one_seat", right, fault)
        await self.visit.ask("POST", f"{path}/abort", self.host, body={}, key=new_key())
