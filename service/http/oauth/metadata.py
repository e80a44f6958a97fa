"""Where everything is, and what it takes (RFC 8414): all that an app has to be told is the address of the service."""

from litestar import get
from msgspec import UNSET, Struct, UnsetType

from service.accounts.scopes import SCOPES
from service.http.middleware.authentication import PUBLIC
from service.http.oauth.issuer import issuer_of
from service.http.oauth.tokens import GRANTS
from service.http.problems import AnyRequest
from service.http.services import services_of
from service.http.wire.responses import Answer, json_answer


class Metadata(Struct, frozen=True, kw_only=True):
    """The metadata of an authorization server (RFC 8414, 2; RFC 9207, 3)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    revocation_endpoint: str
    device_authorization_endpoint: str
    registration_endpoint: str | UnsetType = UNSET
    scopes_supported: tuple[str, ...] = tuple(SCOPES)
    response_types_supported: tuple[str, ...] = ("code",)
    response_modes_supported: tuple[str, ...] = ("query",)
    grant_types_supported: tuple[str, ...] = tuple(GRANTS)
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("none",)
    revocation_endpoint_auth_methods_supported: tuple[str, ...] = ("none",)
    code_challenge_methods_supported: tuple[str, ...] = ("S256",)
    authorization_response_iss_parameter_supported: bool = True
    service_documentation: str


@get("/.well-known/oauth-authorization-server", opt=PUBLIC, include_in_schema=False)
async def show_metadata(request: AnyRequest) -> Answer:
    """Give the metadata: where all endpoints are."""
    issuer, is_open = issuer_of(request), services_of(request).settings.app_registration == "open"
    found = Metadata(
        issuer=issuer,
        authorization_endpoint=f"{issuer}/oauth/authorize",
        token_endpoint=f"{issuer}/oauth/token",
        revocation_endpoint=f"{issuer}/oauth/revoke",
        device_authorization_endpoint=f"{issuer}/oauth/device",
        registration_endpoint=f"{issuer}/oauth/register" if is_open else UNSET,
        service_documentation=f"{issuer}/docs/signing-in",
    )
    return json_answer(found, public=True)
