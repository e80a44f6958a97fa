"""No limits, for tests that ask as fast as they can: set as an operator would."""

from typing import Any

from service.setting_texts import PREFIX
from service.settings import Settings

UNLIMITED: dict[str, Any] = dict.fromkeys(
    [
        "limit_commands",
        "limit_reads",
        "limit_requests",
        "limit_sign_ups",
        "limit_recoveries",
        "limit_device_codes",
        "limit_app_registrations",
        "limit_streams",
        "limit_unknown_tokens",
        "limit_anonymous_reads",
        "limit_anonymous_streams",
        "limit_invitations",
        "limit_chat",
        "limit_reports",
        "limit_open_tables",
        "limit_house_tables",
        "limit_tournaments",
    ],
    0,
)
"""The settings, by field."""

VARIABLES = {f"{PREFIX}{name.upper()}": str(limit) for name, limit in UNLIMITED.items()}
OPTIONS = [f"--{name.replace('_', '-')}={limit}" for name, limit in UNLIMITED.items()]
"""The same for an environment, and for a command line."""

AS_USUAL = [f"--{name.replace('_', '-')}={getattr(Settings(), name)}" for name in UNLIMITED]
"""The options that set the limits that a service has where nobody says otherwise."""
