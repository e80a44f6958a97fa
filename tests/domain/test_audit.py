"""The audit of a record by the rules, without any hash: each kind of lie is found, at the event where it begins."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import GAMES, UnknownRules, table
from domain.games.friendlier_than_thou.moves import Play, Unite
from domain.record import RecordBroken, check_rules
from domain.table import Entry, TableOpened, canonical
from tests.domain.every_game import every_id
from tests.recording import AT, PLAYERS, Recording, find, meeting, opened, played, seated, with_header

SEATS = 3
STARTED = SEATS + 2
"""In the meeting: the table is opened, three sit down, and this is the first event of its start."""


def broken(entries: list[Entry], version: int | None) -> str:
    """Return why the rules do not allow these entries; the first bad one is `version`."""
    with pytest.raises(RecordBroken) as found:
        check_rules(entries)
    assert found.value.version == version
    return found.value.why


def numbered(entries: list[Entry]) -> list[Entry]:
    """Return entries with their versions made anew, each a step of its own unless it goes with the one before it."""
    result: list[Entry] = []
    for version, entry in enumerate(entries, start=1):
        with_last = bool(result) and entry.step != entry.version and version > 1
        result.append(replace(entry, version=version, step=result[-1].step if with_last else version))
    return result


def altered(recording: Recording, index: int, **fields: Any) -> list[Entry]:
    """Return the entries with other fields in the event at an index."""
    entries = list(recording.entries)
    entries[index] = replace(entries[index], event=replace(entries[index].event, **fields))
    return entries


def wanted(recording: Recording, index: int, **fields: Any) -> list[Entry]:
    """Return the entries with other fields in the command at an index, and in the event where that has them, too."""
    entry = recording.entries[index]
    in_event = {name: value for name, value in fields.items() if name in entry.event.__struct_fields__}
    entries = altered(recording, index, **in_event)
    assert entry.command is not None
    entries[index] = replace(entries[index], command=replace(entry.command, **fields))
    return entries


def full_table() -> Recording:
    """Return a meeting of one event after the seats were taken."""
    recording = seated("friendlier_than_thou", players=SEATS)
    start = table.StartGame(PLAYERS[0])
    recording.add(start, table.decide(recording.now, start, AT + 20)[:1], None)
    return recording


@every_id()
def test_a_game_that_was_played_by_the_rules_stands(game: str) -> None:
    recording = played(game, 3)

    assert canonical(check_rules(recording.entries)) == canonical(recording.now)


def test_a_table_that_starts_by_itself_and_seats_that_were_left_stand() -> None:
    recording = Recording()
    recording.do(
        table.OpenTable(
            player=PLAYERS[0],
            game="friendlier_than_thou",
            options={"players": 2},
            secret=bytes(32).hex(),
            auto_start=True,
        ),
        AT,
    )
    recording.do(table.TakeSeat(PLAYERS[1]), AT)
    recording.do(table.LeaveSeat(PLAYERS[1], 0), AT + 1)
    recording.do(table.TakeSeat(PLAYERS[2]), AT + 2)
    recording.do(table.TakeSeat(PLAYERS[0]), AT + 3)

    assert check_rules(recording.entries).table.status == "playing"


def test_a_record_is_not_empty() -> None:
    assert "empty" in broken([], 1)


def test_a_record_begins_with_its_table() -> None:
    assert "open_table" in broken(numbered(meeting().entries[1:]), 1)


def test_a_table_is_opened_once() -> None:
    entries = meeting().entries

    assert "once" in broken(numbered([entries[0], replace(entries[0], key=None), *entries[1:]]), 2)


@pytest.mark.parametrize("secret", [msgspec.UNSET, "", "00", "z" * 64, "AB" * 32, "0" * 63, "0" * 64 + "\n"])
def test_the_secret_is_32_bytes(secret: Any) -> None:
    assert "secret" in broken(altered(meeting(), 0, secret=secret), 1)


def test_the_secret_is_the_one_that_was_committed_to() -> None:
    assert "secret" in broken(altered(meeting(), 0, secret="ff" * 32), 1)
    assert "commitment" in broken(wanted(meeting(), 0, secret="ff" * 32), 1)


def test_the_commitment_is_that_of_the_secret() -> None:
    assert "commitment" in broken(altered(meeting(), 0, commitment="ff" * 32), 1)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("options", {"players": 2}, "options"),
        ("decks_given", 1, "decks_given"),
        ("decks", msgspec.UNSET, "secret"),
        ("decks", (("AS",),), "decks"),
    ],
)
def test_what_opens_a_table_is_whole_and_true(field: str, value: Any, why: str) -> None:
    assert why in broken(altered(meeting(), 0, **{field: value}), 1)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("options", {"players": 2.0}, "invalid_option"),
        ("decks", (("AS",),), "invalid_deck"),
    ],
)
def test_a_table_is_opened_by_the_rules(field: str, value: Any, why: str) -> None:
    assert why in broken(wanted(meeting(), 0, **{field: value}), 1)


def test_by_rules_that_are_not_here_nothing_is_said() -> None:
    with pytest.raises(UnknownRules, match="version '0' of the rules"):
        check_rules(altered(meeting(), 0, rules_version="0"))
    with pytest.raises(UnknownRules, match="does not know the game 'bridge'"):
        check_rules(wanted(meeting(), 0, game="bridge"))


def test_a_deal_is_the_one_of_the_secret() -> None:
    index = find(meeting(), "deal_started")
    deck = meeting().entries[index].event.deck

    why = broken(altered(meeting(), index, deck=(deck[1], deck[0], *deck[2:])), index + 1)

    assert why == "the rules give another event: in `deal_started`, deck"


def test_a_hand_is_the_one_that_was_dealt() -> None:
    first, second = find(meeting(), "cards_dealt", 0), find(meeting(), "cards_dealt", 1)
    other = meeting().entries[second].event.cards

    assert "cards_dealt" in broken(altered(meeting(), first, cards=other), first + 1)


def test_entropy_that_is_added_afterwards_gives_another_deal() -> None:
    index = find(meeting(), "deal_started")

    assert "deck" in broken(wanted(meeting(), 1, entropy="seven"), index + 1)


def test_a_seat_is_taken_by_the_rules() -> None:
    assert "already_seated" in broken(wanted(meeting(), 2, player=PLAYERS[0]), 3)


def test_a_game_starts_when_all_seats_are_taken() -> None:
    entries = meeting().entries

    why = broken(numbered([*entries[:SEATS], *entries[SEATS + 1 :]]), STARTED - 1)

    assert "seats_not_filled" in why


def test_a_move_gives_what_the_rules_make_of_it() -> None:
    index = find(meeting(), "card_played", 2)
    card = meeting().entries[index].event.card
    other = next(each for each in GAMES["friendlier_than_thou"].deck if each != card)

    assert "card" in broken(altered(meeting(), index, card=other), index + 1)


def test_a_move_is_one_that_the_rules_allow() -> None:
    index = find(meeting(), "proposal_made")
    unite = table.MakeMove(PLAYERS[meeting().entries[index].seat or 0], Unite(0))

    assert "no_proposal" in broken(with_header(meeting(), index, command=unite), index + 1)


@pytest.mark.parametrize("seat", [None, -1, SEATS, 10**30])
def test_a_move_is_made_by_the_seat_of_its_player(seat: int | None) -> None:
    index = find(meeting(), "proposal_made")

    assert "not the one that acted" in broken(with_header(meeting(), index, seat=seat), index + 1)


@pytest.mark.parametrize("seat", [-1, SEATS, 10**30])
def test_a_house_player_plays_on_a_seat_of_the_table(seat: int) -> None:
    index = find(meeting(), "proposal_made")
    move = table.MakeHouseMove(seat, "random", Unite(0), "0.0")

    assert "no_such_seat" in broken(with_header(meeting(), index, command=move, seat=seat), index + 1)


def test_a_move_has_its_place_in_the_game() -> None:
    index = find(meeting(), "proposal_made")
    move = meeting().entries[index].command

    assert "not_started" in broken(with_header(meeting(), 2, command=move), 3)
    assert "not_started" in broken(with_header(full_table(), SEATS + 1, command=move, seat=0), STARTED)


def test_a_move_names_cards_of_the_deck_only() -> None:
    index = find(meeting(), "proposal_made")
    command = meeting().entries[index].command
    assert isinstance(command, table.MakeMove)

    why = broken(with_header(meeting(), index, command=replace(command, move=Play("ZZ"))), index + 1)

    assert "not in the deck" in why


def test_every_step_begins_with_its_command() -> None:
    index = find(meeting(), "proposal_made")
    window = find(meeting(), "window_closed")

    assert "no command" in broken(with_header(meeting(), index, command=None), index + 1)
    assert "no such event" in broken(with_header(meeting(), index, command=table.Tick(), key=None), index + 1)
    assert "clock step was due" in broken(
        with_header(meeting(), window, command=meeting().entries[index].command), window + 1
    )
    by_a_seat = [replace(entry, seat=1) if entry.step == window + 1 else entry for entry in meeting().entries]
    assert "seat" in broken(by_a_seat, window + 1)
    assert "seat" in broken(with_header(meeting(), 1, seat=1), 2)
    assert "seat" in broken(with_header(meeting(), 0, seat=0), 1)


def test_the_clock_sends_no_keys() -> None:
    window = find(meeting(), "window_closed")

    assert "clock" in broken(with_header(meeting(), window, key="ab"), window + 1)


def test_a_command_is_executed_once() -> None:
    first, second = find(meeting(), "card_played", 1), find(meeting(), "proposal_made")
    key = meeting().entries[first].key
    entries = [
        replace(entry, key="ab") if entry.key == key else entry for entry in with_header(meeting(), second, key="ab")
    ]

    assert "before" in broken(entries, second + 1)


@pytest.mark.parametrize("field", ["seat", "key", "command"])
def test_the_events_of_a_step_have_one_header(field: str) -> None:
    index = find(meeting(), "trick_won")
    entry = meeting().entries[index]
    assert entry.step < entry.version
    lies: dict[str, Any] = {"seat": None, "key": None, "command": meeting().entries[entry.step - 1].command}

    assert "step" in broken(with_header(meeting(), index, **{field: lies[field]}), index + 1)


def test_an_event_belongs_to_a_step_that_is_here() -> None:
    index = find(meeting(), "trick_won")

    assert "missing" in broken(with_header(meeting(), index, step=1), index + 1)
    assert "step" in broken(with_header(meeting(), index - 1, step=1), index)


def test_what_follows_from_a_move_is_not_left_out() -> None:
    index = find(meeting(), "trick_won")

    assert "missing" in broken(numbered([*meeting().entries[:index], *meeting().entries[index + 1 :]]), index + 1)


def test_a_step_has_no_further_events() -> None:
    index = find(meeting(), "trick_won")
    entries = [*meeting().entries[: index + 1], *meeting().entries[index:]]

    assert "no such event" in broken(numbered(entries), index + 2)


def test_events_of_a_step_stand_in_their_order() -> None:
    index = find(meeting(), "trick_won")
    entries = list(meeting().entries)
    entries[index] = replace(entries[index], event=entries[index - 1].event)

    assert "`trick_won`, not `card_played`" in broken(entries, index + 1)


def test_a_clock_step_is_not_left_out() -> None:
    index = find(meeting(), "window_closed")
    entries = meeting().entries
    end = next(i for i in range(index + 1, len(entries)) if entries[i].step != entries[index].step)

    assert "clock step was due" in broken(numbered([*entries[:index], *entries[end:]]), index + 1)


def test_a_clock_step_does_not_come_before_its_time() -> None:
    index = find(meeting(), "window_closed")
    event = meeting().entries[index].event

    assert broken(altered(meeting(), index, at=event.at - 1), index + 1)


def test_time_does_not_go_back() -> None:
    index = find(meeting(), "proposal_made")

    assert "time before" in broken(altered(meeting(), index, at=AT), index + 1)


def test_nothing_happens_after_the_end() -> None:
    entries = meeting().entries
    late = replace(entries[find(meeting(), "proposal_made")], version=len(entries) + 1, step=len(entries) + 1)
    late = replace(late, key=None, event=replace(late.event, at=entries[-1].event.at))

    assert "game_over" in broken([*entries, late], len(entries) + 1)


def test_a_given_deck_is_part_of_the_record() -> None:
    deck = GAMES["literature"].deck[::-1]
    recording = seated("literature", decks=[deck])
    recording.do(table.StartGame(PLAYERS[0]), AT + 20)
    dealt = find(recording, "deal_started")

    assert recording.entries[dealt].event.deck == deck
    assert check_rules(recording.entries).table.decks == (deck,)
    entries = wanted(recording, 0, decks=())
    entries[0] = replace(entries[0], event=replace(entries[0].event, decks_given=0))
    assert "deck" in broken(entries, dealt + 1)


def test_what_happened_at_an_open_table_can_be_audited_too() -> None:
    assert isinstance(opened("literature").entries[0].event, TableOpened)
    assert check_rules(opened("literature").entries).table.status == "open"


def code(entries: list[Entry]) -> str:
    """Return what contradicts these entries."""
    with pytest.raises(RecordBroken) as found:
        check_rules(entries)
    return found.value.code


def test_a_deal_or_a_commitment_that_is_not_of_the_secret_is_told_from_a_broken_rule() -> None:
    recording = meeting()
    deal = find(recording, "deal_started")
    deck = recording.entries[deal].event.deck

    assert code(altered(recording, deal, deck=deck[::-1])) == "deal_differs"
    assert code(altered(recording, deal + 1, cards=deck[-2:])) == "deal_differs"
    assert code(altered(recording, 0, commitment=64 * "0")) == "deal_differs"
    assert code(altered(recording, 0, visibility="private")) == "not_by_the_rules"
    assert code(altered(recording, 1, entropy="another")) == "not_by_the_rules"


def test_another_secret_or_other_entropy_from_the_beginning_makes_other_deals() -> None:
    recording = meeting()

    assert code(wanted(recording, 0, secret=64 * "0")) == "deal_differs"
    assert code(wanted(recording, 1, entropy="another")) == "deal_differs"


def test_an_event_of_another_type_is_not_by_the_rules_and_a_step_that_ends_early_lacks_one() -> None:
    recording = meeting()
    deal = find(recording, "deal_started")
    another = replace(recording.entries[deal], event=recording.entries[deal - 1].event)

    assert code([*recording.entries[:deal], another, *recording.entries[deal + 1 :]]) == "not_by_the_rules"
    assert code(recording.entries[: deal + 1]) == "version_missing"
