"""What players are called where their ids are not shown: the same in answers, exports and dumps of a service."""

from projections.history import Pseudonyms
from projections.history.pseudonyms import LABEL
from service.store.signing import Signer


def pseudonyms_of(signer: Signer) -> Pseudonyms:
    """Return the pseudonyms of the service with this key."""
    return Pseudonyms(signer.secret(LABEL))
