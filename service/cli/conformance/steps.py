"""Whether views ask nothing of anybody between two events of one command, where nobody can act."""

from collections.abc import Mapping, Sequence

from service.cli.conformance.checks import Report
from service.cli.conformance.contract import Document


def within_steps(events: Sequence[Document]) -> frozenset[int]:
    """Return the versions of a record after which the same command had more events."""
    return frozenset(each["version"] - 1 for each in events if each["step"] < each["version"])


def check_steps(report: Report, path: str, name: str, views: Mapping[int, Document], within: frozenset[int]) -> None:
    """See that no view of a version within a step asks for anything; `views` are by version."""
    for version in within & views.keys():
        see_nothing_to_do(report, f"GET {path}/view?version={version}", name, views[version])


def see_nothing_to_do(report: Report, asked: str, name: str, view: Document) -> None:
    """See that a view of a version within a step asks for nothing."""
    acting = [each["seat"] for each in view["layout"]["seats"] if each["to_act"]] if view["layout"] else []
    fault = f"{asked} shows {name}, between two events of one command, a decision or seats that may act: {acting}"
    report.see("steps", view["decision"] is None and not acting, fault)
