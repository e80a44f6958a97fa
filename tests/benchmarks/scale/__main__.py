"""`make bench-scale`: how Parlour grows with workers and shards on this machine, and what a model says of many tables.

    python -m tests.benchmarks.scale [PART] [--record]

Each part is printed as soon as it ends. The model takes what was measured in this run; for all else, what was recorded
last (`measured.json`). With --record, all parts are measured, recorded, and written into `deploy/README.md`.
"""

import asyncio

import click

from tests.benchmarks.reporting import Part, Row, report
from tests.benchmarks.scale import figures, hearing, shards, simulation, workers
from tests.benchmarks.servers import started

SIMULATED = simulation.Setting(tables=100_000)

TITLES = {
    "workers": "The service with 1, 2 and 4 workers",
    "shards": "The log in several shards, one event an append",
    "hearing": "What a worker does to hear the others",
    "simulation": "100,000 tables for a simulated minute, in one process",
    "model": "What many tables need: six moves a minute and four streams at each, all day",
}
"""What is written into the guide, under which titles."""


class Scale:
    """The parts, and the costs that those have found which have run."""

    def __init__(self) -> None:
        self.costs: dict[str, float] = {}

    def figures(self) -> figures.Figures:
        """Return the costs of this run, and of earlier ones where a part has not run."""
        return figures.with_new(figures.recorded(), self.costs)

    def workers(self) -> list[Row]:
        """Moves of 1, 2 and 4 workers, whose tables are each at one worker, or at any."""
        with started() as ((postgres,), redis):
            rows, costs = asyncio.run(workers.measure(postgres, redis))
        self.costs |= costs
        return rows

    def shards(self) -> list[Row]:
        """Appends to K shards in one database, and on two servers."""
        with started(2) as (servers, _):
            rows, costs = asyncio.run(shards.measure(servers))
        self.costs |= costs
        return rows

    def hearing(self) -> list[Row]:
        """What a message about other workers' moves takes."""
        with started() as (_, redis):
            rows, costs = asyncio.run(hearing.measure(redis))
        self.costs |= costs
        return rows

    def simulation(self) -> list[Row]:
        """100,000 tables of one worker in simulated time: what the model predicts, and what is seen."""
        return simulation.measure(SIMULATED)

    def of_costs(self) -> list[Row]:
        """What things cost, for the model: µs of a core, bytes, ms."""
        return figures.costs_rows(self.figures())

    def model(self) -> list[Row]:
        """What 1,000, 100,000 and 1,000,000 tables need, and what ends first."""
        return figures.model_rows(self.figures().costs)

    def parts(self) -> dict[str, Part]:
        """Return all parts by name, in their order."""
        return {
            "workers": self.workers,
            "shards": self.shards,
            "hearing": self.hearing,
            "simulation": self.simulation,
            "costs": self.of_costs,
            "model": self.model,
        }


@click.command()
@click.argument("part", type=click.Choice(list(Scale().parts())), required=False)
@click.option("--record", is_flag=True, help="Measure all parts, and write the figures into deploy/README.md.")
def main(part: str | None, *, record: bool) -> None:
    """Measure a part, or all, and print the figures."""
    scale = Scale()
    parts = scale.parts()
    if part is None or record:
        found = report(parts)
    else:
        found = report({name: parts[name] for name in (("costs", "model") if part == "model" else (part,))})
    if record:
        figures.write(scale.figures(), {title: found[name] for name, title in TITLES.items()})


if __name__ == "__main__":
    main()
