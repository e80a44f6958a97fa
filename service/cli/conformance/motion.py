"""Whether what is said to have moved explains what the views show: by numbers of cards and their ids, without rules."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from service.cli.conformance.checks import Report
from service.cli.conformance.contract import Document
from service.cli.conformance.secrecy import all_zones


def check_motion(
    report: Report, path: str, views: Mapping[str, Sequence[Document]], feeds: Mapping[str, Sequence[Document]]
) -> None:
    """Look at what moved with each event of a game, by viewer and version."""
    for viewer, seen in views.items():
        before: Mapping[str, Document] = {}
        for entry, view in zip(feeds[viewer], seen, strict=True):
            after = {zone["id"]: zone for zone in all_zones(view)}
            wrong = "; ".join([*numbers(before, after, entry["moves"]), *names(before, after, entry["moves"])])
            where = f"{path}, version {entry['version']}, as {viewer} sees it"
            report.see("motion", not wrong, f"{where}: {wrong}")
            before = after


def numbers(before: Mapping[str, Document], after: Mapping[str, Document], moves: Sequence[Document]) -> Iterator[str]:
    """Yield the zones where the number of cards is not the one before, minus those that left, plus those that came."""
    more: Counter[str | None] = Counter()
    for move in moves:
        more[move["from"]] -= move["count"]
        more[move["to"]] += move["count"]
    for name in {**before, **after}:
        lay, lies = (zones[name]["count"] if name in zones else 0 for zones in (before, after))
        if lay is not None and lies is not None and lay + more[name] != lies:
            yield f"{name} has {lies} cards; it had {lay}, and by what moved got {more[name]}"


def names(before: Mapping[str, Document], after: Mapping[str, Document], moves: Sequence[Document]) -> Iterator[str]:
    """Yield what is named in moves and was not there, or is not."""
    for move in moves:
        for name, zones in ((move["from"], before), (move["to"], after)):
            ids = [item["id"] for item in (zones[name]["cards"] or ())] if name in zones else ()
            yield from (f"{each} does not lie in {name}" for each in move["ids"] if each not in ids)
        yield from (f"no zone {name}" for name in (move["from"], move["to"]) if name not in {None, *before, *after})
