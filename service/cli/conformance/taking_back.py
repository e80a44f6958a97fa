"""Whether moves are taken back: by consent of the other player, and none of which the table does not say so."""

import random
from collections.abc import Sequence

from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Guest, Visit, code_of, described, difference, document_of, is_object, new_key

LOOKS = 12
"""Maximum number of looks at a table for a move that may be taken back, and one that may not."""

FIRST_TIME = 10**12
"""Numbers from this one on are times, in ms since 1970: those of a game are later after a take-back."""


async def check_taking_back(visit: Visit, games: Sequence[str]) -> None:
    """Play a little of one game after the other, until a move has been taken back. Raises `NotUnderstood`."""
    guests = [await visit.guest(f"Conformance, {name}") for name in ("clumsy", "patient")]
    for game in random.sample(games, len(games)):
        entry = await visit.read("GET", f"/v1/games/{game}")
        if await TakingBack(visit, entry, *guests).check():
            return


class TakingBack:
    """Sees whether moves of a guest are taken back at a table of a game: `entry` is that of the catalogue."""

    def __init__(self, visit: Visit, entry: Document, left: Guest, right: Guest) -> None:
        self.visit = visit
        self.game: str = entry["id"]
        self.players = min((each for each in entry["players"] if each > 1), default=1)
        self.left, self.right = left, right

    async def check(self) -> bool:
        """Move at random, and ask for each move to be taken back; return whether one was."""
        if self.players == 1:
            return False
        path = await self._begun()
        for _ in range(LOOKS):
            mover, other = random.sample((self.left, self.right), 2)
            view = await self.visit.read("GET", f"{path}/view", mover)
            if view["table"]["status"] != "playing":
                break
            if view["decision"] is None:
                await self.visit.ask("GET", f"{path}/events?after={view['table']['version']}&wait=1", mover)
                continue
            body = {"move": random.choice(view["decision"]["moves"]), "decision": view["decision"]["id"]}
            made = await self.visit.ask("POST", f"{path}/moves", mover, body=body, key=new_key())
            if made.is_success and await self._asked(path, mover, other, view["seat"]):
                await self._asked(path, mover, other, view["seat"])  # the move before it stands
                return True
        return False

    async def _begun(self) -> str:
        """Return the path of a game of both guests whose moves may be taken back, with house players."""
        body = {"game": self.game, "options": {"players": self.players}, "settings": {"take_back": True}}
        table = await self.visit.read("POST", "/v1/tables", self.left, body=body, key=new_key())
        path = f"/v1/tables/{table['id']}"
        sitters = [(self.left, {}), (self.right, {}), *[(self.left, {"house": "random"})] * (self.players - 2)]
        for guest, sits in sitters:
            await self.visit.read("POST", f"{path}/seats", guest, body=sits, key=new_key())
        await self.visit.read("POST", f"{path}/start", self.left, key=new_key())
        return path

    async def _asked(self, path: str, mover: Guest, other: Guest, seat: int) -> bool:
        """Ask for the last move to be taken back; return whether that was possible."""
        table = await self.visit.read("GET", path, mover)
        possible = table["take_back"]["seat"] == seat
        asked = await self.visit.ask("POST", f"{path}/take-back", mover, body={}, key=new_key())
        if not possible:
            named = "no seat" if table["take_back"]["seat"] is None else "another one"
            fault = f"{described(asked)} to the player who moved last, and `take_back` of the table names {named}"
            self.visit.report.see("stands", asked.is_client_error or table["status"] != "playing", fault)
            return False
        if asked.is_error:  # a house player was faster
            return False
        proposal = document_of(asked)["take_back"]["asked"]
        fault = f"{described(asked)}, and the move was taken back before the other player has consented"
        if not self.visit.report.see("taken_back", is_object(proposal), fault):
            return True
        body = {"proposal": proposal["proposal"], "consents": True}
        answer = await self.visit.ask("POST", f"{path}/take-back", other, body=body, key=new_key())
        if code_of(answer) != "take_back_over":
            await self._same(path, proposal["to"], document_of(answer)["version"], described(answer))
        return True

    async def _same(self, path: str, before: int, after: int, answered: str) -> None:
        """See that both see the same after a take-back as before the move."""
        for guest in (self.left, self.right):
            views = [await self.visit.read("GET", f"{path}/view?version={each}", guest) for each in (after, before)]
            other = difference(*(without_times(view["state"]) for view in views))
            fault = (
                f"{answered} to the consent of the other player, and version {after} is not as {before} was: {other}"
            )
            self.visit.report.see("taken_back", not other, fault)


def without_times(part: Document) -> Document:
    """Return a part of a view in which all times are 0."""
    if is_object(part):
        return {name: without_times(each) for name, each in part.items()}
    if isinstance(part, list):
        return [without_times(each) for each in part]
    return 0 if isinstance(part, int) and part >= FIRST_TIME else part
