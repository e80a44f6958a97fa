"""Ids are the same for all who know the secret, and mean nothing to anybody else."""

from uuid import UUID

from service.runtime.secret_ids import SecretIds, as_uuid

ADA, BEN = UUID(int=1), UUID(int=2)


def all_of(ids: SecretIds, player: UUID = ADA, key: bytes = b"once") -> tuple[bytes, UUID, UUID]:
    """Return an id of each kind."""
    command = ids.of_command(player, key)
    return command, ids.of_table(command), ids.of_rematch(player)


def test_all_processes_with_one_secret_make_the_same_ids() -> None:
    assert all_of(SecretIds(bytes(32))) == all_of(SecretIds(bytes(32)))


def test_with_another_secret_all_ids_are_others() -> None:
    assert not set(all_of(SecretIds(bytes(32)))) & set(all_of(SecretIds(b"\1" * 32)))


def test_each_player_and_each_key_has_ids_of_their_own() -> None:
    ids = SecretIds(bytes(32))

    found = [all_of(ids, player, key)[:2] for player in (ADA, BEN) for key in (b"once", b"twice")]

    assert len({each for pair in found for each in pair}) == 8


def test_an_id_of_one_kind_says_nothing_of_another_kind() -> None:
    ids = SecretIds(bytes(32))
    of_command, of_rematch = ids.of_command(ADA, b""), ids.of_rematch(ADA)

    assert as_uuid(of_command) not in {of_rematch, ids.of_table(of_command)}
    assert ids.of_undoing(of_command) != ids.of_table(of_command).bytes != of_command != ids.of_undoing(of_command)
    assert ids.of_rematch(of_rematch) != ids.of_table(of_rematch.bytes)


def test_ids_of_tables_say_that_they_are_of_ones_own_making() -> None:
    _, table, rematch = all_of(SecretIds(bytes(32)))

    assert [(each.version, each.variant) for each in (table, rematch)] == [(8, "specified in RFC 4122")] * 2
