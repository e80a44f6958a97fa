"""Many games, and fault after fault while they are played; then all journals are held against log, records and feeds.

    python -m tests.faults.campaign [--faults 33] [--games 100] [--seed N] [--json]

Games begin as faults go by, so that each fault meets some. After each it is measured how long it takes until a move is
acknowledged that was sent after it: any, and one at each table where there was play. The exit code is 1 where a journal
differs.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from service.cli.embedded_server import embedded_url
from service.cli.tally import Tally, percentile
from tests.faults.afflictions import AFFLICTIONS, CUT, NOTHING, is_whole
from tests.faults.audit import wrong_history, wrong_lanes
from tests.faults.network import Wire
from tests.faults.players import GAMES, Play
from tests.serving import Service, eventually

WORKERS = 2
AT_ONCE = 8
"""Number of games that are played at the same time, as long as there are any."""

PEACE_SECONDS = (0.3, 1.2)
RECOVERY_SECONDS = 60
"""Seconds within which each table must have gone on after a fault."""

LOOK_SECONDS, GATE_SECONDS = 0.01, 0.1
"""Seconds between two looks at the tables after a fault, and at whether a game may begin."""

CONTROLS = 10
"""After this number of faults comes one occasion at which nothing happens."""

SHOWN_EVERY_SECONDS = 0.2
COLUMNS = (
    BarColumn(),
    MofNCompleteColumn(),
    TextColumn("games, {task.fields[faults]} faults"),
    TimeElapsedColumn(),
    TextColumn("{task.fields[fault]}"),
)


@dataclass
class Fault:
    """What befell the service, when, at which tables there was play, and for how many ms these then waited."""

    kind: str
    at: float
    plays: Sequence[Play]

    def waits(self) -> list[float]:
        """Return how long each table waited, in ms, until a move was acknowledged that was sent after the fault.

        Tables where no move was left to make are left out.
        """
        moves = [[move for move in play.acknowledged if move["sent_at"] >= self.at] for play in self.plays]
        return sorted(1000 * (min(move["answered_at"] for move in each) - self.at) for each in moves if each)

    def is_over(self) -> bool:
        """Return whether all these tables have gone on."""
        return all(play.is_over or self._went_on(play) for play in self.plays)

    def _went_on(self, play: Play) -> bool:
        return any(move["sent_at"] >= self.at for client in play.clients for move in client.acknowledged[-1:])


class Kind(Struct, frozen=True):
    """How long moves had to wait after faults of one kind, in ms.

    `first_ms` and `first_worst_ms` are the median and the worst time to the first move at any table; the others are
    over all `tables` where there was play.
    """

    fault: str
    times: int
    first_ms: float | None
    first_worst_ms: float | None
    tables: int
    table_p50_ms: float | None
    table_p95_ms: float | None
    table_worst_ms: float | None


class Result(Struct, frozen=True):
    """What came of a campaign; `differences` must be none. `faults` are those that befell any game."""

    seed: int
    seconds: float
    games: int
    finished: int
    faults: int
    moves: int
    sent_again: int
    differences: tuple[str, ...]
    kinds: tuple[Kind, ...]


class Campaign:
    """Plays games over a wire that can be cut, and lets faults befall the service meanwhile."""

    def __init__(self, service: Service, *, games: int, faults: int, seed: int) -> None:
        self.service = service
        self.seed = seed
        self.dice = random.Random(seed)
        self.tally = Tally()
        names = [*GAMES]
        self.plays = [
            Play(service, names[number % len(names)], random.Random(self.dice.random()), self.tally)
            for number in range(games)
        ]
        self.planned = self._plan(faults)
        self.faults: list[Fault] = []
        self.wrong: list[str] = []
        self.first = min(AT_ONCE, -(-games // 3))
        self.released = self.first
        """Number of games that may have begun: as many more at each fault as make them last for all."""

    def _plan(self, faults: int) -> list[str]:
        """Return the kinds of the faults, each as often as the others, and the occasions at which nothing happens."""
        kinds = [kind for kind in AFFLICTIONS if kind != NOTHING]
        self.dice.shuffle(kinds)
        planned = [kinds[number % len(kinds)] for number in range(faults)] + [NOTHING] * -(-faults // CONTROLS)
        self.dice.shuffle(planned)
        return planned

    @property
    def going(self) -> list[Play]:
        """The games that are being played."""
        return [play for play in self.plays if play.acknowledged and not play.is_over]

    async def run(self) -> Result:
        """Play, let everything happen, and compare."""
        began = time.monotonic()
        async with Wire(self.service.port) as wire:
            async with asyncio.TaskGroup() as tasks:
                tables = asyncio.Semaphore(AT_ONCE)
                tasks.create_task(self._befall(wire))
                for number, play in enumerate(self.plays):
                    tasks.create_task(self._play(number, play, tables, wire.url))
            url = embedded_url(self.service.data)
            kept = [*await wrong_lanes(url), *await wrong_history(url)]
            differences = [*self.wrong, *await self._differences(), *kept]
        return self._result(time.monotonic() - began, differences)

    async def _play(self, number: int, play: Play, tables: asyncio.Semaphore, url: str) -> None:
        """Play a game when it is its turn."""
        await until(lambda: number < self.released, GATE_SECONDS)
        async with tables:
            try:
                await play.run(url)
            except Exception as error:  # noqa: BLE001 - whatever ends a game is told, and the others go on
                self.wrong.append(f"{play.path or 'a table'} ({play.game}) came to no end: {error!r}")
                play.is_over = play.is_broken = True

    async def _befall(self, wire: Wire) -> None:
        for kind in self.planned:
            await asyncio.sleep(self.dice.uniform(*PEACE_SECONDS))
            rest = len(self.faults) * (len(self.plays) - self.first) // len(self.planned)
            self.released = max(self.released, self.first + rest)
            await asyncio.to_thread(eventually, lambda: is_whole(self.service, WORKERS))
            await until(self._is_played)
            with ExitStack() as stack:
                await asyncio.to_thread(stack.enter_context, AFFLICTIONS[kind](self.service, self.dice))
                if kind == CUT:
                    wire.cut()
                self.faults.append(fault := Fault(kind, time.monotonic(), self.going))
                await asyncio.to_thread(stack.close)
            try:
                async with asyncio.timeout(RECOVERY_SECONDS):
                    await until(fault.is_over)
            except TimeoutError:
                self.wrong.append(f"after {kind} a table has not gone on for {RECOVERY_SECONDS} s")
        self.released = len(self.plays)

    def _is_played(self) -> bool:
        """Return whether there is play, or none is left; where all games have ended, let another one begin."""
        if all(play.is_over for play in self.plays[: self.released]):
            self.released += 1
        return bool(self.going) or all(play.is_over for play in self.plays)

    async def _differences(self) -> list[str]:
        """Compare the journals of the games that have come to their end; the others are told of already."""
        return [each for play in self.plays if not play.is_broken for each in await play.differences()]

    def _result(self, seconds: float, differences: Sequence[str]) -> Result:
        return Result(
            seed=self.seed,
            seconds=round(seconds, 1),
            games=len(self.plays),
            finished=sum(not play.is_broken for play in self.plays),
            faults=sum(fault.kind != NOTHING and bool(fault.plays) for fault in self.faults),
            moves=sum(len(play.acknowledged) for play in self.plays),
            sent_again=self.tally.retries,
            differences=tuple(differences),
            kinds=tuple(self._kind(kind) for kind in AFFLICTIONS if kind in self.planned),
        )

    def _kind(self, kind: str) -> Kind:
        waits = [waits for fault in self.faults if fault.kind == kind and (waits := fault.waits())]
        first, tables = [each[0] for each in waits], [wait for each in waits for wait in each]
        times = sum(fault.kind == kind for fault in self.faults)
        of_first, of_tables = ([percentile(each, of) for of in (50, 95, 100)] for each in (first, tables))
        return Kind(kind, times, of_first[0], of_first[2], len(tables), *of_tables)


async def until(holds: Callable[[], object], seconds: float = LOOK_SECONDS) -> None:
    """Wait until something is true, and look every few seconds."""
    while not holds():  # noqa: ASYNC110 - what is waited for happens to many objects
        await asyncio.sleep(seconds)


async def shown(campaign: Campaign) -> Result:
    """Run a campaign, and show on a terminal how far it is."""
    console = Console(stderr=True)
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(campaign.plays), faults="", fault="")
        running = asyncio.create_task(campaign.run())
        while not running.done():
            done, happened = sum(play.is_over for play in campaign.plays), campaign.faults
            faults = f"{len(happened)} of {len(campaign.planned)}"
            progress.update(task, completed=done, faults=faults, fault=happened[-1].kind if happened else "")
            await asyncio.wait([running], timeout=SHOWN_EVERY_SECONDS)
    return await running


def as_table(result: Result) -> Table:
    """Return a result for a terminal."""
    count = len(result.differences) or "none"
    summary = (
        f"{result.finished} of {result.games} games and {result.faults} faults in {result.seconds:.0f} s, seed"
        f" {result.seed}; {result.moves} moves acknowledged, {result.sent_again} requests sent again;"
        f" differences: {count}"
    )
    told = [*(f"[red]{escape(difference)}[/]" for difference in result.differences), summary]
    table = Table(title="ms until a move is acknowledged that was sent after the fault", caption="\n".join(told))
    for number, name in enumerate(("fault", "times", "first", "worst", "tables", "p50", "p95", "worst")):
        table.add_column(name, justify="right" if number else "left")
    for kind in result.kinds:
        kind_of_fault, *figures = msgspec.structs.astuple(kind)
        table.add_row(kind_of_fault, *("–" if figure is None else f"{figure:,.0f}" for figure in figures))
    return table


@click.command()
@click.option("--faults", type=click.IntRange(1), default=33, show_default=True, help="Number of faults.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Number of games.")
@click.option("--seed", type=int, help="Repeats the choices of a run; by default another one each time.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, also on a terminal.")
def main(faults: int, games: int, seed: int | None, *, as_json: bool) -> None:
    """Let faults befall a service of its own while games are played, and hold all journals against what it has kept."""
    seed = time.time_ns() % 10**6 if seed is None else seed
    with tempfile.TemporaryDirectory(prefix="parlour-faults-") as folder:
        Path(folder).chmod(0o711)  # the servers, who may be somebody else, pass through it
        with Service(Path(folder) / "data", "--workers", str(WORKERS), "--log-level", "warning") as service:
            service.ready()
            result = asyncio.run(shown(Campaign(service, games=games, faults=faults, seed=seed)))
    tell(result, as_json=as_json)


def tell(result: Result, *, as_json: bool) -> None:
    """Print a result. Raises `click.exceptions.Exit` where a journal differs."""
    console = Console()
    if as_json or not console.is_terminal:
        click.echo(msgspec.json.encode(result))
    else:
        console.print(as_table(result))
    if result.differences:
        raise click.exceptions.Exit(1)


if __name__ == "__main__":
    main()
