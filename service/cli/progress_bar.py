"""How far a long command is: a bar on a terminal, nothing elsewhere."""

import contextlib
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

BEGIN: tuple[ProgressColumn, ...] = (TextColumn("{task.description}"), BarColumn(30))


@contextlib.contextmanager
def progress_bar(
    description: str, *columns: ProgressColumn, total: int | None = None
) -> Iterator[Callable[[int, int | None], None]]:
    """Show how much is done while the context is open; give what takes that, and of how much (None: as before).

    `columns` follow the bar; without any, they are numbers and the remaining time.
    """
    console = Console(stderr=True)
    shown = columns or (MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*BEGIN, *shown, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(description, total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of)
