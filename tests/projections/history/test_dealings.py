"""What seats give each other: asks that hit, offers that are taken, tricks that are left to others."""

from types import SimpleNamespace
from typing import Any

from domain.game import Event
from domain.games.honors_1.events import CardAsked
from domain.games.honors_3.events import CardsExchanged, OfferMade
from domain.games.literature.events import CardAsked as LiteratureAsked
from domain.games.medieval_mastery.events import CardPlayed
from domain.games.medieval_mastery.tricks import PlayedCard
from projections.history.dealings import Chance, chances_of, summed
from projections.history.rows import Dealing
from tests.projections.history import games
from tests.recording import AT, played


def chances(event: Event, **state: Any) -> list[Chance]:
    """Return the chances that an event was in a state of which only some fields are told."""
    return list(chances_of(event, SimpleNamespace(**state)))


def test_an_ask_is_a_chance_of_the_asked_to_give() -> None:
    hit = LiteratureAsked(seat=1, target=4, card="9S", answer="given", at=AT)
    missed = CardAsked(seat=2, target=0, card="KS", answer="not_held", at=AT)

    assert chances(hit) == [Chance(4, 1, "ask", given=True)]
    assert chances(missed) == [Chance(0, 2, "ask", given=False)]


def offer(number: int, seat: int, count: int) -> OfferMade:
    return OfferMade(offer=number, seat=seat, count=count, expires_at=AT, at=AT)


def test_a_player_who_takes_an_offer_could_have_taken_those_of_as_many_cards() -> None:
    event = CardsExchanged(offer=2, seat=0, offerer=2, count=1, at=AT)
    offers = (offer(1, 0, 1), offer(2, 2, 1), offer(3, 3, 1), offer(4, 1, 2))

    assert chances(event, offers=offers) == [
        Chance(0, 2, "exchange", given=True),
        Chance(0, 3, "exchange", given=False),
    ]


def trick(card: str, hand: tuple[str, ...], *before: str) -> list[Chance]:
    """Return the chances of seat 2 when it plays a card of its hand after others."""
    cards = tuple(PlayedCard(seat, each) for seat, each in enumerate(before))
    event = CardPlayed(seat=2, card=card, at=AT)
    return chances(event, trick=cards, hands=((), (), hand))


def test_a_player_who_could_have_beaten_the_best_card_and_did_not_has_given_the_trick() -> None:
    hand = ("YS", "ES")

    assert trick("YS", hand, "AS", "CS") == [Chance(2, 0, "trick", given=True)]
    assert trick("ES", hand, "CS", "AS") == [Chance(2, 1, "trick", given=False)]


def test_a_player_who_could_beat_nothing_has_given_nothing() -> None:
    assert trick("YS", ("YS", "DS"), "CS") == []
    assert trick("YS", ("YS", "CS")) == []


def test_other_events_are_no_chances() -> None:
    assert chances(offer(1, 0, 1)) == []


def test_the_chances_of_a_game_are_added_up() -> None:
    found = [Chance(1, 0, "ask", given=True), Chance(0, 1, "ask", given=False), Chance(1, 0, "ask", given=False)]

    assert summed(found) == (Dealing(0, 1, "ask", 1, 0), Dealing(1, 0, "ask", 2, 1))


def test_a_played_game_has_its_dealings_in_its_rows() -> None:
    recording = played("literature", seed=3)
    asks = [entry.event for entry in recording.entries if isinstance(entry.event, LiteratureAsked)]

    dealings = games.rows(recording).dealings

    assert sum(each.chances for each in dealings) == len(asks)
    assert sum(each.given for each in dealings) == sum(ask.answer == "given" for ask in asks)
