"""A person at a table: what they are told, what they type, and what that does."""

from collections.abc import Callable
from queue import Empty

import click
import msgspec
from rich.console import Console
from rich.text import Text

from domain.messages import FormattedMessage, Message
from domain.wording import in_signs, in_words
from projections.changes import Change, changed
from projections.seat_view import SeatDecision, SeatView
from projections.story import Voice
from service.cli.connection import Refusal, Unreachable
from service.cli.playback import drawing
from service.cli.playing.building import Building, Dialogue, number_of, until_it_fits, yes_or_no
from service.cli.playing.chatting import NOBODY_SAYS, WHY_NOT, Hearing, choosing, how_to_talk, may_talk
from service.cli.playing.following import Back, Broken, Inbox, Keyboard, LineReceived, Lost, Typed
from service.cli.playing.helping import HELP
from service.cli.playing.moves import Moves, Value
from service.cli.playing.offering import first_moves, how_to_choose, with_text
from service.cli.playing.room import Room
from service.cli.playing.taking_back import TakeBacks
from service.runtime import time

QUIET_SECONDS = 0.03
"""Seconds without news after which the person is asked: the consequences of a move come as several events."""

PROMPT = "> "
CLEAR_LINE = "\r\x1b[K"


class Conversation:
    """Goes on until the game is over or the person leaves; `again` is the command to come back with."""

    def __init__(self, room: Room, moves: Moves, console: Console, again: str) -> None:
        self._room = room
        self._moves = moves
        self._console = console
        self._again = again
        self._voice: Voice = in_signs if console.is_terminal else in_words
        self._document: Value = None
        self._view: SeatView | None = None
        self._shown: str | None = "nothing yet"
        self._listed: SeatDecision | None = None
        self._made: str | None = None
        self._dialogue: Dialogue[Callable[[], object]] | None = None
        self._question = ""
        self._fresh = True
        self._hearing = Hearing()
        self._take_backs = TakeBacks(room)
        self._commands: dict[str, Callable[[], object]] = {
            "?": lambda: self.say(f"{HELP}\n{how_to_talk(self._view)}"),
            "t": self._show_all,
            "u": lambda: self._try(self._room.ask_take_back),
            "h": lambda: self._try(self._room.fill),
            "q": lambda: self._begin(self._leaving()),
            "b": lambda: self._begin(self._building()),
            ":": lambda: self._begin(self._choosing_phrase()),
        }
        self.over = False

    def run(self, inbox: Inbox, keyboard: Keyboard) -> None:
        """Talk. Raises `Refusal`, `Unreachable`, and `click.exceptions.Exit(1)` if the input ends before the game."""
        quiet: float | None = None
        while not self.over:
            try:
                arrival = inbox.get(timeout=quiet)
            except Empty:
                quiet = None
                self._prompt(keyboard)
                continue
            quiet = QUIET_SECONDS
            match arrival:
                case Typed(text):
                    keyboard.listens = False
                    self._fresh = text is not None  # Ctrl-D ends no line
                    self.hear(text)
                case LineReceived(line):
                    self.see(line)
                case Broken(why):
                    self.say(f"The connection is broken ({why}); it is taken up again.", "yellow")
                case Back():
                    self.say("The connection is there again.", "green")
                case Lost(error, why):
                    raise error or Unreachable(self._room.url, why)

    # What is told

    def say(self, text: str | Text, style: str = "", *, whole: bool = False) -> None:
        """Print a text in place of a line being typed, which is asked for again; `whole`: its lines are for copying."""
        if self._console.is_terminal and not self._fresh:
            self._console.file.write("\n" if self._console.is_dumb_terminal else CLEAR_LINE)
        self._fresh = True
        whole = whole or not self._console.is_terminal
        self._console.print(text, style=style, markup=False, highlight=False, emoji=False, soft_wrap=whole)

    def see(self, line: dict[str, Value]) -> None:
        """Take in a line of the stream."""
        if line["type"] == "chat":
            self._hearing.take(line)
            return
        self._show_chat()
        match line["type"]:
            case "view":
                self._take(line["view"])
            case "event":
                self._take(changed(self._document, msgspec.convert(line["changes"], list[Change])))
                message = msgspec.convert(line["entry"]["message"], FormattedMessage).message
                self.say(self._voice(message, self._moves.faces, {}))
            case "history_lost":
                self._shown, self._hearing = "nothing yet", Hearing()  # what is said next has numbers of what is lost
                self.say("The service has lost what happened last; the game goes on from before that.", "yellow")
            case "end":
                self._end(line["why"])

    def _show_chat(self) -> None:
        """Show what was said."""
        for text in self._hearing.news():
            self.say(text, "cyan")

    def _take(self, document: Value) -> None:
        self._document = document
        self._view = view = msgspec.convert(document, SeatView)
        if view.seat is not None and view.table.presence[view.seat].house and view.table.finished_at is None:
            self.say("The house has played for you; you take your seat again.", "yellow")
            self._try(self._room.sit)

    def _end(self, why: str) -> None:
        self.over = True
        if why not in {"finished", "aborted"}:
            raise click.ClickException(f"The service shows no more of this table: {why.replace('_', ' ')}.")
        self._draw()
        self.say("The game is over." if why == "finished" else "The game has ended without a result.", "bold")

    def _draw(self) -> None:
        view = self._view
        if view is None:
            return
        names = {each.player: each.name for each in view.table.presence if each.player and each.name}
        lines = drawing.drawn(view, self._moves.faces, names, time.now(), min(self._console.width, 100))
        self.say(Text("\n").join([Text(""), *lines]))

    @property
    def _decision(self) -> SeatDecision | None:
        return self._view.decision if self._view else None

    def _labels(self) -> list[Message]:
        return [self._moves.label(each) for each in self._listed.moves] if self._listed else []

    def _show_moves(self) -> None:
        self._listed = self._decision  # others may change what can be done; a number means what was seen with it
        self.say(first_moves([self._voice(each, self._moves.faces, {}) for each in self._labels()]))
        if self._decision is not None:
            self.say(how_to_choose(self._decision), "dim")

    def _show_all(self) -> None:
        self._draw()
        self._show_moves()

    def _prompt(self, keyboard: Keyboard) -> None:
        """Show what was said, and what is asked, if that is new, and listen."""
        self._show_decision()
        self._show_chat()
        if (hint := self._take_backs.hint(self._view)) is not None:
            self.say(hint, "dim")
        if self._view is None:
            return
        if self._console.is_terminal and self._fresh:
            if self._dialogue is not None:
                self.say(self._question)
            print(PROMPT, end="", file=self._console.file, flush=True)
            self._fresh = False
        waits = self._decision is not None and self._decision.id != self._made
        if self._console.is_terminal or self._dialogue is not None or waits or self._take_backs.waits(self._view):
            keyboard.ask()

    def _show_decision(self) -> None:
        """Show what is to be decided, if that is new; a question about what came before is withdrawn."""
        now = self._decision.id if self._decision else None
        if now == self._shown or (now is None and self._shown != "nothing yet"):
            return
        if self._dialogue is not None:
            self.say("The table has changed while you were asked; this question is over.", "yellow")
            self._dialogue = None
        self._draw()
        if self._decision:
            self._show_moves()
        self._shown = now

    # What is typed

    def hear(self, text: str | None) -> None:
        """Do what a line says; None: the input has ended."""
        if text is None:
            self.say(f"There is no more input. Your seat stays yours: {self._again}", whole=True)
            raise click.exceptions.Exit(1)
        text = text.strip()
        if self._dialogue is not None:
            self._answer(text)
        elif text in self._commands:
            self._commands[text]()
        elif self._take_backs.is_answer(self._view, text):
            self._try(lambda: self._take_backs.answer(self._view, text))
        elif text.startswith(":"):
            self._try(lambda: self._room.say(text=text.removeprefix(":").strip()))
        elif text:
            self._choose(text)

    def _choose(self, text: str) -> None:
        """Make the move that a number or JSON means, or list those in which a text occurs."""
        if self._decision is None:
            self.say(f"{text!r} says nothing now: it is not your turn. Type ? for help.", "red")
        elif text.isdecimal():
            self._make_listed(text)
        elif text.startswith("{"):
            try:
                self._make(msgspec.json.decode(text), self._decision)
            except (msgspec.DecodeError, RecursionError) as error:
                self.say(f'That is not JSON ({error}); it would look like {{"type": "…"}}.', "red")
        else:
            self.say(with_text(self._labels(), text, self._voice, self._moves.faces))

    def _make_listed(self, number: str) -> None:
        """Make the move that a number means in the list that was shown last."""
        if (listed := self._listed) is None:
            self.say(f"You typed {number} before you saw a list: choose from this one.", "red")
        elif 1 <= (chosen := number_of(number)) <= len(listed.moves):
            self._make(listed.moves[chosen - 1], listed)
        else:
            self.say(f"There is no move {number}: the numbers are 1 to {len(listed.moves)}.", "red")

    def _make(self, move: Value, decision: SeatDecision | None) -> None:
        if decision is None:
            self.say("You are too late: it is not your turn any more.", "red")
            return
        self._made = decision.id
        if not self._try(lambda: self._room.move(move, decision.id)):
            self._made = None
            if self._decision and self._decision.moves != decision.moves:
                self._shown = None  # it was possible when it was shown

    def _try(self, act: Callable[[], None]) -> bool:
        """Ask something of the service; say why it is refused."""
        try:
            act()
        except Refusal as refusal:
            self.say(WHY_NOT.get(refusal.code, refusal.message), "red")
            return False
        return True

    # Questions

    def _building(self) -> Dialogue[Callable[[], object]]:
        if self._view is None or self._view.decision is None:
            return lambda: self.say("It is not your turn: there is no move to build.", "red")
        move = yield from Building(self._moves, self._view).move()
        return lambda: self._make(move, self._decision)

    def _choosing_phrase(self) -> Dialogue[Callable[[], object]]:
        if not may_talk(self._view):
            return lambda: self.say(NOBODY_SAYS, "red")
        code = yield from choosing(self._moves.phrases)
        return lambda: self._try(lambda: self._room.say(phrase=code))

    def _leaving(self) -> Dialogue[Callable[[], object]]:
        question = "Give your seat up? no: you may come back. yes: you leave for good."
        for_good = yield from until_it_fits(question, yes_or_no)
        return self._leave if for_good else self._go

    def _go(self) -> None:
        self.say(f"Your seat stays yours: {self._again}", whole=True)
        self.over = True

    def _leave(self) -> None:
        view = self._view
        if view is not None and self._try(lambda: self._room.leave(view)):
            self.say("You have given your seat up, or called for the end of the game.")
            self.over = True

    def _begin(self, dialogue: Dialogue[Callable[[], object]]) -> None:
        self._dialogue = dialogue
        self._go_on(lambda: next(dialogue))

    def _answer(self, text: str) -> None:
        dialogue = self._dialogue
        if text == "." or dialogue is None:
            self._dialogue = None
            self.say("Stopped: nothing is done.")
            return
        self._go_on(lambda: dialogue.send(text))

    def _go_on(self, step: Callable[[], str]) -> None:
        try:
            self._question = step()
        except StopIteration as end:
            self._dialogue = None
            end.value()
            return
        if not self._console.is_terminal:
            self.say(self._question)
