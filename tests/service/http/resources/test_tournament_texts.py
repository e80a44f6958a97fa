"""What stands for texts in the events of a tournament is found wherever there may be some."""

from typing import get_args

from msgspec import UNSET, inspect
from msgspec.structs import replace

from domain.tournament.events import AnyTournamentEvent, EntrantsAdded, TournamentCancelled
from domain.tournament.settings import Note
from service.http.resources.tournament_texts import notes_in
from tests.domain.tournament.tournaments import AT, DIRECTOR, NOTE, player, team

KIND = inspect.type_info(Note)


def may_have(kind: inspect.Type) -> bool:
    """Return whether a value of a type may be a note, or have one in it."""
    if kind == KIND:
        return True
    match kind:
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            return may_have(inner)
        case inspect.UnionType(types=types):
            return any(map(may_have, types))
        case inspect.StructType(fields=fields):
            return any(may_have(each.type) for each in fields)
        case _:
            return False


def test_notes_stand_nowhere_but_where_they_are_looked_for() -> None:
    kinds = inspect.multi_type_info(get_args(AnyTournamentEvent))
    fields = [each for kind in kinds if isinstance(kind, inspect.StructType) for each in kind.fields]

    assert {each.name for each in fields if may_have(each.type)} == {"title", "name", "note", "entered"}


def test_names_of_those_who_are_entered_are_found() -> None:
    added = EntrantsAdded(DIRECTOR, 1, (player(0), team(1)), at=AT)

    assert list(notes_in(added)) == [NOTE]


def test_what_is_not_shown_is_not_found() -> None:
    cancelled = TournamentCancelled(DIRECTOR, reason="other", note=NOTE, at=AT)

    assert list(notes_in(cancelled)) == [NOTE]
    assert list(notes_in(replace(cancelled, note=UNSET))) == []
