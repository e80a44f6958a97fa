"""The accounts in the memory of one process: for tests of what needs players and no database."""

from collections.abc import Collection
from uuid import UUID

from msgspec.structs import replace

from service.accounts.names import sought
from service.accounts.port import Account, Forgotten, IssuedToken, Look, Note, Player, Role, UnknownPlayer


class MemoryAccounts:
    """An `AccountStore` that is gone with its process."""

    def __init__(self) -> None:
        self._players: dict[UUID, Player] = {}
        self._tokens: dict[bytes, IssuedToken] = {}
        self._notes: dict[bytes, Note] = {}
        self._looks: list[Look] = []
        self._forgotten: dict[UUID, Forgotten] = {}

    async def add_player(self, player: Player, at: int) -> None:
        """Keep a new player."""
        self._players[player.id] = player

    async def player(self, player: UUID) -> Player | None:
        """Return a player; None if there is none of this id."""
        return self._players.get(player)

    async def names(self, players: Collection[UUID]) -> dict[UUID, str]:
        """Return the names of those of some players that there are; see `AccountStore.names`."""
        return {player: self._players[player].name for player in players if player in self._players}

    async def named(self, first: str, last: str, limit: int) -> list[Player]:
        """Return players by their names; see `AccountStore.named`."""
        keys = sorted((sought(player.name), player.id) for player in self._players.values())
        return [self._players[player] for key, player in keys if first <= key < last][:limit]

    async def rename_player(self, player: UUID, name: str) -> None:
        """Keep another name of a player."""
        if player in self._players:
            self._players[player] = replace(self._players[player], name=name)
        for token_hash, token in self._tokens.items():
            if token.player == player:
                self._tokens[token_hash] = replace(token, name=name)

    async def add_token(self, token_hash: bytes, player: UUID, role: Role, at: int) -> None:
        """Keep a new token of a player. Raises `UnknownPlayer`."""
        known = self._players.get(player)
        if known is None:
            raise UnknownPlayer(player)
        self._tokens[token_hash] = IssuedToken(player, token_hash, role, known.name, at, None)

    async def revoke_token(self, token_hash: bytes, at: int) -> bool:
        """Make a token worthless; return whether it was worth something."""
        token = self._tokens.get(token_hash)
        if token is None or token.revoked_at is not None:
            return False
        self._tokens[token_hash] = replace(token, revoked_at=at)
        return True

    async def tokens(self, limit: int, before: tuple[int, bytes] | None = None) -> list[IssuedToken]:
        """Return tokens, the newest first; see `AccountStore.tokens`."""
        placed = {(token.created_at, token.hash): token for token in self._tokens.values()}
        return [placed[place] for place in sorted(placed, reverse=True) if before is None or place < before][:limit]

    async def good_tokens(self, first: bytes, last: bytes, limit: int) -> list[IssuedToken]:
        """Return tokens that are worth something; see `AccountStore.good_tokens`."""
        hashes = sorted(each for each in self._tokens if first <= each <= last)
        return [token for each in hashes if (token := self._tokens[each]).revoked_at is None][:limit]

    async def account(self, token_hash: bytes) -> Account | None:
        """Return the account of a token; see `AccountStore.account`."""
        token = self._tokens.get(token_hash)
        return None if token is None else Account(token.player, token.role, token.hash, token.revoked_at is not None)

    # Notes

    async def keep_note(self, note: Note) -> bytes:
        """Keep a note; see `AccountStore.keep_note`."""
        said = (note.author, note.about, note.text)
        known = (each for each in self._notes.values() if (each.author, each.about, each.text) == said)
        kept = next(known, note)
        self._notes[kept.digest] = kept
        return kept.digest

    async def notes(self, digests: Collection[bytes]) -> dict[bytes, str]:
        """Return the texts of notes by their digests."""
        return {digest: self._notes[digest].text for digest in digests if digest in self._notes}

    # Looks

    async def add_look(self, look: Look) -> None:
        """Record a look, for ever."""
        self._looks.append(look)

    async def looks(
        self, limit: int, *, table: UUID | None = None, player: UUID | None = None, before: int | None = None
    ) -> list[tuple[int, Look]]:
        """Return looks, the newest first; see `AccountStore.looks`."""
        wanted = [
            (number, look)
            for number, look in enumerate(self._looks, start=1)
            if table in {None, look.table} and player in {None, look.player} and (before is None or number < before)
        ]
        return wanted[::-1][:limit]

    # Forgetting

    async def forget(self, forgotten: Forgotten) -> list[bytes]:
        """Delete a player and all that is known of them; see `AccountStore.forget`."""
        player = forgotten.player
        kept = self._forgotten.setdefault(player, forgotten)
        tokens = [token.hash for token in self._tokens.values() if token.player == player]
        for each in tokens:
            del self._tokens[each]
        for note in list(self._notes.values()):
            if player in {note.author, note.about} and note.digest != kept.note:
                del self._notes[note.digest]
        self._players.pop(player, None)
        return tokens

    async def is_forgotten(self, player: UUID) -> bool:
        """Return whether a player was forgotten."""
        return player in self._forgotten

    async def forgotten(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Forgotten]:
        """Return the players who are forgotten, the last first; see `AccountStore.forgotten`."""
        placed = {(each.at, each.player): each for each in self._forgotten.values()}
        return [placed[place] for place in sorted(placed, reverse=True) if before is None or place < before][:limit]
