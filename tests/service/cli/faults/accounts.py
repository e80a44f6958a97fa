"""Faults in what programs and apps may do for a player: webhooks, codes, apps."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.proxy import Fault, Request, Response


class OfWebhooks(Fault):
    """Says that something about webhooks is done which is refused with a code."""

    code = b""

    def response(self, request: Request, response: Response) -> Response:
        right = request.path.startswith("/v1/me/webhooks") and response.status == 409 and self.code in response.body
        return (
            Response(202 if request.path.endswith("/messages") else 201, response.headers, b"{}") if right else response
        )


class SendsAnywhere(OfWebhooks):
    """Webhooks may have any address."""

    broken: ClassVar[Mapping[str, str]] = {
        "addresses": "POST /v1/me/webhooks answered 201 for https://169.254.169.254/",
    }
    code = b'"address_not_allowed"'

    def response(self, request: Request, response: Response) -> Response:
        return response if request.method == "PATCH" else super().response(request, response)


class SendsToTheDisabled(OfWebhooks):
    """A test waits for a webhook that is disabled."""

    broken: ClassVar[Mapping[str, str]] = {
        "tested": "/messages answered 202 while it is disabled, not 409 webhook_disabled",
    }
    code = b'"webhook_disabled"'


class MakesManyWebhooks(OfWebhooks):
    """A player may have any number of webhooks."""

    broken: ClassVar[Mapping[str, str]] = {
        "few_webhooks": "POST /v1/me/webhooks answered 201 to an owner of 5, not 409 too_many_webhooks",
    }
    code = b'"too_many_webhooks"'


class KnowsWebhooks(Fault):
    """Remembers the webhooks that are made, by their paths, each with its secret and the token of its owner."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[str, str]] = {}

    def response(self, request: Request, response: Response) -> Response:
        if (
            request.method == "POST"
            and request.path == "/v1/me/webhooks"
            and response.status == 201
            and response.body != b"{}"
        ):
            path = f"{request.path}/{response.json['webhook']['id']}"
            self.known[path] = response.json["secret"], request.headers["Authorization"]
        return self.changed(request, response)

    def changed(self, _asked: Request, response: Response) -> Response:
        """Return another answer."""
        return response


class ShowsSecrets(KnowsWebhooks):
    """A webhook is shown with its secret."""

    broken: ClassVar[Mapping[str, str]] = {"secret": " answered 200 with a secret in it"}

    def changed(self, request: Request, response: Response) -> Response:
        if request.method != "GET" or request.path not in self.known or response.status != 200:
            return response
        return response.with_json({**response.json, "secret": self.known[request.path][0]})


class SharesWebhooks(KnowsWebhooks):
    """Webhooks are shown to everybody."""

    broken: ClassVar[Mapping[str, str]] = {"own_webhooks": " answered 200 to a player who does not own it, not 404"}

    def changed(self, request: Request, response: Response) -> Response:
        owner = self.known.get(request.path, ("", ""))[1]
        if (
            request.method != "GET"
            or owner in {"", request.headers.get("Authorization", owner)}
            or response.status != 404
        ):
            return response
        return Response(200, response.headers, b"{}")


class KeepsCodes(Fault):
    """A recovery code works as often as it is used."""

    broken: ClassVar[Mapping[str, str]] = {"recovered": "POST /v1/recoveries answered 201 to a code that was used"}

    def __init__(self) -> None:
        self.used: dict[bytes, Response] = {}

    def response(self, request: Request, response: Response) -> Response:
        if request.path != "/v1/recoveries" or response.status not in {201, 403}:
            return response
        return (
            self.used.setdefault(request.body, response)
            if response.status == 201
            else self.used.get(request.body, response)
        )


class OfApps(Fault):
    """Changes the metadata for apps."""

    def response(self, request: Request, response: Response) -> Response:
        right = request.path == "/.well-known/oauth-authorization-server" and response.status == 200
        return response.with_json({**response.json, **self.other(response.json)}) if right else response

    def other(self, metadata: Any) -> Mapping[str, Any]:
        """Return the changed fields of the metadata."""
        return {}


class TakesPlainChallenges(OfApps):
    """The verifier of a code challenge can be told from the challenge."""

    broken: ClassVar[Mapping[str, str]] = {"endpoints": "the challenges are ['S256', 'plain'], not S256 alone"}

    def other(self, metadata: Any) -> Mapping[str, Any]:
        return {"code_challenge_methods_supported": ["S256", "plain"]}


class NamesWhatIsNotThere(OfApps):
    """The metadata for apps names an endpoint that does not exist."""

    broken: ClassVar[Mapping[str, str]] = {
        "endpoints": "OPTIONS /oauth/give-back answered 404 not_found: GET /.well-known/",
    }

    def other(self, metadata: Any) -> Mapping[str, Any]:
        return {"revocation_endpoint": f"{metadata['issuer']}/oauth/give-back"}


class SendsPeopleAway(Fault):
    """Whom an app sends is led wherever it says."""

    broken: ClassVar[Mapping[str, str]] = {
        "redirects": "which is not registered: it leads to https://conformance.invalid/elsewhere?error=",
    }

    def response(self, request: Request, response: Response) -> Response:
        refused = (
            request.path.startswith("/oauth/authorize?") and response.status == 400 and "elsewhere" in request.path
        )
        to = {"location": "https://conformance.invalid/elsewhere?error=invalid_request"}
        return Response(302, response.headers | to, b"") if refused else response


class TakesAnyCode(Fault):
    """Any code brings an app a token."""

    broken: ClassVar[Mapping[str, str]] = {
        "unknown_codes": "POST /oauth/token answered 200 None to an unknown code, not 400 invalid_grant",
    }

    def response(self, request: Request, response: Response) -> Response:
        refused = request.path == "/oauth/token" and response.status == 400
        return (
            Response(200, response.headers, b'{"access_token":"parlour_","token_type":"Bearer"}')
            if refused
            else response
        )
