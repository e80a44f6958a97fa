"""What players may do with webhooks: all but what a receiver sees, for the service may not reach this machine."""

import base64
import binascii
from http import HTTPStatus as Status

import httpx

from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Guest, Visit, code_of, described, document_of, new_key

URL = "https://conformance.invalid/hook"
"""A name that nobody ever has (RFC 2606): nothing is sent anywhere."""

NOT_ALLOWED = (
    "https://169.254.169.254/latest/meta-data/",
    "https://0.0.0.0/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://[::ffff:169.254.169.254]/",
    "https://224.0.0.1/",
    "https://me@conformance.invalid/",
    "https://conformance.invalid/#there",
    "ftp://conformance.invalid/",
)
"""Where no service lets messages go, whatever private networks its operator has opened to them."""

MOST = 5
PREFIX = "whsec_"
SECRET_BYTES = range(24, 65)


class Webhooks:
    """Sees what a guest can do with webhooks, and what others cannot do with these."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    async def check(self) -> None:
        """See all of it, unless this service has no webhooks for players. Raises `NotUnderstood`."""
        guest, stranger = [await self.visit.guest(f"Conformance, webhooks {number}") for number in range(2)]
        made = await self._create(guest)
        if (made.status_code, code_of(made)) == (Status.FORBIDDEN, "forbidden"):
            return
        new = document_of(made)
        path = f"/v1/me/webhooks/{new['webhook']['id']}"
        await self._addresses(guest, path)
        await self._secret(guest, path, new)
        await self._hidden(stranger, path)
        await self._tested(guest, path)
        await self._few(guest, path)

    async def _create(self, guest: Guest, url: str = URL) -> httpx.Response:
        body = {"url": url, "events": ["turn.began"]}
        return await self.visit.ask("POST", "/v1/me/webhooks", guest, body=body, key=new_key())

    async def _addresses(self, guest: Guest, path: str) -> None:
        """See that no webhook is made for an address where nothing may go, and none is led there later."""
        for url in NOT_ALLOWED:
            answer = await self._create(guest, url)
            self._refused("addresses", answer, "address_not_allowed", f"for {url}")
        answer = await self.visit.ask("PATCH", path, guest, body={"url": NOT_ALLOWED[0]})
        self._refused("addresses", answer, "address_not_allowed", f"for {NOT_ALLOWED[0]}")

    async def _secret(self, guest: Guest, path: str, new: Document) -> None:
        """See that a secret is one, shown where it is made and nowhere else, and another one when it is renewed."""
        first = new["secret"]
        second = (await self.visit.read("POST", f"{path}/secret", guest))["secret"]
        for secret in (first, second):
            self.visit.report.see("secret", is_secret(secret), f"POST {path}/secret: it has not the form {PREFIX}…")
        self.visit.report.see("secret", first != second, f"POST {path}/secret: it is the one before")
        for shown in ("/v1/me/webhooks", path, f"{path}/messages"):
            answer = await self.visit.ask("GET", shown, guest)
            hidden = answer.is_success and not any(each in answer.text for each in (first, second))
            self.visit.report.see("secret", hidden, f"{described(answer)} with a secret in it")

    async def _hidden(self, stranger: Guest, path: str) -> None:
        """See that only its owner can see or change a webhook."""
        asked: list[tuple[str, str, Document]] = [("GET", "", None), ("GET", "/messages", None), ("DELETE", "", None)]
        asked += [("PATCH", "", {"enabled": False}), ("POST", "/messages", {}), ("POST", "/secret", None)]
        for method, rest, body in asked:
            answer = await self.visit.ask(method, f"{path}{rest}", stranger, body=body)
            right = answer.status_code == Status.NOT_FOUND
            self.visit.report.see(
                "own_webhooks", right, f"{described(answer)} to a player who does not own it, not 404"
            )

    async def _tested(self, guest: Guest, path: str) -> None:
        """See that a test waits, that it can be sent again, and that nothing waits for a disabled webhook."""
        see, messages = self.visit.report.see, f"{path}/messages"
        test = await self.visit.read("POST", messages, guest, body={}, key=new_key())
        again = await self.visit.read("POST", messages, guest, body={"again": test["id"]}, key=new_key())
        same = test["type"] == "webhook.test" and test["webhook_id"] == again["webhook_id"]
        see("tested", same, f"POST {messages}: {test['type']} is {test['webhook_id']}, and then {again['webhook_id']}")
        off = await self.visit.read("PATCH", path, guest, body={"enabled": False})
        see("tested", off["why"] == "owner", f"PATCH {path}: the owner who disables it is told {off['why']}, not owner")
        listed = (await self.visit.read("GET", messages, guest))["messages"]
        found = [(each["id"], each["sequence"], each["state"]) for each in listed]
        right = len(found) == 1 and found[0][:2] == (test["id"], 1) and found[0][2] not in {"waiting", "delivered"}
        see("tested", right, f"GET {messages} of one that was disabled: {found}, not 1, which has ended")
        answer = await self.visit.ask("POST", messages, guest, body={}, key=new_key())
        self._refused("tested", answer, "webhook_disabled", "while it is disabled")

    async def _few(self, guest: Guest, path: str) -> None:
        """See that a player has five webhooks at the most, and none that is deleted."""
        for _ in range(MOST - 1):
            await self._create(guest)
        self._refused("few_webhooks", await self._create(guest), "too_many_webhooks", f"to an owner of {MOST}")
        listed = (await self.visit.read("GET", "/v1/me/webhooks", guest))["webhooks"]
        for each in listed:
            await self.visit.ask("DELETE", f"/v1/me/webhooks/{each['id']}", guest)
        answer = await self.visit.ask("GET", path, guest)
        right = answer.status_code == Status.NOT_FOUND and len(listed) == MOST
        self.visit.report.see("few_webhooks", right, f"{described(answer)} after {len(listed)} webhooks were deleted")

    def _refused(self, promise: str, answer: httpx.Response, code: str, when: str) -> None:
        refused = (answer.status_code, code_of(answer)) == (Status.CONFLICT, code)
        self.visit.report.see(promise, refused, f"{described(answer)} {when}, not 409 {code}")


def is_secret(secret: str) -> bool:
    """Return whether a secret has the form that Standard Webhooks has for it."""
    try:
        return secret.startswith(PREFIX) and len(base64.b64decode(secret[len(PREFIX) :], validate=True)) in SECRET_BYTES
    except binascii.Error:
        return False
