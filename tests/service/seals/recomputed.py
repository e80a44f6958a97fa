"""Whether a log has what was sealed, unchanged, by a way that no audit takes: trees are made anew from the leaves."""

from domain import merkle
from service.seals.checking import check_seal
from service.seals.schemas import LogSealDocument, seal_in
from service.seals.trees import leaf_of
from service.store import LANES, LogSeal
from service.store.log_seals import LogSeals

PAGE = 1024


async def check_sealed(
    document: LogSealDocument, lanes: LogSeals, epoch: str, public_key: bytes | None = None
) -> list[tuple[str, int | None]]:
    """Return what is wrong with a seal, and with the log: codes, and lanes; None is the seal itself.

    `epoch` is the log's present one, as text.
    """
    if (fault := check_seal(document, public_key)) is not None:
        return [(fault.code, None)]
    seal = seal_in(document)
    codes = [await fault_of_lane(seal, lane, lanes, epoch) for lane in range(LANES)]
    return [(code, lane) for lane, code in enumerate(codes) if code is not None]


async def fault_of_lane(seal: LogSeal, lane: int, lanes: LogSeals, epoch: str) -> str | None:
    """Return what is wrong with one lane; None: it begins with all that was sealed."""
    sealed, tree = seal.positions[lane], merkle.Growing()
    while tree.size < sealed and (events := await lanes.leaves(lane, tree.size, min(PAGE, sealed - tree.size))):
        tree.extend(map(leaf_of, events))
    if tree.size < sealed:
        return "tail_missing"
    if tree.root != seal.roots[lane]:
        return "altered" if seal.epoch == epoch else "other_history"
    return None
