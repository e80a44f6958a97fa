"""The seals of the log that the database keeps: each as it was signed, and each after the one before it."""

from collections.abc import Iterator, Mapping

from service.audit.lanes import KnownHeads
from service.audit.report import Code, Fault, Found, Head
from service.seals.checking import by_another_key, fault_of
from service.seals.hashes import NO_SEAL, hash_of_seal
from service.store import LogSeal
from service.store.postgres.audit import AuditedLog


class SealsReport(Found):
    """What was found of the seals of a log. `newest` is the newest one, if nothing is wrong with it."""

    newest: LogSeal | None = None

    def heads(self, epoch: str) -> tuple[KnownHeads, ...]:
        """Return what lanes had when the newest seal was made; nothing if a new epoch has begun since."""
        if self.newest is None or self.newest.epoch != epoch:
            return ()
        heads = map(Head, self.newest.positions, self.newest.roots)
        return (KnownHeads("sealed", epoch, dict(enumerate(heads))),)


async def audit_log_seals(log: AuditedLog, keys: Mapping[str, bytes]) -> SealsReport:
    """Return what is wrong with the seals of a log. Raises `StoreUnavailable`.

    `keys` are the trusted public keys (32 bytes) by their ids.
    """
    report, later = SealsReport(), None
    async with log.snapshot():
        async for page in log.log_seals():
            for seal in page:
                own = [*wrong_in(seal, keys)]
                report.add([*own, *between(seal, later)])
                report.signatures += not own
                if later is None and not own:
                    report.newest = seal
                later = seal
    if later is not None and (later.number, later.previous) != (1, NO_SEAL):
        report.add([fault(later, "seals_broken", "the seals before it are missing")])
    return report


def wrong_in(seal: LogSeal, keys: Mapping[str, bytes]) -> Iterator[Fault]:
    """Yield what is wrong with a seal by itself."""
    trusted = keys.get(seal.key_id)
    found = fault_of(seal, trusted) if trusted else by_another_key(seal, " or ".join(keys))
    if found is not None:
        yield fault(seal, found.code, found.why)


def between(seal: LogSeal, later: LogSeal | None) -> Iterator[Fault]:
    """Yield what is wrong between a seal and the next one in the database."""
    if later is None:
        return
    if later.number != seal.number + 1:
        yield fault(later, "seals_broken", f"the seal before it is missing; there is number {seal.number}")
    elif later.previous != hash_of_seal(seal):
        yield fault(later, "seals_broken", f"number {seal.number} is not the seal that it names as the one before it")


def fault(seal: LogSeal, code: Code, why: str) -> Fault:
    """Return that something is wrong with a seal in the database."""
    return Fault(code, f"number {seal.number} in the database: {why}")
