"""How a tournament comes to be: its settings, checked against its game and against each other."""

from collections.abc import Iterator

from msgspec import UNSET

from domain.fairness import commitment
from domain.game import AnyGame, Refused
from domain.table.opening import game_called
from domain.tournament.commands import Announce
from domain.tournament.events import TournamentAnnounced
from domain.tournament.settings import MOST_ROUNDS, MOST_TABLES, Settings


def announce(command: Announce, at: int) -> tuple[TournamentAnnounced]:
    """Announce a tournament. Raises `Refused` with `no_such_game`, `invalid_option` or `invalid_setting`."""
    settings = command.settings
    game = game_called(settings.game)
    for problem in problems(settings, game):
        raise Refused("invalid_setting", problem)
    if (settings.registration == "code") != bool(command.code):
        raise Refused("invalid_setting", "A code is given if, and only if, `registration` is `code`.")
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
        raise Refused("invalid_option", "`players` is not set here: it is the number of entrants times `team_size`.")
    for size in settings.sizes:
        options = game.options(settings.options_for(size))
        teams = getattr(options, "teams", None)
        if settings.team_size == 1 or size == 1 or teams is None:
            continue
        if sorted(teams) != sorted(list(range(size)) * settings.team_size):
            raise Refused("invalid_option", f"`teams` are not {size} teams of {settings.team_size} seats.")


def problems(settings: Settings, game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with settings that are right one by one: which value, and what is allowed."""
    yield from problems_of_tables(settings, game)
    yield from problems_of_rounds(settings)
    yield from problems_of_scoring(settings)
    yield from problems_of_time(settings)


def problems_of_tables(settings: Settings, game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with who sits at a table."""
    for size in settings.sizes:
        if size * settings.team_size not in game.players:
            seats = ", ".join(map(str, game.players))
            yield f"Tables of {size} × {settings.team_size} seats (`places` or `sizes`, `team_size`); allowed: {seats}."
    if settings.team_size > 1 and settings.sizes != (1,) and "teams" not in game.Options.__struct_fields__:
        yield f"`team_size` is {settings.team_size}; {game.title} has no teams that play against each other."
    if settings.exchanged_seats and settings.sizes != (2,):
        yield "With `exchanged_seats`, two entrants meet: `seating.places` is 2, and there are no other sizes."
    if settings.exchanged_seats and not settings.duplicate:
        yield "With `exchanged_seats`, both tables play the same deals: `duplicate` is true."
    if settings.limit // settings.sizes[0] > MOST_TABLES:
        most = MOST_TABLES * settings.sizes[0]
        yield f"`limit` is {settings.limit}; allowed: at most {most}, as a round has at most {MOST_TABLES} tables."
    if settings.limit < settings.sizes[0]:
        yield f"`limit` is {settings.limit}; a table has {settings.sizes[0]} entrants at least."


def problems_of_rounds(settings: Settings) -> Iterator[str]:
    """Yield what is wrong with the number of rounds, and with whom they are for."""
    seating, late = settings.seating, settings.late_entries
    if seating.rounds > MOST_ROUNDS:
        yield f"`seating.rounds` is {seating.rounds}; allowed: 1 to {MOST_ROUNDS}."
    if seating.format == "groups" and seating.final_rounds >= seating.rounds:
        yield f"`seating.final_rounds` is {seating.final_rounds}; allowed: less than the {seating.rounds} rounds."
    if settings.drafting == "at_once" and seating.format == "manual":
        yield "`drafting` is `at_once`; a round of the format `manual` has its tables from the staff."
    if late is not None and seating.format in {"round_robin", "knockout", "groups"}:
        yield f"`late_entries` belong to the formats `swiss` and `manual`, not to `{seating.format}`."
    if late is not None and late.until_round > seating.rounds:
        yield f"`late_entries.until_round` is {late.until_round}; allowed: 1 to {seating.rounds}, the rounds."


def problems_of_scoring(settings: Settings) -> Iterator[str]:
    """Yield what is wrong with how it is scored."""
    if settings.scoring == "matchpoints" and not settings.duplicate:
        yield "`matchpoints` compares tables that play the same deals: `duplicate` is true."
    if settings.scoring == "difference" and settings.sizes != (2,):
        yield "`difference` is for two entrants who meet: `seating.places` is 2, and there are no other sizes."
    if len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        yield "`tie_breaks` has one of them twice."


def problems_of_time(settings: Settings) -> Iterator[str]:
    """Yield what is wrong with the clocks."""
    length, warning = settings.round_ms, settings.warning_ms
    if warning is not None and (length is None or warning >= length):
        limit = "null: a round has no `round_ms`" if length is None else f"less than `round_ms`, {length}"
        yield f"`warning_ms` is {warning}; allowed: {limit}."
