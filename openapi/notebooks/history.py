"""The main questions about an export of the history, with charts: a notebook of marimo, and a plain Python program.

    .venv/bin/marimo edit openapi/notebooks/history.py -- --history DIR
    .venv/bin/marimo run openapi/notebooks/history.py -- --history DIR

DIR is what `parlour export --to DIR` has written. The numbers are those of `parlour query NAME`.
"""

import marimo

app = marimo.App(width="medium", app_title="Parlour: the history")

with app.setup:
    from pathlib import Path
    from typing import Any

    import altair as alt
    import marimo as mo

    from projections.history.answers import Answer
    from service.analysis.querying import answer, questions
    from service.analysis.reading import Selection, opened


@app.function
def ask(folder: Path, name: str, game: str | None = None) -> Answer:
    """Return the answer to a named question, about one game or all."""
    with opened(folder, Selection(game)) as connection:
        return answer(connection, name)


@app.function
def chart_of(found: Answer) -> alt.Chart:
    """Return a chart of an answer, without marks."""
    rows = [
        {name: str(each) if hasattr(each, "isoformat") else each for name, each in row.items()}
        for row in found.records()
    ]
    return alt.Chart(alt.InlineData(values=rows), width=480)


@app.function
def intervals(found: Answer, what: str, split: str) -> alt.LayerChart | alt.FacetChart:
    """Return a chart of shares with their 95 % intervals; a tick is what would be fair, where that is known."""
    base = chart_of(found).encode(y=alt.Y(f"{what}:N", title=what), yOffset=f"{split}:N")
    layers: list[Any] = [
        base.mark_rule().encode(x=alt.X("low:Q", title="share"), x2="high:Q", color=f"{split}:N"),
        base.mark_point(filled=True, size=60).encode(x="share:Q", color=f"{split}:N"),
    ]
    if "expected" in found.columns:
        layers.append(base.mark_tick(color="black", opacity=0.4).encode(x="expected:Q"))
    return alt.layer(*layers)


@app.cell
def _() -> tuple[Path]:
    folder = Path(str(mo.cli_args().get("history") or "parlour-history"))
    mo.md(f"# The history in `{folder}`")
    return (folder,)


@app.cell
def _(folder: Path) -> tuple[Answer]:
    overview = ask(folder, "overview")
    mo.vstack([mo.md(questions()["overview"].tells), mo.ui.table([*overview.records()], selection=None)])
    return (overview,)


@app.cell
def _(folder: Path) -> tuple[alt.Chart]:
    days = (
        chart_of(ask(folder, "games_per_day"))
        .mark_bar()
        .encode(x=alt.X("utcyearmonthdate(day):T", title="day, in UTC"), y=alt.Y("games:Q"), color="game:N")
    )
    mo.vstack([mo.md("## Games per day"), days])
    return (days,)


@app.cell
def _(folder: Path) -> tuple[alt.Chart]:
    lengths = (
        chart_of(ask(folder, "lengths"))
        .mark_bar()
        .encode(x=alt.X("minutes_p10:Q", title="minutes, from the tenth to the ninetieth of a hundred games"),
                x2="minutes_p90:Q", y="game:N")
    )  # fmt: skip
    mo.vstack([mo.md("## Length"), lengths])
    return (lengths,)


@app.cell
def _(folder: Path) -> tuple[alt.LayerChart | alt.FacetChart]:
    first = intervals(ask(folder, "first_player"), "game", "seats")
    mo.vstack([mo.md(f"## The first player\n\n{questions()['first_player'].tells}"), first])
    return (first,)


@app.cell
def _(folder: Path) -> tuple[alt.LayerChart | alt.FacetChart]:
    house = intervals(ask(folder, "house_and_people"), "game", "kind")
    mo.vstack([mo.md(f"## People, bots and house players\n\n{questions()['house_and_people'].tells}"), house])
    return (house,)


@app.cell
def _(folder: Path) -> tuple[alt.Chart]:
    times = (
        chart_of(ask(folder, "decision_times"))
        .mark_bar()
        .encode(
            x=alt.X("p10_ms:Q", title="ms", scale=alt.Scale(type="symlog")),
            x2="p90_ms:Q",
            y="game:N",
            yOffset="kind:N",
            color="kind:N",
        )
    )
    mo.vstack([mo.md("## Decision times"), times])
    return (times,)


@app.cell
def _(folder: Path) -> tuple[alt.Chart]:
    ends = (
        chart_of(ask(folder, "ends"))
        .mark_bar()
        .encode(x=alt.X("share:Q", title="share of the games"), y="game:N", color="reason:N")
    )
    mo.vstack([mo.md("## Ends"), ends])
    return (ends,)


if __name__ == "__main__":
    app.run()
