"""Parlour players of a real service: whichever worker is killed, and after a restart, their game goes on."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from service.records.records import check, read
from tests.serving import Service, eventually

MORE = 15
"""Number of events that a process may have written before it died, and others have not noticed yet; and then some."""

LONG: dict[str, Any] = {
    "game": "honors_2",
    "options": {"players": 2, "challenge_ms": 0},
    "settings": {"turn_limit_ms": 1_000, "defaults_until_absent": 1, "house_takes_over": True},
    "auto_start": True,
}
"""A game of a hundred deals that a house player goes on with for an absent player."""


class Table:
    """A table where a player and a house player sit, and the player soon is absent."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.seen = 0
        self.token = service.ask("POST", "/v1/players", {"name": "Ada"})[1]["token"]
        self.path = f"/v1/tables/{self.ask('POST', '/v1/tables', LONG)['id']}"
        self.ask("POST", f"{self.path}/seats", {})
        self.ask("POST", f"{self.path}/seats", {"house": "random"})

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the document that a request is answered with."""
        status, document = self.service.ask(method, path, body, self.token)
        assert status < 300, document
        return document

    def version(self) -> int:
        """Return how far the table is, or was when the service answered last."""
        with suppress(OSError):
            self.seen = int(self.ask("GET", self.path)["version"])
        return self.seen

    def is_taken_over(self) -> bool:
        """Return whether the house plays on both seats."""
        return all(seat["house"] for seat in self.ask("GET", self.path)["presence"])

    def goes_on(self) -> bool:
        """Return whether there are soon more events than a dead process can have written."""
        before = self.version()
        return eventually(lambda: self.version() > before + MORE)


def test_whatever_is_killed_house_players_play_on(data: Path) -> None:
    service = Service(data, "--workers", "2")
    with service:
        service.ready()
        table = Table(service)
        assert eventually(table.is_taken_over)
        for worker in service.workers():
            worker.kill()
            assert table.goes_on(), service.stderr()
        service.process.kill()
        service.__exit__()
        service.__enter__()
        service.ready()
        assert table.goes_on(), service.stderr()

        seen = table.version()
        assert table.ask("POST", f"{table.path}/abort", {})["status"] == "aborted"
        record = read(json.dumps(table.ask("GET", f"{table.path}/record")).encode())
    assert check(record).events > seen >= 3 * MORE
