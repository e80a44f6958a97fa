"""What a token may do that has one scope: all that names it, and nothing else."""

from http import HTTPStatus as Status

from service.cli.conformance.visit import Guest, Visit, code_of, described

SCOPE = "watch"


async def check_scopes(visit: Visit) -> None:
    """See that a token with one scope is refused wherever another one is needed, and nowhere else."""
    guest = await visit.guest("Conformance, scopes")
    made = await visit.read("POST", "/v1/me/tokens", guest, body={"scopes": [SCOPE], "name": "Conformance"})
    narrow = Guest(guest.id, made["token"])
    for operation in visit.contract.operations:
        if not operation.scopes or operation.streams:
            continue
        answer = await visit.ask(operation.method, operation.path_with(), narrow)
        said = answer.headers.get("WWW-Authenticate", "")
        refused = (answer.status_code, code_of(answer)) == (Status.FORBIDDEN, "insufficient_scope")
        if SCOPE in operation.scopes:
            visit.report.see("scopes", not refused, f"{described(answer)} to a token with the scope {SCOPE}")
        else:
            whole = refused and all(f'scope="{each}"' in said for each in operation.scopes)
            fault = f"{described(answer)}, {said!r} to a token without the scope {', '.join(operation.scopes)}"
            visit.report.see("scopes", whole, f"{fault}, not 403 insufficient_scope that names it")
