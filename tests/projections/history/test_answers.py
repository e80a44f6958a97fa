from projections.history.answers import Answer


def test_rows_have_the_names_of_their_columns() -> None:
    answer = Answer(("game", "games"), (("honors_1", 3), ("literature", 1)))

    assert [*answer.records()] == [{"game": "honors_1", "games": 3}, {"game": "literature", "games": 1}]
