"""The invitation link of a table, with which people come to whom no invitation can be sent."""

from uuid import UUID

from litestar import delete, post

from domain import table as rules
from service.http.middleware.authentication import AccountRequest
from service.http.resources.tables import TableId, changed, execute
from service.http.services import services_of
from service.http.wire.headers import etag
from service.http.wire.responses import Answer, json_answer
from service.http.wire.tables import InvitationLink
from service.live.viewers import hash_of_link
from service.runtime.secret_ids import SecretIds


@post("/tables/{table:uuid}/invitations/link", operation_id="renewInvitationLink", status_code=200)
async def renew_invitation_link(request: AccountRequest, table: TableId) -> Answer:
    """Make an invitation link: everybody who has it can see the table and take a seat, until the game begins.

    It replaces the previous link. Only the table's creator can do this. The service stores only a hash of the link.
    """
    services = services_of(request)
    salt = services.secret().hex()
    link = link_of(services.ids, table, salt)
    outcome = await execute(request, table, rules.RenewLink(request.auth.player, salt, hash_of_link(link.token)))
    made = outcome.recorded[0].entry.event
    return json_answer(link_of(services.ids, table, made.salt), etag=etag(outcome.snapshot.version, outcome.epoch))


@delete("/tables/{table:uuid}/invitations/link", operation_id="revokeInvitationLink", status_code=200)
async def revoke_invitation_link(request: AccountRequest, table: TableId) -> Answer:
    """Revoke the invitation link. Players at the table keep their seats. Only the table's creator can do this."""
    return await changed(request, table, rules.RevokeLink(request.auth.player))


def link_of(ids: SecretIds, table: UUID, salt: str) -> InvitationLink:
    """Return the link whose token follows from a table and its salt: with a new salt, earlier links are invalid."""
    token = ids.of_link(table, salt)
    return InvitationLink(token, f"/v1/tables/{table}?invitation={token}")
