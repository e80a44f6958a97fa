"""Random tournaments: whatever is asked of them by whom, they keep what `sound` says, and come to an end."""
# ruff: noqa: ARG005 - all makers of commands are given the same

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from hypothesis import given

from domain import GAMES
from domain.game import Refused
from domain.table import FIRST_LINK, Command, Entry, Tick
from domain.tournament import Tournament, commands, decide, evolve, take_tournament_step
from domain.tournament.contenders import scored
from domain.tournament.events import TournamentEvent, Warned
from domain.tournament.settings import NewEntrant
from domain.tournament.standings import standings
from domain.tournament.types import AdjustedPoints, AdjustedShare, Draft, DraftedBye, Forfeited, NotPlayed, Penalty
from domain.tournament.viewers import seen
from domain.tournament.viewing import entrants_view, round_view, rulings_view, view
from tests.domain.playout import Dice, dice_strategy
from tests.domain.tournament import any_settings
from tests.domain.tournament.tournaments import (
    ASSISTANT,
    AT,
    CODE,
    DIRECTOR,
    HASH,
    HOUSE,
    MINUTE,
    PLAYERS,
    SCORER,
    SECRET,
    STRANGER,
    TOURNAMENT,
    announcing,
    checked,
    draft,
    player,
    publishing,
    result,
    table_id,
)

STATES = ("announced", "registration", "check_in", "playing", "finished", "cancelled")
ROUND_STATES = ("drafted", "publishing", "playing", "finished")
REFEREE = UUID(int=405)
PEOPLE = (DIRECTOR, DIRECTOR, DIRECTOR, ASSISTANT, SCORER, STRANGER, *PLAYERS[:3])


def some_settings(dice: Dice) -> dict[str, Any]:
    """Return settings of a small tournament."""
    form = dice.pick(("swiss", "knockout"))
    return {
        "seating": {
            "rounds": 1 + dice.below(3),
            "places": 2 + dice.below(2),
            "format": form,
        },
        "duplicate": bool(dice.below(2)),
        "registration": dice.pick(("open", "approval", "upload")),
        "limit": dice.pick((3, 6, 1_000)) if form == "swiss" else 1_000,
        "check_in_ms": dice.pick((None, MINUTE)),
        "check_in_each_round": bool(dice.below(2)),
        "round_ms": dice.pick((None, 2 * MINUTE)),
        "no_show_ms": dice.pick((None, MINUTE)),
        "correction_ms": dice.pick((0, MINUTE)),
    }


def anything(tournament: Tournament, dice: Dice) -> Command:
    """Return any command of anybody."""
    by, who = dice.pick(PEOPLE), dice.pick(PLAYERS[:9])
    makers = DURING if tournament.state == "playing" and dice.below(5) else MAKERS
    return dice.pick(makers)(tournament, dice, by, who)


def some_table(tournament: Tournament, dice: Dice) -> Any:
    """Return the id of a table of the tournament, or another one."""
    return dice.pick((*tournament.table_places, table_id(0)))


def measures(dice: Dice) -> tuple[Any, ...]:
    """Return some measures on players."""
    makers: Sequence[Callable[[Any], Any]] = (
        Forfeited,
        NotPlayed,
        Warned,
        lambda who: Penalty(who, 2),
        lambda who: AdjustedPoints(who, 3),
        lambda who: AdjustedShare(who, 5_000),
    )
    return tuple([dice.pick(makers)(who) for who in PLAYERS[: dice.below(5)]])


def some_result(tournament: Tournament, dice: Dice) -> commands.NoteResult:
    """Return a result for some table."""
    table = some_table(tournament, dice)
    known = tournament.table(table)
    seats = 2 if known is None else len(known.seats)
    return commands.NoteResult(table=table, result=result(seats, dice.below(seats)), version=5, hash=HASH)


def some_appeal(tournament: Tournament, dice: Dice, by: Any) -> Command:
    """Return an appeal of somebody whom a ruling concerns; if there is none, a ruling to be appealed against."""
    if not tournament.rulings:
        return commands.Rule(by=DIRECTOR, round=round_number(tournament), measures=(NotPlayed(by),), reason="other")
    number = 1 + dice.below(len(tournament.rulings))
    return commands.Appeal(by=dice.pick(tournament.rulings[number - 1].entrants), ruling=number)


def new_tables(tournament: Tournament) -> tuple[Any, ...]:
    """Return new ids for all tables of the round that is drafted."""
    tables = tournament.round.draft.tables if tournament.round is not None else ()
    return tuple([table_id(1_000 * tournament.version + number) for number in range(len(tables))])


def resting(tournament: Tournament) -> Draft:
    """Return a round in which all who play have byes: it is possible in a knockout of two."""
    entered = [each for each in tournament.entrants.values() if each.state == "entered"]
    return Draft(round=tournament.next_round, tables=(), byes=tuple([DraftedBye(entrant=each.id) for each in entered]))


def round_number(tournament: Tournament) -> int:
    """Return the number of the last round, or 1."""
    return max(1, len(tournament.rounds))


Maker = Callable[[Tournament, Dice, Any, Any], Command]
BEFORE: tuple[Maker, ...] = (
    lambda t, dice, by, who: commands.Register(by=who, entrant=player(PLAYERS.index(who))),
    lambda t, dice, by, who: commands.Register(by=who, entrant=player(PLAYERS.index(who))),
    lambda t, dice, by, who: commands.Register(by=who, entrant=with_substitute(who, dice), asks=True),
    lambda t, dice, by, who: commands.Accept(dice.pick((by, who)), dice.pick((*t.entrants, who))),
    lambda t, dice, by, who: commands.Accept(dice.pick((by, who)), dice.pick((*t.entrants, who))),
    lambda t, dice, by, who: commands.AddEntrants(by, (player(dice.below(20)), player(dice.below(20)))),
    lambda t, dice, by, who: commands.AddHouse(by, "random", (house(dice.below(9)),)),
    lambda t, dice, by, who: commands.Approve(by, who),
    lambda t, dice, by, who: commands.Decline(by, who),
    lambda t, dice, by, who: commands.OpenRegistration(by),
    lambda t, dice, by, who: commands.StartRounds(by),
    lambda t, dice, by, who: commands.CheckIn(who, who, dice.pick((None, HASH, CODE))),
    lambda t, dice, by, who: commands.OpenCheckIn(by),
    lambda t, dice, by, who: commands.CloseCheckIn(by),
    lambda t, dice, by, who: commands.Withdraw(dice.pick((by, who)), who),
)
DURING: tuple[Maker, ...] = (
    lambda t, dice, by, who: commands.Return(dice.pick((by, who)), who),
    lambda t, dice, by, who: commands.Substitute(by=by, entrant=who, leaves=who, joins=dice.pick(PLAYERS)),
    lambda t, dice, by, who: commands.EnterLate(by=by, entrant=player(dice.below(30))),
    lambda t, dice, by, who: commands.DraftRound(by, draft(t, t.settings.seating.places)),
    lambda t, dice, by, who: commands.DraftRound(by, resting(t)),
    lambda t, dice, by, who: commands.EditDraft(by, draft(t, t.settings.seating.places)),
    lambda t, dice, by, who: commands.PublishRound(by, new_tables(t)),
    lambda t, dice, by, who: commands.StartRound(round_number(t)),
    lambda t, dice, by, who: some_result(t, dice),
    lambda t, dice, by, who: some_result(t, dice),
    lambda t, dice, by, who: some_result(t, dice),
    lambda t, dice, by, who: commands.NoteStopped(table=some_table(t, dice), version=2, hash=HASH),
    lambda t, dice, by, who: commands.NoteNoShows(round_number(t), (who,)),
    lambda t, dice, by, who: commands.Rule(
        by=by, round=round_number(t), measures=measures(dice), closes=(1,) * dice.below(2), reason="other"
    ),
    lambda t, dice, by, who: commands.ReplayTable(
        by=by, number=1 + dice.below(3), tables=(table_id(1_000 * t.version + 999),), reason="agreed"
    ),
    lambda t, dice, by, who: commands.Correct(
        by=by, table=some_table(t, dice), result=result(t.settings.seating.places, 1), reason="wrong_entry"
    ),
    lambda t, dice, by, who: some_appeal(t, dice, who),
    lambda t, dice, by, who: commands.DecideAppeal(
        by=by, appeal=1 + dice.below(2), outcome=dice.pick(("upheld", "dismissed")), measures=(), reason="appeal"
    ),
    lambda t, dice, by, who: commands.Appoint(by, who, dice.pick(("director", "assistant", "scorer"))),
    lambda t, dice, by, who: commands.Dismiss(by, dice.pick((who, DIRECTOR))),
    lambda t, dice, by, who: commands.FinishRound(by=by, reason="time_over"),
)
MAKERS = (*BEFORE, *DURING)


def with_substitute(who: Any, dice: Dice) -> NewEntrant:
    """Return a player who names a substitute."""
    return NewEntrant(id=who, members=(who,), substitutes=(dice.pick(PLAYERS[:9]),))


def house(number: int) -> NewEntrant:
    """Return a house player that enters."""
    return NewEntrant(id=HOUSE[number], members=(HOUSE[number],))


def sound(before: Tournament | None, after: Tournament) -> None:
    """Assert what holds in every tournament after every event."""
    if before is not None:
        assert STATES.index(after.state) >= STATES.index(before.state)
        assert after.at >= before.at
        assert len(after.rounds) >= len(before.rounds)
        for one, other in zip(before.rounds, after.rounds, strict=False):
            assert ROUND_STATES.index(other.state) >= ROUND_STATES.index(one.state)
    entrants = after.entrants.values()
    assert after.entered == len([each for each in entrants if each.state == "entered"]) <= after.settings.limit
    numbers = [each.number for each in entrants if each.number]
    assert len(set(numbers)) == len(numbers)
    people = {person: each.id for each in entrants if not each.is_gone for person in each.people}
    assert after.plays_for == people
    assert {each.state for each in entrants if each.waits_for} <= {"invited", "declined"}
    assert "director" in after.staff.values()
    for now in after.rounds:
        assert now.playing == len([table for table in now.tables if not table.is_over])
        matches = [table for table in now.tables if not table.half]
        seated = [entrant for table in matches for entrant in table.entrants] + list(now.byes)
        assert len(set(seated)) == len(seated)
        for table in now.tables:
            assert len(table.entrants) in after.settings.sizes
            assert len(set(table.seats)) == len(table.seats) == len(table.entrants) * after.settings.team_size
    assert all(after.table(table) is not None for table in after.table_places)
    assert [each.number for each in after.rulings] == list(range(1, len(after.rulings) + 1))


class Recorder:
    """A random tournament, with all of its entries."""

    def __init__(self, announcement: Command) -> None:
        self.entries: list[Entry] = []
        self.tournament: Tournament | None = None
        self.link = FIRST_LINK
        self.add(announcement, AT)

    @property
    def now(self) -> Tournament:
        """The tournament as it stands."""
        assert self.tournament is not None
        return self.tournament

    def add(self, command: Command, at: int) -> None:
        """Take a step. Raises `Refused`."""
        for recorded in take_tournament_step(TOURNAMENT, self.tournament, self.link, command, at, key=None):
            sound(self.tournament, recorded.snapshot)
            self.tournament, self.link = checked((recorded,)), recorded.hash
            self.entries.append(recorded.entry)
        for now in self.now.rounds:
            assert (now.state == "finished") is (now.state in {"playing", "finished"} and not now.playing)

    def tried(self, command: Command, at: int) -> str | None:
        """Take a step, or return the code with which it is refused."""
        try:
            self.add(command, at)
        except Refused as refusal:
            return refusal.code
        return None

    def tick(self, at: int) -> None:
        """Let the clock do what is due."""
        while self.now.due is not None and self.now.due <= at:
            before = self.now.version
            self.add(Tick(), at)
            assert self.now.version > before


def played(dice: Dice, steps: int = 120) -> Recorder:
    """Return a random tournament that has come to its end."""
    recorder = Recorder(announcing(**some_settings(dice)))
    at = AT
    recorder.add(commands.Appoint(DIRECTOR, ASSISTANT, "assistant"), at)
    recorder.add(commands.OpenRegistration(DIRECTOR), at)
    if dice.below(4):
        house = tuple(NewEntrant(id=each, members=(each,)) for each in PLAYERS[: 3 + dice.below(4)])
        recorder.tried(commands.AddHouse(DIRECTOR, "random", house), at)
        recorder.tried(commands.OpenCheckIn(DIRECTOR), at)
        recorder.tried(commands.StartRounds(DIRECTOR), at)
    for _ in range(steps):
        if recorder.now.is_over:
            break
        at += dice.pick((0, 0, 1_000, MINUTE // 2))
        recorder.tick(at)
        command = anything(recorder.now, dice)
        refused = recorder.tried(command, at)
        assert refused is None or refused in command.refusals
    brought_to_an_end(recorder, at)
    return recorder


def begun(dice: Dice) -> Recorder:
    """Return a tournament of any settings whose rounds begin."""
    announcement = any_settings.accepted(dice)
    recorder = Recorder(announcement)
    recorder.add(commands.OpenRegistration(DIRECTOR), AT)
    recorder.add(commands.AddEntrants(DIRECTOR, any_settings.coming(announcement, dice)), AT)
    for command in any_settings.checking_in(recorder.now):
        recorder.add(command, AT)
    recorder.add(commands.StartRounds(DIRECTOR), AT)
    return recorder


def round_played(recorder: Recorder, dice: Dice) -> bool:
    """Play the next round with invented results; return whether there was one."""
    if recorder.now.rounds and recorder.now.settings.check_in_each_round:
        for command in (*any_settings.checking_in(recorder.now), commands.CloseCheckIn(DIRECTOR)):
            recorder.add(command, AT)
    following = any_settings.next_round(recorder.now)
    if not following.tables:
        return False
    if recorder.now.settings.drafting == "at_once":
        recorder.add(any_settings.publication(recorder.now, following), AT)
    else:
        recorder.add(commands.DraftRound(DIRECTOR, following), AT)
        recorder.add(publishing(recorder.now), AT)
    recorder.add(commands.StartRound(following.round), AT)
    for command in any_settings.invented(recorder.now, dice):
        recorder.add(command, AT)
    return True


def brought_to_an_end(recorder: Recorder, at: int) -> None:
    """End a tournament wherever it stands: a director ends the round, decides what is open, and ends it all.

    It is one who does not play: nobody ends a round in which they still sit at a table.
    """
    now = recorder.now
    director = next(person for person, role in now.staff.items() if role == "director")
    if now.is_over:
        return
    if now.round is not None and now.round.state == "publishing":
        recorder.add(commands.StartRound(len(now.rounds)), at)
    recorder.add(commands.Appoint(director, REFEREE, "director"), at)
    recorder.tried(commands.FinishRound(by=REFEREE, reason="time_over"), at)
    for appeal in now.open_appeals:
        outcome = commands.DecideAppeal(by=REFEREE, appeal=appeal.number, outcome="dismissed", reason="appeal")
        recorder.add(outcome, at)
    last = commands.Finish(director) if now.state == "playing" else commands.Cancel(by=director, reason="other")
    recorder.add(last, at)


@given(dice=dice_strategy)
def test_a_random_tournament_stays_sound_comes_to_an_end_and_is_the_same_again(dice: Dice) -> None:
    recorder = played(dice)
    assert recorder.now.is_over

    again: Tournament | None = None
    for step, group in groupby(recorder.entries, key=lambda entry: entry.step):
        entries = list(group)
        command = entries[0].command
        assert command is not None
        assert step == entries[0].version
        assert decide(again, command, entries[0].event.at) == tuple(entry.event for entry in entries)
        for entry in entries:
            again = evolve(again, entry)
    assert again == recorder.now


@given(dice=dice_strategy)
def test_nobody_is_shown_a_secret_of_a_random_tournament(dice: Dice) -> None:
    recorder = played(dice, 60)
    tournament: Tournament | None = None
    for entry in recorder.entries:
        tournament = evolve(tournament, entry)
        assert isinstance(entry.event, TournamentEvent)
        for person in (None, DIRECTOR, PLAYERS[0]):
            shown = (
                seen(entry.event, person, tournament),
                view(tournament, person),
                entrants_view(tournament, person),
                [round_view(tournament, each.number, person) for each in tournament.rounds],
                rulings_view(tournament, person),
            )
            assert SECRET not in repr(shown)
            assert tournament.secret not in {getattr(part, "secret", None) for part in shown}


@given(dice=dice_strategy)
def test_every_tournament_that_can_be_announced_can_be_played_to_its_end(dice: Dice) -> None:
    recorder = begun(dice)
    seating = recorder.now.settings.seating

    while len(recorder.now.rounds) < seating.rounds and round_played(recorder, dice):
        pass

    if len(recorder.now.rounds) < seating.rounds:
        assert seating.format == "knockout"
        recorder.add(commands.Finish(DIRECTOR), AT)
    recorder.tick(AT + MINUTE)
    assert recorder.now.rounds
    assert recorder.now.state == "finished"
    rows = standings(tuple(recorder.now.entrants), scored(recorder.now), recorder.now.settings.tie_breaks)
    assert len(rows) == recorder.now.entered


def test_tournaments_of_all_games_formats_and_scorings_can_be_announced() -> None:
    found = [any_settings.accepted(Dice(seed)).settings for seed in range(200)]

    assert {each.game for each in found} == set(GAMES)
    assert {each.seating.format for each in found} == set(any_settings.FORMATS)
    assert {each.scoring for each in found} == set(any_settings.SCORINGS)
    assert {each.exchanged_seats for each in found} == {False, True}
    assert len({each.team_size for each in found}) > 1


def test_random_tournaments_come_to_rounds_rulings_and_ends() -> None:
    found = [played(Dice(seed), 200) for seed in range(40)]
    kinds = {type(entry.event).__name__ for recorder in found for entry in recorder.entries}

    assert {
        "ResultNoted",
        "RoundFinished",
        "RulingMade",
        "TableReplayed",
        "AppealDecided",
        "TournamentFinished",
    } <= kinds
    assert [now for recorder in found for now in recorder.now.rounds if now.state == "finished" and not now.tables]
