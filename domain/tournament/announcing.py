"""Announcing a tournament: its settings, checked against its game and against each other."""

from msgspec import UNSET

from domain import codes
from domain.fairness import commitment
from domain.game import AnyGame, Refused
from domain.table.opening import game_called
from domain.tournament.commands import Announce
from domain.tournament.events import TournamentAnnounced
from domain.tournament.sense import problems
from domain.tournament.settings import Settings


def announce(command: Announce, at: int) -> tuple[TournamentAnnounced]:
    """Announce a tournament. Raises `Refused` with `no_such_game`, `invalid_option` or `invalid_setting`."""
    settings = command.settings
    game = game_called(settings.game)
    for field, problem in problems(settings, game):
        raise Refused(codes.INVALID_SETTING, f"{problem} - at `$.{field}`")
    if (settings.registration == "code") != bool(command.code):
        raise Refused(
            codes.INVALID_SETTING, "A code is given if, and only if, `registration` is `code` - at `$.registration`"
        )
    must_be_playable(settings, game)
    event = TournamentAnnounced(
        director=command.by,
        settings=settings,
        title=command.title,
        commitment=commitment(bytes.fromhex(command.secret)),
        secret=command.secret,
        code=command.code or UNSET,
        at=at,
    )
    return (event,)


def must_be_playable(settings: Settings, game: AnyGame) -> None:
    """Raise `Refused("invalid_option", …)` if the game cannot be played with these options at a table of any size."""
    if "players" in settings.options:
        detail = "`players` is left out here: it is the number of entrants at a table times `team_size`"
        raise Refused(codes.INVALID_OPTION, f"{detail} - at `$.players`")
    for size in settings.sizes:
        game.options(settings.options_for(size))
