"""When a stream has to send a line, and when it has to look at everything."""

import asyncio

from service.live.pace import Pace


class Rhythm:
    """The rhythm of one stream, which at first has to send a line, to show that it runs, and to look at everything."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._clock = asyncio.get_running_loop().time
        self._silent_until = self._look_at = 0.0

    def said(self) -> None:
        """Note that a line has been sent."""
        self._silent_until = self._clock() + self._pace.heartbeat_seconds

    def looked(self) -> None:
        """Note that the stream looks at everything just now."""
        self._look_at = self._clock() + self._pace.heartbeat_seconds

    def failed(self) -> None:
        """Note that the log is away."""
        self._look_at = self._clock() + self._pace.away_seconds

    @property
    def must_speak(self) -> bool:
        """Whether a heartbeat is due."""
        return self._clock() >= self._silent_until

    @property
    def must_look(self) -> bool:
        """Whether it is time to look at everything."""
        return self._clock() >= self._look_at

    @property
    def pause(self) -> float:
        """Seconds in which there is nothing to do if nobody wakes the stream."""
        return max(0.0, min(self._silent_until, self._look_at) - self._clock())
