"""Seeks at a real service: whichever worker is killed, everybody is seated, and once."""

from pathlib import Path

from tests.service.meeting.crowd import met, must_be_sound
from tests.serving import Service


async def test_whichever_worker_is_killed_everybody_has_one_seat(data: Path) -> None:
    with Service(data, "--workers", "2") as service:
        service.ready()

        found, killed = await met(service, players=40, kills=2, every_seconds=1.0)

        assert killed == 2
        must_be_sound(service, found)
