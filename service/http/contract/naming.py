"""The names of the components of the OpenAPI document, and references to them."""

from collections import Counter
from collections.abc import Sequence

from domain.table import Command
from service.http.contract.defaults import Schema

REF = "#/components/schemas/{name}"


def ref(name: str) -> Schema:
    """Return the reference to a component."""
    return {"$ref": REF.format(name=name)}


def own_name(kind: type) -> str:
    """Return the name of a class; another one if a field has it, which generators cannot tell apart: `Seats.seats`."""
    name = kind.__name__
    return f"{name}Object" if name.lower() in getattr(kind, "__struct_fields__", ()) else name


def msgspec_names(classes: Sequence[type]) -> list[str]:
    """Return the names that msgspec gives the classes: with their modules where several have one name."""
    alike = Counter(kind.__name__ for kind in classes)
    return [
        kind.__name__ if alike[kind.__name__] == 1 else f"{kind.__module__}.{kind.__qualname__}" for kind in classes
    ]


def component_names(classes: Sequence[type]) -> dict[type, str]:
    """Return the names of the classes' components: those of a game begin with its name, whatever other games there are.

    Two classes of one name in one game are told apart by their modules.
    """
    alike = Counter((prefix(kind), kind.__name__) for kind in classes)
    return {
        kind: prefix(kind)
        + (camel_case(kind.__module__.rpartition(".")[2]) if alike[prefix(kind), kind.__name__] > 1 else "")
        + own_name(kind)
        for kind in classes
    }


def folder_of(kind: type) -> str:
    """Return the folder of the game that the class is from, which is the game's id; nothing for all other classes.

    The folder of an earlier version of its rules is `literature_v1`.
    """
    return "_".join(kind.__module__.partition(".games.")[2].split(".")[:-1])


def prefix(kind: type) -> str:
    """Return how the name of the class's component begins."""
    return "Command" if issubclass(kind, Command) else camel_case(folder_of(kind))


def camel_case(name: str) -> str:
    """Return `friendlier_than_thou` as `FriendlierThanThou`."""
    return "".join(word.capitalize() for word in name.split("_"))
