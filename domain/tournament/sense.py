"""What is wrong with settings that are right one by one: which of them does not go with the game, or with another.

Each problem is the way to a setting, and a sentence without its full stop that says what is wrong, and what would be
right.
"""

from collections.abc import Iterator

from domain.game import AnyGame
from domain.tournament.pairing.knockout import most_rounds
from domain.tournament.results import plays_together
from domain.tournament.settings import MOST_TABLES, Settings
from domain.tournament.types import PAIR, SHARES, WHOLE_SHARE, TieBreak

Problems = Iterator[tuple[str, str]]

OF_ALL: frozenset[TieBreak] = frozenset({"fewest_byes"})
"""The tie-breaks of games in which all play together: nobody there is ahead of anybody."""


def problems(settings: Settings, game: AnyGame) -> Problems:
    """Yield what is wrong with the settings of a tournament of this game."""
    yield from problems_of_tables(settings, game)
    yield from problems_of_teams(settings, game)
    yield from problems_of_limit(settings)
    yield from problems_of_rounds(settings)
    yield from problems_of_format(settings, game)
    yield from problems_of_scoring(settings, game)
    yield from problems_of_points(settings)
    yield from problems_of_time(settings)


def problems_of_tables(settings: Settings, game: AnyGame) -> Problems:
    """Yield which numbers of entrants cannot sit at a table, and what no table of a tournament has."""
    if settings.table.take_back:
        yield "table.take_back", "Where a tournament is decided no move is taken back; allowed: false"
    seating = settings.seating
    fields = ("seating.places", *(f"seating.sizes[{number}]" for number in range(len(seating.sizes))))
    allowed = ", ".join(map(str, game.players))
    for field, size in zip(fields, (seating.places, *seating.sizes), strict=True):
        if size * settings.team_size not in game.players:
            yield field, f"A table has {size} × {settings.team_size} seats (entrants × `team_size`); allowed: {allowed}"


def problems_of_teams(settings: Settings, game: AnyGame) -> Problems:
    """Yield what is wrong with teams, and with their seats."""
    together = plays_together(game.id)
    if settings.team_size > 1 and not together and "teams" not in game.Options.__struct_fields__:
        yield "team_size", f"{game.title} has no teams that play against each other; allowed: 1"
    entrants = 1 if together else PAIR
    if settings.team_size > 1 and settings.sizes != (entrants,):
        yield (
            "seating.places",
            f"A table of teams has {entrants} of them in {game.title}, and there are no other `sizes`",
        )
    if settings.exchanged_seats and together:
        yield "exchanged_seats", f"All at a table play together in {game.title}; allowed: false"
    if settings.exchanged_seats and settings.sizes != (PAIR,):
        yield "exchanged_seats", "Two entrants meet then: `seating.places` is 2, and there are no other `sizes`"
    if settings.exchanged_seats and not settings.duplicate:
        yield "duplicate", "With `exchanged_seats`, both tables play the same deals; allowed: true"


def problems_of_limit(settings: Settings) -> Problems:
    """Yield what is wrong with the number of entrants."""
    most = MOST_TABLES * settings.sizes[0]
    if settings.limit > most:
        yield "limit", f"A round has at most {MOST_TABLES} tables; allowed: at most {most}"
    if settings.limit < settings.least_entrants:
        yield "limit", f"It takes {settings.least_entrants} entrants to start; the limit must be at least that"


def problems_of_rounds(settings: Settings) -> Problems:
    """Yield what is wrong with the number of rounds, and with whom they are for."""
    seating, late = settings.seating, settings.late_entries
    if settings.drafting == "at_once" and seating.format == "manual":
        yield "drafting", "A round of the format `manual` has its tables from the staff; allowed: `by_staff`"
    if late is not None and seating.format not in {"swiss", "manual"}:
        yield "late_entries", f"Nobody may join the format `{seating.format}`, only `swiss` and `manual`; allowed: null"
    if late is not None and late.until_round > seating.rounds:
        yield (
            "late_entries.until_round",
            f"There is no round {late.until_round}; allowed: 1 to {seating.rounds}",
        )


def problems_of_format(settings: Settings, game: AnyGame) -> Problems:
    """Yield what does not go with the format."""
    seating = settings.seating
    by_pairs = seating.places == PAIR and seating.format in {"round_robin", "groups", "knockout"}
    if by_pairs and settings.sizes != (PAIR,):
        yield "seating.sizes", f"Two meet in the format `{seating.format}` with 2 `places`; allowed: none"
    if seating.format in {"round_robin", "knockout"} and settings.sizes == (1,):
        yield "seating.format", f"Nobody meets anybody at tables of one entrant; `{seating.format}` is not possible"
    if plays_together(game.id) and (seating.format == "knockout" or (seating.format == "groups" and by_pairs)):
        yield "seating.format", f"Nobody wins against anybody in {game.title}; allowed: no knockout, nor a final of two"
    yield from problems_of_groups(settings) if seating.format == "groups" else without_groups(settings)
    if seating.format == "knockout":
        yield from problems_of_knockout(settings)


def problems_of_groups(settings: Settings) -> Problems:
    """Yield what is wrong with groups and their final."""
    seating = settings.seating
    finalists = seating.groups * seating.advance
    if finalists < max(PAIR, settings.sizes[0]):
        yield "seating.advance", f"{finalists} would be in the final; they must fill a table"
    if seating.final_rounds >= seating.rounds:
        yield "seating.final_rounds", f"Groups play before; allowed: less than the {seating.rounds} rounds"
    most = (finalists - 1).bit_length()
    if seating.places == PAIR and seating.final_rounds > most:
        yield "seating.final_rounds", f"A final of {finalists} is over after {most} rounds; allowed: 1 to {most}"


def without_groups(settings: Settings) -> Problems:
    """Yield what belongs to groups, in another format."""
    seating = settings.seating
    if seating.groups != 1:
        yield "seating.groups", f"The format `{seating.format}` has none; leave it out, or choose `groups`"
    if seating.final_rounds != 1:
        yield "seating.final_rounds", f"The format `{seating.format}` has no final; leave it out, or choose `groups`"
    if seating.advance != 1 and (seating.format != "knockout" or seating.places == PAIR):
        yield "seating.advance", "It belongs to `groups`, and to a `knockout` at tables of more than two; leave it out"


def problems_of_knockout(settings: Settings) -> Problems:
    """Yield what is wrong with the rounds of a knockout, and with who goes on."""
    seating, least = settings.seating, settings.sizes[0]
    if seating.places == PAIR or least > seating.advance:
        most = most_rounds(settings.limit, seating)
        if seating.rounds > most:
            yield (
                "seating.rounds",
                f"A knockout of {settings.limit} (`limit`) is over after {most} rounds; allowed: 1 to {most}",
            )
    else:
        yield "seating.advance", f"All of a table of {least} would go on; allowed: 1 to {least - 1}"


def problems_of_scoring(settings: Settings, game: AnyGame) -> Problems:
    """Yield what is wrong with how it is scored."""
    together = plays_together(game.id)
    if together and settings.scoring != "joint":
        yield "scoring", f"All at a table have one score in {game.title}; allowed: `joint`"
    if not together and settings.scoring == "joint":
        yield (
            "scoring",
            f"`joint` is for games in which all play together, and {game.title} is none; choose another one",
        )
    if settings.scoring == "matchpoints" and not settings.duplicate:
        yield "duplicate", "`matchpoints` compares tables that play the same deals; allowed: true"
    if settings.scoring == "difference" and settings.sizes != (PAIR,):
        yield "scoring", "`difference` is for two who meet: `seating.places` is 2, and there are no other `sizes`"
    for number, name in enumerate(settings.tie_breaks):
        if name in settings.tie_breaks[:number]:
            yield f"tie_breaks[{number}]", f"`{name}` stands there twice; allowed: once"
        if together and name not in OF_ALL:
            yield (
                f"tie_breaks[{number}]",
                f"Nobody at a table is ahead of others in {game.title}; allowed: `fewest_byes`",
            )


def problems_of_points(settings: Settings) -> Problems:
    """Yield which points, given without a table, are more or less than could be had at one."""
    if settings.scoring not in SHARES:
        return
    given = {"bye_points": settings.bye_points}
    if settings.late_entries is not None:
        given["late_entries.points"] = settings.late_entries.points
    for field, points in given.items():
        if not 0 <= points <= WHOLE_SHARE:
            yield field, f"`{settings.scoring}` gives shares of {WHOLE_SHARE}; allowed: 0 to {WHOLE_SHARE}"


def problems_of_time(settings: Settings) -> Problems:
    """Yield what is wrong with the clocks."""
    for field in ("check_in_ms", "round_ms", "warning_ms", "no_show_ms"):
        if getattr(settings, field) == 0:
            yield field, "It would be over as soon as it begins; allowed: 1 and more, or null"
    length, warning, wait = settings.round_ms, settings.warning_ms, settings.no_show_ms
    if warning is not None and (length is None or warning >= length):
        limit = "null: a round has no `round_ms`" if length is None else f"less than `round_ms`, {length}"
        yield "warning_ms", f"`warning_ms` is {warning}; allowed: {limit}"
    if length is not None and wait is not None and wait > length:
        yield "no_show_ms", f"`no_show_ms` is {wait}; allowed: at most `round_ms`, {length}, or null"
