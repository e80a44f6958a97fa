"""Ids that are made of what people choose; nobody can compute them without the secret of the service.

A command that is sent again must get the same id from every process, and after a restart. So ids are not random: they
are HMACs (RFC 2104) of what they stand for, each kind with a label of its own. Their key comes from the seed of the
signing key, which all processes on one database share.
"""

import hmac
from uuid import UUID

BYTES = 16
DIGEST = "sha256"


class SecretIds:
    """Makes ids; `secret` is the same in all processes."""

    def __init__(self, secret: bytes) -> None:
        self._begun = hmac.new(hmac.digest(secret, b"parlour-ids-1", DIGEST), digestmod=DIGEST)
        """It is copied for each id: to create an HMAC takes twice as long as the rest."""

    def of_command(self, player: UUID, key: bytes) -> bytes:
        """Return what stands in the log, and in a record, for an idempotency key of a player: 16 bytes."""
        return self._of(b"command\n", player.bytes + key)

    def of_undoing(self, command: bytes) -> bytes:
        """Return what stands in the log for the command that undoes one with this id: 16 bytes."""
        return self._of(b"undoing\n", command)

    def of_table(self, command: bytes) -> UUID:
        """Return the id of the table that a command with this id opens: the same for every try."""
        return as_uuid(self._of(b"table\n", command))

    def of_rematch(self, table: UUID) -> UUID:
        """Return the id of the table where the players of another one meet again."""
        return as_uuid(self._of(b"rematch\n", table.bytes))

    def of_tournament(self, command: bytes) -> UUID:
        """Return the id of the tournament that a command with this id announces: the same for every try."""
        return as_uuid(self._of(b"tournament\n", command))

    def of_made(self, tournament: UUID, seed: bytes, number: int) -> UUID:
        """Return the id of one of several things that a command makes for a tournament: teams, house players, tables.

        The same key may name commands of several tournaments.
        """
        return as_uuid(self._of(b"made\n", b"%b%b%d" % (tournament.bytes, seed, number)))

    def of_link(self, table: UUID, salt: str) -> str:
        """Return the token of an invitation link to a table, which is made with a salt: 64 hexadecimal digits."""
        return self._digest(b"link\n" + table.bytes + salt.encode()).hex()

    def of_recovery(self, code_hash: bytes, retry_key: str) -> bytes:
        """Return what the token is made of that a recovery code gives with a key for retries: 32 bytes."""
        return self._digest(b"recovery\n" + code_hash + retry_key.encode())

    def _of(self, label: bytes, text: bytes) -> bytes:
        return self._digest(label + text)[:BYTES]

    def _digest(self, text: bytes) -> bytes:
        digest = self._begun.copy()
        digest.update(text)
        return digest.digest()


def as_uuid(number: bytes) -> UUID:
    """Return 16 bytes as an id of version 8 (RFC 9562): six of its bits say that it is one."""
    bits = int.from_bytes(number) & ~(0xF << 76) | (8 << 76)
    return UUID(int=bits & ~(0x3 << 62) | (0x2 << 62))
