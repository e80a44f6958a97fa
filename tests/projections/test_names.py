"""Names are put into what is shown on its way out, and change nothing else of it."""

from uuid import UUID

import msgspec

from domain.messages import Amount, Argument, Message, Person
from domain.table import HOUSE_PLAYERS
from domain.wording import formatted
from projections.changes import changed, changes
from projections.feed import SeenEvent
from projections.header import header
from projections.names import entry_with_names, names_in, names_of, new_names, people_in, people_of, with_names
from tests.domain.playout import as_raw
from tests.recording import GAME, played

ADA, BEN, ROBOT = UUID(int=1), UUID(int=2), HOUSE_PLAYERS["random"]
NAMES = {ADA: "Ada", ROBOT: "Random, a house player"}


def entry(template: str, **arguments: Argument) -> SeenEvent:
    """Return an entry with a message."""
    return SeenEvent(1, None, {}, formatted(Message(template, arguments), {}))


def test_a_player_who_was_forgotten_or_is_not_there_has_no_name() -> None:
    assert names_of((ADA, None, BEN, ROBOT), NAMES) == ("Ada", None, None, "Random, a house player")


def test_a_header_has_names_of_its_creator_and_of_the_players_and_is_else_the_same() -> None:
    bare = header(GAME, played("honors_4", 1).snapshots[-1])
    creator, *seats = people_of(bare)
    assert creator is not None
    assert seats == list(bare.seats)

    shown = with_names(bare, {creator: "Ada"})

    assert names_in(shown) == names_of(people_of(bare), {creator: "Ada"})
    assert shown.creator_name == "Ada"
    assert [each.kind for each in shown.presence] == ["person"] * len(seats)
    assert with_names(shown, {}) == bare


def test_the_seats_of_the_house_are_told_from_those_of_people_and_from_free_ones() -> None:
    opened = played("honors_4", 1).snapshots[0]

    assert {each.kind for each in header(GAME, opened).presence} == {None}


def test_what_changes_of_names_is_a_patch_of_the_view() -> None:
    bare = header(GAME, played("honors_4", 1).snapshots[-1])
    people = people_of(bare)
    first, second = [{player: f"{name} {player}" for player in people if player} for name in ("Ada", "Ben")]
    before, after = [{"table": msgspec.to_builtins(with_names(bare, names))} for names in (first, second)]
    now = names_of(people, second)

    patch = [*new_names(names_of(people, first), now)]

    assert patch[0].path == "/table/creator_name"
    assert not [*changes(changed(as_raw(before), patch), as_raw(after))]
    assert [*new_names(now, now)] == []


def test_a_message_names_players_and_says_who_is_of_the_house() -> None:
    said = entry(
        "{by} invites {player} and {guest} to {cards}.",
        by=Person(ADA),
        player=Person(ROBOT),
        guest=Person(BEN),
        cards=Amount(2, "card"),
    )

    named = entry_with_names(said, NAMES, {})

    assert people_in([said]) == {ADA, BEN, ROBOT}
    assert named.message.text == f"Ada invites Random, a house player and player {BEN.hex[:8]} to 2 cards."
    assert named.message.arguments["by"] == Person(ADA, "Ada")
    assert named.message.arguments["player"] == Person(ROBOT, "Random, a house player", house=True)
    assert named.message.arguments["guest"] == Person(BEN)


def test_a_message_that_names_nobody_stays_as_it_is() -> None:
    said = entry("{cards} are dealt.", cards=Amount(2, "card"))

    assert entry_with_names(said, NAMES, {}) is said
