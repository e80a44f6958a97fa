"""Fair deals: anybody can repeat them, every order is equally likely, and an operator's decks are dealt as given."""

import hashlib
import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from domain import GAMES, fairness
from domain.cards import FRENCH_DECK
from domain.fairness import ALGORITHM, FairChance, commitment, entropy_digest, numbers, order
from tests.domain.every_game import every_id
from tests.domain.repeated_deal import repeated, repeated_deals
from tests.recording import SECRET, as_json, played

GOLDEN = json.loads((Path(__file__).parent.parent / "golden" / "shuffles.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", GOLDEN["vectors"], ids=lambda vector: f"{vector['label']}-{len(vector['cards'])}")
def test_orders_are_those_of_the_test_vectors(vector: dict[str, Any]) -> None:
    chance = FairChance(bytes.fromhex(vector["secret"]), vector["entropy"])
    kind, number = vector["label"].split(":")
    cards = tuple(vector["cards"])

    if kind == "deal":
        given = chance.deal(int(number), cards)
    else:
        given = [chance.shuffle(cards) for _ in range(int(number))][-1]

    assert list(given) == vector["order"]
    assert repeated(**{name: vector[name] for name in ("secret", "entropy", "label", "cards")}) == vector["order"]


def test_the_vectors_are_of_this_algorithm_and_shuffle() -> None:
    assert GOLDEN["algorithm"] == ALGORITHM
    assert len({tuple(vector["order"]) for vector in GOLDEN["vectors"] if len(vector["cards"]) == 52}) == 5


@every_id()
def test_anybody_can_repeat_the_deals_of_a_recorded_game(game: str) -> None:
    record = as_json(played(game, 7).record())

    deals = repeated_deals(record, list(GAMES[game].deck))

    assert deals
    assert [recorded for recorded, _ in deals] == [again for _, again in deals]
    assert record["deal"]["commitment"] == hashlib.sha256(bytes.fromhex(record["deal"]["secret"])).hexdigest()


def test_a_deck_that_an_operator_has_given_is_dealt_as_it_is() -> None:
    deck = GAMES["literature"].deck[::-1]

    record = as_json(played("literature", 7, decks=[deck]).record())

    ((recorded, shuffled),) = repeated_deals(record, list(deck))
    assert recorded == list(deck) != shuffled
    assert record["deal"]["decks_given"] == 1


def test_deals_after_the_given_decks_are_shuffled() -> None:
    deck = FRENCH_DECK[::-1]
    chance = FairChance(SECRET, [None], [deck, deck])

    dealt = [chance.deal(number, FRENCH_DECK) for number in (1, 2, 3)]

    assert dealt == [deck, deck, FairChance(SECRET, [None]).deal(3, FRENCH_DECK)]


def test_deals_may_be_asked_for_in_any_order_and_shuffles_are_counted() -> None:
    chance = FairChance(SECRET, [None], stocks_formed=3)

    assert chance.deal(2, FRENCH_DECK) == FairChance(SECRET, [None]).deal(2, FRENCH_DECK)
    assert chance.shuffle(FRENCH_DECK) == order(SECRET, entropy_digest([None]), "shuffle:4", FRENCH_DECK)
    assert chance.stocks_formed == 4


def test_an_order_does_not_depend_on_the_order_that_the_cards_come_in() -> None:
    assert order(SECRET, "", "deal:1", FRENCH_DECK) == order(SECRET, "", "deal:1", FRENCH_DECK[::-1])


def test_every_input_matters() -> None:
    orders = [
        FairChance(SECRET, ["a", None]).deal(1, FRENCH_DECK),
        FairChance(SECRET[::-1], ["a", None]).deal(1, FRENCH_DECK),
        FairChance(SECRET, [None, "a"]).deal(1, FRENCH_DECK),
        FairChance(SECRET, ["a", ""]).deal(1, FRENCH_DECK),
        FairChance(SECRET, ["a", None]).deal(2, FRENCH_DECK),
        FairChance(SECRET, ["a", None]).shuffle(FRENCH_DECK),
    ]

    assert len(set(orders)) == len(orders)
    assert all(sorted(each) == sorted(FRENCH_DECK) for each in orders)


def test_every_order_is_equally_likely() -> None:
    """Chi-square over the 24 orders of four cards; the shuffles are fixed, so the result is the same each time."""
    cards = ("AS", "KS", "QS", "JS")
    shuffles = 12_000

    seen = Counter(order(SECRET, "", f"deal:{number}", cards) for number in range(shuffles))

    expected = shuffles / 24
    assert set(seen) == set(permutations(cards))
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.7  # 23 degrees of freedom, 0.1 %


def test_a_number_that_would_make_some_order_likelier_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """2³² is not a multiple of 3: the last number, 2³² − 1, would be one 0 too many."""
    monkeypatch.setattr(fairness, "numbers", lambda *_: iter([2**32 - 1, 1, 2**32 - 1]))

    assert order(SECRET, "", "deal:1", ("A", "B", "C")) == ("A", "C", "B")


def test_the_stream_of_numbers_goes_on_from_block_to_block() -> None:
    stream = numbers(SECRET, "", "deal:1")

    assert len({next(stream) for _ in range(1000)}) == 1000


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_digest_of_entropy_tells_no_text_from_an_empty_one() -> None:
    assert entropy_digest([None, "é"]) == hashlib.sha256('[null,"é"]'.encode()).hexdigest()
    assert entropy_digest([None]) != entropy_digest([""])


def test_only_a_player_who_knows_the_secret_and_sits_down_last_can_choose_a_deck() -> None:
    """The guide says so: the texts are no secret, and the one that comes last decides."""

    def first_card(*entropy: str) -> str:
        return order(SECRET, entropy_digest(entropy), "deal:1", ("AS", "KS", "QS", "JS"))[0]

    chosen = next(text for text in map(str, range(1_000)) if first_card("first", text) == "AS")

    assert {first_card("first", chosen)} == {"AS"}
    assert len({first_card(chosen, f"unforeseen {number}") for number in range(100)}) == 4
