"""What holds of the tables of all games, and of what seats are asked: one client can draw them, and play them all."""

from collections import Counter
from typing import Any

from domain.layout import Layout, Zone, of_seat, of_team
from domain.table import AnyGame
from tests.domain.invariants import spare_chance
from tests.domain.listing import is_a_listed_sentence, is_declared, labels
from tests.domain.playout import Dice, Step, as_raw
from tests.domain.secrecy import strings, words
from tests.domain.zones import all_zones, zone

SPOKEN_OF = {"last_ask", "last_declaration", "fine"}
"""The fields of views with cards that were named, wherever they lie now."""


def table_shows_what_the_view_shows(game: AnyGame, state: Any, viewer: int | None) -> None:
    """All cards of the view lie on the table, no other, and none twice; what is there is there once, with its name."""
    view = game.view(state, viewer)
    layout = game.layout(view, viewer)
    zones = list(all_zones(layout.zones))
    for things in (zones, layout.counters):
        assert len({each.id for each in things}) == len(things)
    in_sight = Counter(printed(item.card) for each in zones for item in each.cards or ())
    assert in_sight <= Counter(game.deck)
    raw = as_raw(view)
    known = words(raw)
    assert [card for card in in_sight if known.isdisjoint((card, card.split("-")[0]))] == []
    named = {printed(code) for name, value in raw.items() if name not in SPOKEN_OF for code in strings(value)}
    assert (named & game.cards) - set(in_sight) == set()
    counts_add_up(game, zones)
    for part, message in labels(layout):
        is_declared(game, part, message)
    for seat in range(state.options.players):
        hand = zone(layout, f"hand-{seat}")
        assert (hand.owner, hand.kind) == (of_seat(seat), "hand")
        held = [item.card for part in all_zones([hand]) for item in part.cards or ()]
        assert sorted(held) == sorted(view.hand or () if seat == viewer else ())
    owners_are_at_the_table(layout)
    assert [each.seat for each in layout.seats] == list(range(state.options.players))
    assert tuple(each.seat for each in layout.seats if each.to_act) == view.to_act
    assert {each.deadline for each in layout.seats} == {None}
    winners = (as_raw(view.result) or {}).get("winners")
    won = {each.seat: each.won for each in layout.seats}
    assert won == {seat: seat in winners if winners else None for seat in won}
    if winners and layout.counters and getattr(state.options, "winner", "highest") == "highest":
        assert who_is_ahead(layout) == set(winners)


def counts_add_up(game: AnyGame, zones: list[Zone]) -> None:
    """Nowhere are more cards in sight than lie there; where all counts are told, together they are the deck."""
    counts = [each.count for each in zones]
    for each in zones:
        assert each.count is None or len(each.cards or ()) <= each.count
        assert each.label.text
    if None not in counts:
        assert sum(count or 0 for count in counts) == len(game.deck)


def owners_are_at_the_table(layout: Layout) -> None:
    """Whose something is, a seat or a team, is at the table; each seat is in one team or in none."""
    teams = {each.team: each.seats for each in layout.teams}
    assert sorted(teams) == list(range(len(teams)))
    of = [(seat, team) for team, seats in teams.items() for seat in seats]
    assert sorted(of) == [(each.seat, each.team) for each in layout.seats if each.team is not None]
    owners = {of_seat(each.seat) for each in layout.seats} | set(map(of_team, teams)) | {None}
    assert {each.owner for each in all_zones(layout.zones)} | {each.owner for each in layout.counters} <= owners


def who_is_ahead(layout: Layout) -> set[int]:
    """Return the seats with the most points: of their own or their team's, all deals together if that is counted."""
    kind = "total" if any(each.kind == "total" for each in layout.counters) else "score"
    points = {each.owner: each.value for each in layout.counters if each.kind == kind}
    own = {
        each.seat: points[of_seat(each.seat)] if each.team is None else points[of_team(each.team)]
        for each in layout.seats
    }
    return {seat for seat, value in own.items() if value == max(own.values())}


def printed(code: str) -> str:
    """Return a card as it is printed: a joker stands for nothing."""
    return code.partition("=")[0]


def seats_are_asked(game: AnyGame, step: Step, dice: Dice) -> None:
    """A player who may do something is asked for it in a sentence.

    That, and what would be done for them, can also be said between the events of one step.
    """
    state = step.before
    for event in step.events:
        state = game.evolve(state, event)
        seat = dice.pick((*game.to_act(state), *range(state.options.players)))
        view = game.view(state, seat)
        decision = game.choices(state, seat)
        if decision is not None and decision.moves:
            is_a_listed_sentence(game, "prompt", game.prompt(view, seat))
            game.default(view, seat, decision.moves)


def default_of(game: AnyGame, state: Any, seat: int) -> Any:
    """Return what is done for a seat whose time is over, or None."""
    decision = game.choices(state, seat)
    return decision and game.default(game.view(state, seat), seat, decision.moves)


def defaults_are_legal(game: AnyGame, step: Step) -> None:
    """What is done for a late seat is allowed; none is for a seat that has nothing to do; a table never waits for ever.

    So if no clock step of the game is due, somebody's time can be over. If one is, it does the same, and says before
    that the seat was late; where it does anything else, nothing is done for late seats.
    """
    state, due, made = step.after, game.due(step.after), []
    for seat in range(state.options.players):
        move = default_of(game, state, seat)
        if move is not None:
            assert seat in game.to_act(state)
            assert game.parse(as_raw(move)) == move
            game.decide(state, seat, move, step.at, spare_chance())
            if due is not None:
                _, *done = game.tick(state, due, spare_chance())
                assert tuple(done) == game.decide(state, seat, move, due, spare_chance())
            made.append(seat)
    assert made or due is not None or not game.to_act(state)


def decisions_last_as_long_as_their_occasion(game: AnyGame, step: Step) -> None:
    """While the occasion is the same, what would be done for the seats that have not acted may still be done."""
    state = step.before
    if state is None:
        return
    occasion = game.occasion(state)
    for event in step.events:
        state = game.evolve(state, event)
        if game.occasion(state) != occasion:
            return
    for seat in set(game.to_act(state)) - {step.seat}:
        move = default_of(game, step.before, seat)
        if move is not None:
            game.decide(state, seat, move, step.at, spare_chance())
