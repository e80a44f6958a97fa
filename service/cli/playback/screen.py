"""The screen of a replay: the table beside its story, or above it where there is little room."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static

from projections.seat_view import Perspective
from service.cli import INTERRUPTED
from service.cli.output import drawing_nothing
from service.cli.playback import drawing
from service.cli.playback.game import Game
from service.cli.playback.games import is_new, says

MOST_DIGITS = 9
"""A number with more digits is no version."""

SLICE = 100
"""Number of versions that a search looks at before keys are handled."""

VERSIONS_OF_A_PAGE = 10
"""Number of versions that a page key passes."""

KEYS = " → next  ← back  d decision  s seat  : go to  / search  ? help  q quit"

WAYS = """\
→ space    next event
←          back
PgDn PgUp  ten events on, back
Home End   first, last event
:          go to a version
↑ ↓        scroll the table"""

MORE_KEYS = """\
d D  next, previous decision of the seat
s S  look from the next, previous seat
/    search the sentences
n N  next, previous sentence found
f    how to play on from here (a fork)
q    leave"""


class Resized(Message):
    """A part of the screen has another size: the terminal has, or a notice has come or gone."""


class Table(VerticalScroll):
    """The room for the table."""

    def on_resize(self) -> None:
        """Tell that the table may be drawn wider, or has to be narrower."""
        self.post_message(Resized())


class Story(Static):
    """The sentences."""

    def on_resize(self) -> None:
        """Tell that there is room for more of them, or for fewer."""
        self.post_message(Resized())


class Replay(App[str]):
    """Steps through a game. It begins at version `first` and ends at `last`; `fork_at` tells how to play on from one.

    The result is what `fork_at` has told, if it was asked for.
    """

    TITLE = "parlour replay"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-wide")]  # noqa: RUF012 - the base class declares it so
    CSS = """
    #head { height: auto; background: $panel; }
    #keys { height: auto; background: $panel; }
    #both { height: 1fr; layout: horizontal; }
    #table { width: 55%; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    #story { width: 1fr; height: 1fr; padding-left: 1; border-left: solid $panel; }
    #notice { height: auto; background: $panel; display: none; }
    #help { height: auto; layout: horizontal; background: $panel; display: none; }
    #help Static { width: auto; padding-right: 4; }
    .-narrow #help { layout: vertical; }
    #asked { display: none; height: 1; border: none; }
    .-narrow #both { layout: vertical; }
    .-narrow #table { width: 100%; height: 60%; }
    .-narrow #story { width: 100%; border-left: none; padding-left: 0; border-top: solid $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,space,j", "go(1)"),
        ("left,backspace,k", "go(-1)"),
        ("pagedown", f"go({VERSIONS_OF_A_PAGE})"),
        ("pageup", f"go(-{VERSIONS_OF_A_PAGE})"),
        ("home,g", "first"),
        ("end,G", "last"),
        ("colon,v", "ask('version')"),
        ("d", "decision(True)"),
        ("D", "decision(False)"),
        ("s", "look(1)"),
        ("S", "look(-1)"),
        ("slash", "ask('search')"),
        ("n", "find(True)"),
        ("N", "find(False)"),
        ("up", "scroll_table(-1)"),
        ("down", "scroll_table(1)"),
        ("f", "fork"),
        ("question_mark,h", "help"),
        ("q,escape", "leave"),
        Binding("ctrl+c", "interrupt", priority=True),
    ]

    def __init__(self, game: Game, perspective: Perspective, first: int, last: int, fork_at: str | None) -> None:
        super().__init__()
        self.game = game
        self.perspective = perspective
        self.version = first
        self.last_version = last
        self.wanted = ""
        self.fork_at = fork_at
        self._asked = ""

    def compose(self) -> ComposeResult:
        """Return what is on the screen."""
        yield Static(id="head")
        with Container(id="both"):
            with Table(id="table", can_focus=False):
                yield Static(id="drawn")
            yield Story(id="story")
        yield Static(id="notice")
        yield Container(Static(WAYS), Static(MORE_KEYS), id="help")
        yield Input(id="asked", compact=True)
        yield Static(KEYS, id="keys")

    def on_resized(self) -> None:
        """Show the same in as much room as there is now; at first, the first version."""
        self.show()

    def show(self) -> None:
        """Show the table and the story at the version."""
        story = self.query_one("#story", Static)
        width, height = story.content_size
        room = self.query_one("#table").scrollable_content_region.width
        if not width or not height:
            return
        lines = drawing.table(self.game, self.version, self.perspective, room)
        told = drawing.story(self.game, self.version, self.perspective, width, height, last=self.last_version)
        self.query_one("#drawn", Static).update(drawing_nothing(Text("\n").join(lines)))
        story.update(drawing_nothing(Text("\n").join(told)))
        self.query_one("#head", Static).update(self.heading())

    def heading(self) -> Text:
        """Return the line above: which game, which version, when that was, and from where it is seen."""
        view = self.game.view(self.version, self.perspective)
        after = drawing.clock(self.game.line(self.version, self.perspective).after_ms)
        whole = f"{self.version}/{self.last_version}"
        head = Text(f" {self.game.rules.title}  ", "bold")
        head.append(f"{whole}  {after}  {seen_from(self.perspective)}")
        return head.append("  a fork" if view.table.fork_of else "").append(f"  {view.table.status}", "dim")

    def tell(self, notice: str) -> None:
        """Show a notice below the table, or none, in place of the help."""
        below = self.query_one("#notice", Static)
        below.update(notice)
        below.display = bool(notice)
        self.query_one("#help").display = False
        self.show()

    def go_to(self, version: int | None, otherwise: str = "") -> None:
        """Go to a version, or say why there is none."""
        if version is None or not 1 <= version <= self.last_version:
            self.tell(otherwise)
            return
        self.version = version
        self.query_one("#table").scroll_home(animate=False)
        self.tell("")

    # Keys

    def action_go(self, steps: int) -> None:
        """Go some versions on, or back; not beyond the first and the last."""
        self.go_to(min(self.last_version, max(1, self.version + steps)))

    def action_first(self) -> None:
        """Go to the first version."""
        self.go_to(1)

    def action_last(self) -> None:
        """Go to the last version."""
        self.go_to(self.last_version)

    def action_decision(self, onward: bool) -> None:
        """Go to the next decision of the seat that one looks from, or to the one before; of any seat from none."""
        wanted = partial(is_new, self.game, perspective=self.perspective)
        self.look_for(wanted, self.others(onward), f" No decision {'after' if onward else 'before'} this version.")

    def others(self, onward: bool) -> range:
        """Return the versions after this one, or those before, the nearest first."""
        return range(self.version + 1, self.last_version + 1) if onward else range(self.version - 1, 0, -1)

    def look_for(self, wanted: Callable[[int], bool], versions: range, otherwise: str) -> None:
        """Go to the first of some versions that is wanted, or say that there is none. The keys work meanwhile."""
        self.run_worker(self._look_for(wanted, versions, otherwise), exclusive=True)

    async def _look_for(self, wanted: Callable[[int], bool], versions: range, otherwise: str) -> None:
        for number, version in enumerate(versions, start=1):
            if wanted(version):
                self.go_to(version)
                return
            if number % SLICE == 0:
                await asyncio.sleep(0)
        self.tell(otherwise)

    def action_look(self, steps: int) -> None:
        """Look from the next seat, or from the one before."""
        places = self.game.perspectives
        if len(places) == 1:
            self.tell(" The record is not open: only what you see yourself is shown.")
            return
        self.perspective = places[(places.index(self.perspective) + steps) % len(places)]
        self.tell("")

    def action_find(self, onward: bool) -> None:
        """Go to the next sentence with the text that was searched for, or to the one before."""
        if self.wanted:
            self.search(self.others(onward))
        else:
            self.tell(" Search with / first.")

    def search(self, versions: range) -> None:
        """Go to the first of some versions whose sentence has the text that was searched for."""
        wanted = partial(says, self.game, perspective=self.perspective, text=self.wanted)
        self.look_for(wanted, versions, f" {self.wanted!r} is not found.")

    def action_scroll_table(self, lines: int) -> None:
        """Scroll the table."""
        self.query_one("#table").scroll_relative(y=lines, animate=False)

    def action_help(self) -> None:
        """Show the keys, or hide them."""
        keys = self.query_one("#help")
        shown = not keys.display
        self.tell("")
        keys.display = shown

    def action_fork(self) -> None:
        """Leave, and tell how to play on from this version."""
        if self.fork_at is None:
            self.tell(" Only a game whose record a service has opened can be played on.")
        else:
            self.exit(self.fork_at.format(version=self.version))

    def action_leave(self) -> None:
        """Leave the replay, or what is being asked for."""
        line = self.query_one("#asked", Input)
        if line.display:
            self.answered(line)
        else:
            self.exit()

    def action_interrupt(self) -> None:
        """Leave as every command does after Ctrl-C, also while something is asked for."""
        self.exit(return_code=INTERRUPTED)

    def action_ask(self, what: str) -> None:
        """Ask for a version, or for a text to search."""
        self._asked = what
        line = self.query_one("#asked", Input)
        line.placeholder = f"version, 1 to {self.last_version}" if what == "version" else "search the sentences"
        line.value, line.display = "", True
        line.focus()

    def answered(self, line: Input) -> None:
        """Stop asking."""
        line.display = False
        self.set_focus(None)

    def on_input_submitted(self, answer: Input.Submitted) -> None:
        """Go to what was asked for."""
        self.answered(answer.input)
        text = answer.value.strip()
        if self._asked == "version":
            version = int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
            self.go_to(version, f" The versions are 1 to {self.last_version}.")
        elif text:
            self.wanted = text
            self.search(range(self.version, self.last_version + 1))


def seen_from(perspective: Perspective) -> str:
    """Return from where one looks, in words."""
    if perspective == "all":
        return "all cards"
    return "as a spectator" if perspective is None else f"from seat {perspective}"
