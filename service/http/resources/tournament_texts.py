"""The texts of a tournament, which lie beside the log: what stands for them in events and views, and what they say."""

from collections.abc import Iterable, Iterator

from domain.tournament.settings import NewEntrant
from service.http.middleware.authentication import AccountRequest
from service.http.services import services_of


async def texts_of(request: AccountRequest, notes: Iterable[str | None]) -> dict[str, str]:
    """Return what notes say, by what stands for them."""
    wanted = {note for note in notes if note is not None}
    return await services_of(request).notes.text_of(wanted) if wanted else {}


def notes_in(event: object) -> Iterator[str]:
    """Return what stands for texts in an event of a tournament, as somebody sees it: a title, a note, or names."""
    entered = getattr(event, "entered", ())
    new = entered if isinstance(entered, tuple) else (entered,)
    names = [each.name for each in new if isinstance(each, NewEntrant)]
    for text in (*[getattr(event, field, None) for field in ("title", "name", "note")], *names):
        if isinstance(text, str):
            yield text
