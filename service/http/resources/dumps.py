"""The exports of the open history that the service publishes."""

import asyncio

from litestar import get
from msgspec import Struct

from service.analysis.dumps import Dump, dumps_in
from service.http.middleware.authentication import PUBLIC
from service.http.problems import AnyRequest
from service.http.services import services_of
from service.http.wire.responses import Answer, json_answer


class Dumps(Struct, frozen=True):
    """Exports of the open history."""

    dumps: tuple[Dump, ...]


@get("/dumps", operation_id="listDumps", opt=PUBLIC)
async def list_dumps(request: AnyRequest) -> Answer:
    """List the exports of the open history that the service publishes: size, rows, version of the columns, licence.

    `manifest` says where to fetch the files. A web server provides them, since they are large, never change, and can be
    requested in parts. They have pseudonyms for players, and no games of private tables.
    """
    settings = services_of(request).settings
    return json_answer(Dumps(await asyncio.to_thread(dumps_in, settings.dumps, settings.dumps_url)), public=True)
