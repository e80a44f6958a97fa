from uuid import UUID, uuid4

from domain.table import HOUSE_PLAYERS, as_bot, as_house_player, is_bot, is_house_player


def test_the_id_of_a_player_tells_whether_they_are_a_bot() -> None:
    person = uuid4()

    assert [is_bot(each) for each in (person, as_bot(person), UUID(int=0), *HOUSE_PLAYERS.values())] == [
        False,
        True,
        False,
        False,
    ]


def test_the_id_of_a_player_tells_whether_they_are_a_house_player() -> None:
    account, entrant = uuid4(), as_house_player(as_bot(uuid4()))

    assert [is_house_player(each) for each in (account, as_bot(account), UUID(int=0))] == [False, False, False]
    assert [is_house_player(each) for each in (entrant, *HOUSE_PLAYERS.values())] == [True, True]
    assert not is_bot(entrant)


def test_an_id_is_as_random_as_before() -> None:
    person = UUID("0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e")

    assert as_bot(person) == UUID("0b35a1f2-7a1e-8b8e-9d3c-5f6a7b8c9d0e")
    assert as_bot(as_bot(person)) == as_bot(person)
