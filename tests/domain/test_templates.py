"""Every message of every game is declared, and all that is declared for a game is told, asked or shown there."""

from collections.abc import Iterator
from string import Formatter

from domain.game import Event, by_wire_name
from domain.games.medieval_mastery.events import LayoutBuilt, TrickWon
from domain.games.medieval_mastery.tricks import PlayedCard
from domain.messages import Argument, Message, Part, Parts, declared
from domain.table import AnyGame
from domain.wording import in_words
from tests.domain.every_game import every_game
from tests.domain.invariants import viewers
from tests.domain.listing import Use, declarations, each_once, is_a_listed_sentence, is_declared, labels, parts
from tests.domain.playout import Dice, Step, playout

SEEDS: dict[str, tuple[int, ...]] = {
    "friendlier_than_thou": (111, 60, 88, 103, 313),
    "literature": (91, 4, 16, 0, 116),
    "honors_1": (72, 2, 101),
    "honors_2": (7, 54, 9, 45, 119),
    "honors_3": (52, 61, 136, 0, 68),
    "honors_4": (130, 47),
    "pursuit_of_happiness": (119, 63, 0),
    "medieval_mastery": (1, 65, 81),
}
"""Those of a few short games in which all happens that can."""

OTHER_SEEDS = range(200)
"""Those of games that are played, too, as long as something has not happened."""

RAREST: dict[str, tuple[Event, ...]] = {
    "medieval_mastery": (
        TrickWon(0, (PlayedCard(0, "XS"), PlayedCard(1, "XC"), PlayedCard(2, "XT")), "first_x", at=0),
        LayoutBuilt(0, (), (), (), (), ("MS",), ("MS",), 0, at=0),
    )
}
"""Events that happen in no random game here; the tests of their rules let them happen."""


def told(game: AnyGame, step: Step) -> Iterator[Message]:
    """Yield the events of a step as messages, in full and to everybody."""
    for event in step.events:
        seen = [game.seen(event, seat, step.after) for seat in viewers(step.after)]
        yield from each_once([game.message(each, step.after) for each in (event, *seen)])


def asked(game: AnyGame, step: Step) -> Iterator[Message]:
    """Yield what the seats are asked for after a step."""
    for seat in range(step.after.options.players):
        if game.choices(step.after, seat) is not None:
            yield game.prompt(game.view(step.after, seat), seat)


def shown(game: AnyGame, step: Step) -> Iterator[Use]:
    """Yield the labels of the table after a step, as a spectator and the first seat see them."""
    for seat in (None, 0):
        yield from labels(game.layout(game.view(step.after, seat), seat))


def in_reverse(argument: Argument) -> Argument:
    """Return a message in a language whose words are spelt backwards, gaps as they are; no other argument changes."""
    match argument:
        case Parts(parts=messages):
            return Parts(tuple(map(reversed_message, messages)))
        case Message():
            return reversed_message(argument)
    return argument


def reversed_message(message: Message) -> Message:
    """Return a message in that language."""
    pieces = [(text[::-1], f"{{{name}}}" if name else "") for text, name, _, _ in Formatter().parse(message.template)]
    template = "".join(piece for text, gap in reversed(pieces) for piece in (gap, text))
    return Message(template, {name: in_reverse(each) for name, each in message.arguments.items()})


OWN: tuple[Part, ...] = ("event", "prompt", "zone", "counter")
"""What a game tells, asks and shows. Words stand in other messages, also in those of tables."""


@every_game
def test_all_that_is_told_is_declared_all_that_is_declared_is_told_and_all_events_happen(
    game: AnyGame,
) -> None:
    left = {each for each in declared() if each.game == game.id and each.part in OWN}
    kinds = {*by_wire_name(game.Event).values()}
    *_, last = playout(game, Dice(1))
    for event in RAREST.get(game.id, ()):
        message = game.message(event, last.after)
        is_a_listed_sentence(game, "event", message)
        left.difference_update(declarations(game.id, "event", message))

    for seed in (*SEEDS.get(game.id, ()), *OTHER_SEEDS):
        for step in playout(game, Dice(seed)) if left or kinds else ():
            kinds.difference_update(map(type, step.events))
            sentences: list[Use] = [("event", message) for message in told(game, step)]
            sentences += [("prompt", message) for message in asked(game, step)]
            for part, message in sentences:
                is_a_listed_sentence(game, part, message)
            shows = list(shown(game, step))
            for part, message in shows:
                is_declared(game, part, message)
            for part, message in (*sentences, *shows):
                for each in parts(message):
                    left.difference_update(declarations(game.id, part, each))

    assert (left, kinds) == (set(), set())


@every_game
def test_a_message_in_another_order_of_words_still_says_all_of_it(game: AnyGame) -> None:
    for step in playout(game, Dice(1)):
        for message in told(game, step):
            there, again = reversed_message(message), reversed_message(reversed_message(message))
            assert again == message
            assert sorted(in_words(there, game.faces).lower()) == sorted(in_words(message, game.faces).lower())
