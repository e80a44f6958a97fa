"""Who is signed in, in a browser: what their cookie is worth, and how a form knows that it was shown to them."""

import hashlib
import hmac
from typing import Final

from service.accounts.port import Account
from service.accounts.vouchers import Vouchers
from service.runtime.time import DAY_MS

LIFE_MS = 7 * DAY_MS
"""How long somebody is signed in: until then the token is not asked for again."""

PURPOSE: Final = b"parlour-sessions-1"


class Sessions(Vouchers):
    """The vouchers of those who are signed in, and the stamps of their forms.

    `secret` is the same in all processes.
    """

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret, PURPOSE, LIFE_MS)
        self._forms_key = hmac.digest(secret, b"parlour-forms-1", hashlib.sha256)

    def stamp(self, account: Account, shown: str) -> str:
        """Return what a form of ours has in it that shows something to a player, and no form of others."""
        return hmac.new(self._forms_key, account.token_hash + shown.encode(), hashlib.sha256).hexdigest()

    def is_stamp(self, account: Account, shown: str, given: str) -> bool:
        """Return whether a form is one of ours, and was shown to a player with this in it."""
        return hmac.compare_digest(self.stamp(account, shown).encode(), given.encode())
