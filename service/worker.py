"""What a worker process of the HTTP server runs: the application, which is gone in time when it is told to stop."""

from service import app
from service.runtime.stopping import GracefulShutdown

LAST_SECONDS = 2.5
"""Seconds at the end of those to stop in: workers close in the first ones, Postgres stops in the last one."""
CLOSING_SECONDS = 0.75
"""Maximum number of seconds in which a worker closes; after twice as many it would be killed."""


ROUTES = app.routed()
"""Those of this process, which has them already where it is forked from one that has imported this module."""


def application() -> GracefulShutdown:
    """Return the service for this process."""
    service = app.application(ROUTES)
    open_seconds = service.state.settings.shutdown_seconds - LAST_SECONDS
    return GracefulShutdown(service, open_seconds=open_seconds, closing_seconds=CLOSING_SECONDS)
