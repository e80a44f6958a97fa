"""What was measured last, with its date and machine; and the same as rows and as a part of `deploy/README.md`."""

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from tests.benchmarks.reporting import Row, shown
from tests.benchmarks.scale.model import Costs, Load, Model

MEASURED = Path(__file__).with_name("measured.json")
GUIDE = Path(__file__).parents[3] / "deploy" / "README.md"
BEGIN, END = "<!-- made by `make bench-scale RECORD=yes` -->\n", "<!-- end -->"
TABLES = (1_000, 100_000, 1_000_000)
TERABYTE = 1e12


class Figures(Struct, frozen=True):
    """Costs, and when and where they were measured."""

    date: str
    machine: str
    costs: Costs
    of: dict[str, str]
    """The date of each cost; or where it comes from, if `make bench-scale` does not measure it."""


def recorded() -> Figures:
    """Return the figures that were recorded last."""
    return msgspec.json.decode(MEASURED.read_bytes(), type=Figures)


def with_new(known: Figures, measured: Mapping[str, float]) -> Figures:
    """Return the recorded figures with those that were measured now in their places."""
    if not measured:
        return known
    costs = replace(known.costs, **{name: float(f"{value:.4g}") for name, value in measured.items()})
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    return Figures(today, machine(), costs, known.of | dict.fromkeys(measured, today))


def machine() -> str:
    """Return what machine this is."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{os.cpu_count()} cores, {names[0] if names else os.uname().machine}"


def costs_rows(figures: Figures) -> list[Row]:
    """Return the costs, each with its date."""
    return [
        {"cost": name, "value": shown(value), "measured": figures.of[name]}
        for name, value in asdict(figures.costs).items()
    ]


def model_rows(costs: Costs) -> list[Row]:
    """Return what numbers of tables need; then what cannot be bought, what ends first at first."""
    model = Model(costs)
    needs = [model.need(Load(tables=tables)) for tables in TABLES]
    bought = {
        "moves a second": [f"{each.moves_per_s:,.0f}" for each in needs],
        "workers, a core each": [f"{each.workers:,}" for each in needs],
        "machines for workers": [f"{each.worker_hosts:,}" for each in needs],
        "PostgreSQL servers, a shard each": [f"{each.postgres_servers:,}" for each in needs],
        "Redis nodes": [f"{each.redis_nodes:,}" for each in needs],
        "Gbit/s to and from people": [f"{each.people_gigabits:,.2g}" for each in needs],
        "Gbit/s to two standbys": [f"{each.standby_gigabits:,.2g}" for each in needs],
        "TB on disk after a year": [f"{each.disk_bytes_a_year / TERABYTE:,.3g}" for each in needs],
    }
    heads = [f"{tables:,} tables" for tables in TABLES]
    rows: list[Row] = [
        {"what": what, **dict(zip(heads, cells, strict=True)), "ends at": ""} for what, cells in bought.items()
    ]
    for name, end in model.ends(Load(tables=TABLES[0])).items():
        parts = [part_of(each.shares[name]) for each in needs]
        rows.append({"what": f"used up: {name}", **dict(zip(heads, parts, strict=True)), "ends at": rounded(end)})
    return rows


def part_of(share: float) -> str:
    """Return a share in percent; whatever is above all of it does not suffice."""
    if share > 1:
        return "too little" if share == float("inf") else f"{share:,.1f} times"
    return f"{100 * share:.2g} %"


def rounded(tables: int) -> str:
    """Return a number of tables to two places."""
    return f"{float(f'{tables:.2g}'):,.0f} tables"


def markdown(rows: Sequence[Row]) -> str:
    """Return rows as a table in Markdown."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [names, ["---"] + ["---:"] * (len(names) - 1)]
    lines += [[shown(row.get(name, "")) for name in names] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def chapter(figures: Figures, parts: Mapping[str, Sequence[Row]]) -> str:
    """Return the figures as they stand in the guide: titles, each with its rows; what was measured first."""
    told = f"Measured on {figures.date}: {figures.machine}, with the load and the servers on the same machine.\n"
    return "\n".join([told, *(f"**{title}**\n\n{markdown(rows)}" for title, rows in parts.items())])


def write(figures: Figures, parts: Mapping[str, Sequence[Row]]) -> None:
    """Record figures, and put them into the guide in the place of those before."""
    MEASURED.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n")
    before, _, rest = GUIDE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    GUIDE.write_text(f"{before}{BEGIN}\n{chapter(figures, parts)}\n{END}{after}")
