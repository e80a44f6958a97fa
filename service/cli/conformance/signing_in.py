"""The ways to a token: back to an account by a recovery code, and for apps by OAuth."""

import secrets
from http import HTTPStatus as Status
from urllib.parse import urlencode, urlsplit

import httpx

from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Guest, Visit, described, difference, document_of, is_object, request_line

METADATA = "/.well-known/oauth-authorization-server"
"""Where apps look first (RFC 8414, 3)."""

ENDPOINTS = ("authorization_endpoint", "token_endpoint", "revocation_endpoint", "device_authorization_endpoint")
REGISTRATION = "registration_endpoint"
"""The endpoints that every service has, and that of services where apps register themselves."""

REDIRECT, ELSEWHERE = "https://conformance.invalid/back", "https://conformance.invalid/elsewhere"
"""Addresses of an app, at a name that nobody ever has (RFC 2606): one that it registers, and one that it does not."""

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


async def check_recovery(visit: Visit) -> None:
    """See that a recovery code leads back to its account, and does so once. Raises `NotUnderstood`."""
    guest = await visit.guest("Conformance, coming back")
    code = (await visit.read("POST", "/v1/me/recovery", guest))["code"]
    first = await visit.read("POST", "/v1/recoveries", body={"code": code})
    me = await visit.read("GET", "/v1/me", Guest(first["id"], first["token"]))
    same = first["id"] == me["id"] == guest.id
    visit.report.see("recovered", same, "POST /v1/recoveries leads to another account than that of the code")
    again, unknown = [await visit.ask("POST", "/v1/recoveries", body={"code": each}) for each in (code, code[::-1])]
    other = difference(*(refusal(answer) for answer in (again, unknown)))
    fault = f"{described(again)} to a code that was used; of the answer to an unknown one, {other or 'nothing'}"
    visit.report.see("recovered", again.status_code == Status.FORBIDDEN and not other, fault)


def refusal(answer: httpx.Response) -> Document:
    """Return what an answer says, without the id of its request."""
    document = document_of(answer)
    return {name: each for name, each in document.items() if name != "instance"} if is_object(document) else document


class Apps:
    """Sees how an app gets on that registers itself, knowing nothing but the address of the service."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.see = visit.report.see

    async def check(self) -> None:
        """See all of it, as far as this service lets apps in. Raises `NotUnderstood`."""
        answer = await self.visit.ask("GET", METADATA)
        if answer.status_code == Status.NOT_FOUND:  # its operator has not said where it is
            return
        metadata = document_of(answer)
        await self._named(metadata)
        if REGISTRATION not in metadata:
            return
        body = {"client_name": "Conformance", "redirect_uris": [REDIRECT]}
        app = await self.visit.read("POST", path_of(metadata[REGISTRATION]), body=body)
        await self._redirected(path_of(metadata["authorization_endpoint"]), app["client_id"])
        await self._exchanged(path_of(metadata["token_endpoint"]), app["client_id"])

    async def _named(self, metadata: Document) -> None:
        """See that all that is named is there, at the same origin, and that no challenge is told in the clear."""
        issuer, methods = metadata["issuer"], metadata["code_challenge_methods_supported"]
        self.see("endpoints", methods == ["S256"], f"GET {METADATA}: the challenges are {methods}, not S256 alone")
        for name in (*ENDPOINTS, *(each for each in (REGISTRATION,) if each in metadata)):
            url = metadata.get(name) or ""
            answer = await self.visit.ask("OPTIONS", path_of(url))
            there = url.startswith(f"{issuer}/") and answer.is_success
            self.see("endpoints", there, f"{described(answer)}: GET {METADATA} names {url or 'no'} {name} of {issuer}")

    async def _redirected(self, path: str, app: str) -> None:
        """See that an app sends people to the addresses alone that it has registered."""
        usual = {"response_type": "code", "client_id": app, "scope": "watch", "state": "conformance"}
        usual |= {"code_challenge": secrets.token_urlsafe(32), "code_challenge_method": "S256"}
        good = await self.visit.ask("GET", f"{path}?{urlencode(usual | {'redirect_uri': REDIRECT})}", by_contract=False)
        self.see("redirects", good.is_success, f"{described(good)} for an address that is registered")
        for url in (ELSEWHERE, f"{REDIRECT}/", f"{REDIRECT}?more"):
            answer = await self.visit.ask(
                "GET", f"{path}?{urlencode(usual | {'redirect_uri': url})}", by_contract=False
            )
            stays = answer.is_client_error and "Location" not in answer.headers
            fault = f"{path} answered {answer.status_code} for {url}, which is not registered: it leads to "
            self.see("redirects", stays, fault + answer.headers.get("Location", "no other place"))

    async def _exchanged(self, path: str, app: str) -> None:
        """See that a code that nobody was given brings no token."""
        form = {"grant_type": "authorization_code", "client_id": app, "redirect_uri": REDIRECT}
        form |= {"code": secrets.token_urlsafe(32), "code_verifier": secrets.token_urlsafe(48)}
        content = urlencode(form).encode()
        answer = await self.visit.ask("POST", path, content=content, headers=FORM, by_contract=False)
        document = document_of(answer)
        error = document.get("error") if is_object(document) else None
        refused = (answer.status_code, error) == (Status.BAD_REQUEST, "invalid_grant")
        fault = (
            f"{request_line(answer)} answered {answer.status_code} {error} to an unknown code, not 400 invalid_grant"
        )
        self.see("unknown_codes", refused, fault)


def path_of(url: str) -> str:
    """Return the path of a URL: what it names is asked where the service is examined."""
    return urlsplit(url).path or "/"
