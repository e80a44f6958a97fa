"""Makes of the body of a tournament command the command that is recorded: adds its sender, ids, hashes and notes."""

import hashlib
import secrets
from collections.abc import Sequence
from functools import singledispatch
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from domain import codes
from domain.game import Refused
from domain.table import Command, as_house_player
from domain.tournament import NewEntrant, Tournament, commands
from domain.tournament.drafts import must_be_between
from domain.tournament.guards import must_be, must_go_on, must_have_right
from service.accounts.notes import BadNote, written
from service.accounts.port import Note
from service.http.faults import Fault
from service.http.middleware.authentication import AccountRequest
from service.http.problems import Problem
from service.http.resources.tables import hash_of_entropy
from service.http.services import services_of
from service.http.wire import tournaments as wire
from service.play.stream import CommandKey
from service.runtime.secret_ids import SecretIds
from service.tournaments.calculator import Calculator


class Asker(Struct, frozen=True):
    """The sender of a request to a tournament, and what is needed to make a command of it.

    `seed` is what the ids come from that the command makes: the same for every try of a command with a key. `notes` are
    the texts of the command, to be kept beside the log once it is not refused.
    """

    by: UUID
    tournament_id: UUID
    tournament: Tournament
    seed: bytes
    ids: SecretIds
    notes: list[Note]
    calculator: Calculator

    def note(self, text: str | None, pointer: str = "/note", *, about: UUID | None = None) -> str | None:
        """Note a text, which is at a pointer of the body; return what stands for it in the log. Raises `Problem`.

        `about` is the player whom it is about; None: it is about the tournament.
        """
        if text is None:
            return None
        self.notes.append(note := noted(text, pointer, about=about or self.tournament_id, author=self.by))
        return note.digest.hex()

    def id_of(self, number: int) -> UUID:
        """Return an id for something that the command makes, by its number."""
        return self.ids.of_made(self.tournament_id, self.seed, number)

    def entrant(self, number: int, listed: wire.ListedEntrant, pointer: str = "") -> NewEntrant:
        """Return the entrant at a pointer of the body: a player under their own id, or a team with a new one."""
        of_players = self.tournament.settings.of_players and len(listed.members) == 1
        return NewEntrant(
            id=listed.members[0] if of_players else self.id_of(number),
            members=listed.members,
            substitutes=listed.substitutes,
            name=self.note(listed.name, f"{pointer}/name"),
        )


def asker_of(request: AccountRequest, tournament_id: UUID, tournament: Tournament, key: CommandKey | None) -> Asker:
    """Return the sender of a request, with all that is needed to make a command of the tournament from it."""
    services = services_of(request)
    seed = secrets.token_bytes(16) if key is None else key.id
    calculator = services.parlour.calculator
    return Asker(request.auth.player, tournament_id, tournament, seed, services.ids, [], calculator)


def noted(text: str, pointer: str, *, about: UUID, author: UUID) -> Note:
    """Return a text, which is at a pointer of the body, as a note. Raises `Problem`: invalid_body."""
    try:
        return written(text, about=about, author=author)
    except BadNote as bad:
        raise Problem("invalid_body", errors=(Fault(str(bad), pointer=pointer),)) from None


async def allowed_command(asked: wire.AnyTournamentRequest, asker: Asker) -> Command:
    """Return the command of a body, made for those alone who may give it: nothing is kept or paired for others.

    Raises `Problem` or `Refused`.
    """
    must_go_on(asker.tournament)
    dismissed = asked.person if isinstance(asked, wire.Dismiss) else None
    must_have_right(asker.tournament, getattr(commands, type(asked).__name__), asker.by, dismissed)
    return await command_of(asked, asker)


@singledispatch
async def command_of(asked: Struct, asker: Asker) -> Command:
    """Return the command of a body; one that has the same fields as the command needs no function of its own.

    Raises `Problem` or `Refused`.
    """
    given = asdict(asked)
    if "note" in given:
        given["note"] = asker.note(given["note"], about=only_person(asked, asker.tournament))
    command: Command = getattr(commands, type(asked).__name__)(by=asker.by, **given)
    return command


def only_person(asked: Struct, tournament: Tournament) -> UUID | None:
    """Return the player on whom a body rules, or whose appeal it decides; None: it concerns nobody, or several.

    What is noted on them goes when they are forgotten.
    """
    concerned = {measure.entrant for measure in getattr(asked, "measures", ())}
    if isinstance(asked, wire.DecideAppeal):
        concerned.update(*[filed.entrants for filed in tournament.appeals[asked.appeal - 1 : asked.appeal]])
    people = {
        member for each in concerned if each in tournament.entrants for member in tournament.entrants[each].members
    }
    return people.pop() if len(people) == 1 else None


@command_of.register
async def register(asked: wire.Register, asker: Asker) -> Command:
    """Somebody registers: themself, if they name nobody."""
    listed = wire.ListedEntrant(asked.members or (asker.by,), asked.substitutes, asked.name)
    entrant = asker.entrant(0, listed)
    code = UNSET if asked.code is None else hash_of_code(asked.code)
    return commands.Register(by=asker.by, entrant=entrant, code=code, asks=True)


@command_of.register
async def add_entrants(asked: wire.AddEntrants, asker: Asker) -> Command:
    """The staff enters all of a list."""
    return commands.AddEntrants(asker.by, entrants_of(asked.entrants, asker))


def entrants_of(listed: Sequence[wire.ListedEntrant], asker: Asker) -> tuple[NewEntrant, ...]:
    """Return the players or teams of an uploaded list as entrants. Raises `Problem` at the first one that is wrong."""
    return tuple([asker.entrant(number, each, f"/entrants/{number}") for number, each in enumerate(listed)])


@command_of.register
async def add_house(asked: wire.AddHouse, asker: Asker) -> Command:
    """The staff enters house players, each with an id of its own."""
    entrants = tuple([house_entrant(asker, number) for number in range(asked.count)])
    return commands.AddHouse(asker.by, asked.house, entrants)


def house_entrant(asker: Asker, number: int) -> NewEntrant:
    """Return a house player, or a team of them."""
    size = asker.tournament.settings.members
    members = tuple([as_house_player(asker.id_of(number * (size + 1) + place)) for place in range(size)])
    team = members[0] if size == 1 else asker.id_of(number * (size + 1) + size)
    return NewEntrant(id=team, members=members)


@command_of.register
async def check_in(asked: wire.CheckIn, asker: Asker) -> Command:
    """Somebody is there; what they have typed goes into the deals as its hash."""
    return commands.CheckIn(asker.by, asked.entrant, hash_of_entropy(asked.entropy))


@command_of.register
async def enter_late(asked: wire.EnterLate, asker: Asker) -> Command:
    """Somebody joins after the start; a team that waits for a place does under the id that it has, with its people."""
    if asked.house is not None:
        if asked.members or asked.substitutes:
            raise Problem("invalid_body", errors=(Fault("With `house` there are no people.", pointer="/house"),))
        return commands.EnterLate(by=asker.by, entrant=house_entrant(asker, 0), house=asked.house)
    if not asked.members:
        raise Problem("invalid_body", errors=(Fault("It has no members.", pointer="/members"),))
    entrant = asker.entrant(0, wire.ListedEntrant(asked.members, asked.substitutes, asked.name))
    entrants = filter(None, map(asker.tournament.entrant_of, asked.members))
    known = next((each for each in entrants if each.state in {"invited", "pending", "waiting"}), None)
    if known is not None:
        substitutes = entrant.substitutes or tuple([each for each in known.substitutes if each not in entrant.members])
        entrant = replace(entrant, id=known.id, name=entrant.name or known.name, substitutes=substitutes)
    return commands.EnterLate(by=asker.by, entrant=entrant)


@command_of.register
async def draft_round(asked: wire.DraftRound, asker: Asker) -> Command:
    """The service proposes the next round."""
    must_be(asker.tournament, "playing")  # to pair takes long
    must_be_between(asker.tournament)
    if asked.given and asker.tournament.settings.seating.format != "manual":
        raise Problem("invalid_body", errors=(Fault("Only a `manual` tournament takes tables.", pointer="/given"),))
    try:
        proposed = await asker.calculator.draft(asker.tournament_id, asker.tournament, asked.given)
    except Refused as refused:
        raise Refused(codes.INVALID_DRAFT, refused.said) from None
    return commands.DraftRound(asker.by, proposed)


@command_of.register
async def edit_draft(asked: wire.EditDraft, asker: Asker) -> Command:
    """Somebody of the staff changes the proposal that they have seen, or whichever it is."""
    return commands.EditDraft(asker.by, asked.draft, or_unset(asked.draft_number))


@command_of.register
async def publish_round(asked: wire.PublishRound, asker: Asker) -> Command:
    """The tables of the round that is drafted get their ids."""
    now = asker.tournament.round
    tables = 0 if now is None else len(now.draft.tables) * asker.tournament.settings.tables_of_a_match
    ids = tuple([asker.id_of(number) for number in range(tables)])
    return commands.PublishRound(asker.by, ids, or_unset(asked.draft_number))


def or_unset(number: int | None) -> int | UnsetType:
    """Return the number; for None, UNSET, which the log leaves out."""
    return UNSET if number is None else number


@command_of.register
async def replay_table(asked: wire.ReplayTable, asker: Asker) -> Command:
    """The tables that take the place of others get their ids."""
    tables = tuple([asker.id_of(number) for number in range(asker.tournament.settings.tables_of_a_match)])
    note = asker.note(asked.note)
    return commands.ReplayTable(by=asker.by, number=asked.number, tables=tables, reason=asked.reason, note=note)


def hash_of_code(code: str) -> str:
    """Return what the log has of a code of registration."""
    return hashlib.sha256(code.encode()).hexdigest()


async def must_be_players(request: AccountRequest, command: object) -> None:
    """Raise `Problem("not_found")` where a command names somebody who is no player of this service."""
    people = people_of(command)
    known = await services_of(request).accounts.store.names(people) if people else ()
    for person in people:
        if person not in known:
            raise Problem("not_found", f"There is no player with the id {person}.")


def people_of(command: object) -> tuple[UUID, ...]:
    """Return whom a command enters, puts in another one's place or gives a role."""
    match command:
        case commands.Register(entrant=entrant) | commands.EnterLate(entrant=entrant, house=UnsetType()):
            return (*entrant.members, *entrant.substitutes)
        case commands.AddEntrants(entrants=entrants):
            return tuple([person for each in entrants for person in (*each.members, *each.substitutes)])
        case commands.Substitute(joins=person) | commands.Appoint(person=person):
            return (person,)
        case _:
            return ()
