"""Names of players: no log has them, and nothing that is cached; they are put into what is shown on its way out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar
from uuid import UUID

from msgspec.structs import replace

from domain.cards import Face
from domain.messages import Message, Person
from domain.table import HOUSE_KINDS
from domain.wording import in_words
from projections.changes import Change
from projections.feed import SeenEvent
from projections.header import Header

Names: TypeAlias = Mapping[UUID, str]
"""The names of players by their ids; a player who was forgotten has none."""

People: TypeAlias = tuple[UUID | None, ...]
"""Who is named in the header of a table: its creator, then the players by seat; None: nobody."""

TheirNames: TypeAlias = tuple[str | None, ...]
"""The names of such people; None: nobody, or somebody without a name."""

E = TypeVar("E", bound=SeenEvent)


def people_of(header: Header) -> People:
    """Return the ids in a header that have names: its creator, then the player of each seat."""
    return (header.creator, *(each.player for each in header.presence))


def names_of(people: People, names: Names) -> TheirNames:
    """Return the name of each, in the same order; None: nobody is there, or the player was deleted."""
    return tuple(None if player is None else names.get(player) for player in people)


def names_in(header: Header) -> TheirNames:
    """Return the names in a header, in the order of `people_of`."""
    return (header.creator_name, *(each.name for each in header.presence))


def with_names(header: Header, names: Names) -> Header:
    """Return a copy of a header with the names filled in for its creator and its seats."""
    creator, *seats = names_of(people_of(header), names)
    presence = tuple(replace(each, name=name) for each, name in zip(header.presence, seats, strict=True))
    return replace(header, creator_name=creator, presence=presence)


def new_names(names: TheirNames, now: TheirNames) -> Iterator[Change]:
    """Yield what changes in a view whose header tells other names now, of as many people."""
    for place, (before, after) in enumerate(zip(names, now, strict=True)):
        if before != after:
            path = f"/table/presence/{place - 1}/name" if place else "/table/creator_name"
            yield Change("replace", path, after)


def people_in(entries: Sequence[SeenEvent]) -> set[UUID]:
    """Return who is named in messages."""
    return {each.player for entry in entries for each in entry.message.arguments.values() if type(each) is Person}


def entry_with_names(entry: E, names: Names, faces: Mapping[str, Face]) -> E:
    """Return an entry whose message names players; itself, if it names none. `faces` are those of the game's cards."""
    if not people_in([entry]):
        return entry
    arguments = {
        gap: replace(each, name=names.get(each.player), house=each.player in HOUSE_KINDS)
        if isinstance(each, Person)
        else each
        for gap, each in entry.message.arguments.items()
    }
    text = in_words(Message(entry.message.template, arguments), faces, names)
    return replace(entry, message=replace(entry.message, arguments=arguments, text=text))
