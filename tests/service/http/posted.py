"""What is posted to the webhooks of a viewer, in bytes that can be compared: ids and signatures are all alike."""

import re

from service.webhooks.port import Webhook
from tests.service.http.party import Header
from tests.service.http.witness import NAMELESS, Heard, World
from tests.service.webhooks.office import Office
from tests.service.webhooks.receiver import Got

UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MESSAGE = re.compile(rb"(?<=msg_)[0-9a-f]{32}")
SIGNATURE = re.compile(rb"(?<=,)[\w+/]+")


async def hooked(world: World, office: Office, viewer: Header | None) -> tuple[Webhook, Header]:
    """Give a viewer a webhook; None: one of the operator, who is told of everything. Return it, and whose it is."""
    owner = viewer or world.operator
    return await office.webhook(owner, every=viewer is None), owner


async def posted(office: Office, webhook: Webhook, owner: Header) -> Heard:
    """Deliver what is due to a webhook, and delete it; return what its owner has got."""
    await office.follow()
    path = f"/v1/me/webhooks/{webhook.id}"
    waiting = await office.client.get(f"{path}/messages", params={"limit": 100}, headers=owner)
    await office.send()
    got, office.box.got = office.box.got, []
    assert got
    await office.client.delete(path, headers=owner)
    return [
        ("webhook", b"\n".join(map(as_bytes, got))),
        ("GET webhook messages", nameless(waiting.content)),
    ]


def as_bytes(got: Got) -> bytes:
    """Return a message as it came, except ids and signatures, which are as long as they were."""
    headers = "\n".join(f"{name}: {value}" for name, value in got.headers.items())
    signed = SIGNATURE.sub(lambda found: b"s" * len(found[0]), headers.encode())
    return nameless(b"%b\n%b\n%b" % (got.url.encode(), signed, got.body))


def nameless(text: bytes) -> bytes:
    """Return a text in which all ids are the same."""
    return MESSAGE.sub(NAMELESS.hex.encode(), UUID.sub(str(NAMELESS).encode(), text))
