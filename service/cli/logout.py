"""`parlour logout`: revokes and forgets the token that `parlour login` has kept."""

import click

from service.cli.connection import asking
from service.cli.kept_tokens import keep, kept_tokens
from service.cli.login import revoked, said_of, service_argument


@click.command(
    epilog="""\b
Examples:
  parlour logout
  parlour logout https://cards.example

\b
Exit codes: 0 signed out, 1 you were not signed in, or refused, 2 usage, 3 no service; then the token is kept."""
)
@service_argument
def logout(url: str) -> None:
    """Sign out of the service at URL: the token that `parlour login` has kept is revoked and forgotten."""
    tokens = kept_tokens()
    if url not in tokens:
        raise click.ClickException(f"You are not signed in at {url}.")
    with asking(url) as client:
        told = revoked(client, url, tokens[url])
    if not told.keys().isdisjoint({"error", "code"}):  # of OAuth, or of a problem: a limit, say
        raise click.ClickException(f"The token is not revoked: {said_of(told)}")
    try:
        keep({each: token for each, token in tokens.items() if each != url})
    except OSError as error:
        raise click.ClickException(f"The token is revoked, and cannot be forgotten: {error}") from None
    click.echo(f"You are signed out of {url}.")
