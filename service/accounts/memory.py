"""The accounts in the memory of one process: for tests of what needs players and no database."""

from collections.abc import Collection, Mapping
from uuid import UUID

from msgspec.structs import replace

from service.accounts.apps_memory import MemoryApps
from service.accounts.names import sought
from service.accounts.port import (
    FULL,
    MOST_BLOCKS,
    MOST_TOKENS,
    Account,
    Forgotten,
    InvalidToken,
    IssuedToken,
    Look,
    Note,
    Page,
    PagePart,
    Player,
    Terms,
    TooManyBlocks,
    TooManyTokens,
    UnknownPlayer,
)
from service.accounts.recovery import AGAIN_MS
from service.accounts.scopes import Role


class MemoryAccounts(MemoryApps):
    """An `AccountStore` that is gone with its process."""

    def __init__(self) -> None:
        super().__init__()
        self._players: dict[UUID, Player] = {}
        self._pages: dict[UUID, Page] = {}
        self._tokens: dict[bytes, IssuedToken] = {}
        self._recoveries: dict[UUID, tuple[bytes, int]] = {}
        self._blocks: dict[tuple[UUID, UUID], int] = {}
        self._notes: dict[bytes, Note] = {}
        self._looks: list[Look] = []
        self._forgotten: dict[UUID, Forgotten] = {}

    async def add_player(self, player: Player, at: int) -> None:
        """Keep a new player."""
        self._players[player.id] = player
        self._pages[player.id] = Page(player, at)

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

    async def page(self, player: UUID) -> Page | None:
        """Return what the page of a player is made of; None if there is none of this id."""
        page = self._pages.get(player)
        return page and replace(page, player=self._players[player])

    async def change_player(self, player: UUID, name: str | None, shows: Collection[PagePart] | None = None) -> None:
        """Keep another name of a player, what their page shows, or both; None: as before."""
        if player in self._pages and shows is not None:
            self._pages[player] = replace(self._pages[player], shows=frozenset(shows))
        if player not in self._players or name is None:
            return
        self._players[player] = replace(self._players[player], name=name)
        for token_hash, token in self._tokens.items():
            if token.player == player:
                self._tokens[token_hash] = replace(token, name=name)

    async def add_token(
        self, token_hash: bytes, player: UUID, role: Role, at: int, terms: Terms = FULL, *, by: bytes | None = None
    ) -> None:
        """Keep a new token of a player; see `AccountStore.add_token`."""
        known = self._players.get(player)
        if known is None:
            raise UnknownPlayer(player)
        if by is not None and not await self._is_valid(by, at):
            raise InvalidToken
        valid = await self.tokens_of(player, at)
        if len(valid) >= MOST_TOKENS:
            raise TooManyTokens
        invalid = [token for token in self._tokens.values() if token.player == player and token not in valid]
        for token in sorted(invalid, key=lambda each: (each.created_at, each.hash), reverse=True)[MOST_TOKENS:]:
            del self._tokens[token.hash]
        self._tokens[token_hash] = IssuedToken(player, token_hash, role, known.name, at, None, terms)

    async def revoke_token(self, token_hash: bytes, at: int, *, by: Account | None = None) -> bool:
        """Revoke a token; see `AccountStore.revoke_token`."""
        if by is not None:
            await self._must_be_valid(by.player, by.token_hash, at)
        token = self._tokens.get(token_hash)
        if token is None or token.revoked_at is not None:
            return False
        self._tokens[token_hash] = replace(token, revoked_at=at)
        return True

    async def revoke_others(self, player: UUID, but: bytes, at: int, *, and_code: bool = False) -> list[bytes]:
        """Revoke all tokens of a player but one; see `AccountStore.revoke_others`."""
        await self._must_be_valid(player, but, at)
        if and_code:
            self._recoveries.pop(player, None)
        return await self._revoke_all(player, but, at)

    async def _must_be_valid(self, player: UUID, by: bytes, at: int) -> None:
        if player not in self._players:
            raise UnknownPlayer(player)
        if not await self._is_valid(by, at):
            raise InvalidToken

    async def _revoke_all(self, player: UUID, but: bytes, at: int) -> list[bytes]:
        others = [each.hash for each in self._tokens.values() if each.player == player and each.hash != but]
        return [token_hash for token_hash in others if await self.revoke_token(token_hash, at)]

    async def set_recovery(self, player: UUID, code_hash: bytes, at: int, *, by: bytes | None = None) -> None:
        """Keep a player's recovery code. Raises `UnknownPlayer` and `InvalidToken`."""
        if player not in self._players:
            raise UnknownPlayer(player)
        if by is not None and not await self._is_valid(by, at):
            raise InvalidToken
        self._recoveries[player] = code_hash, at

    async def recovery_made_at(self, player: UUID) -> int | None:
        """Return when the recovery code of a player was made; None: they have none."""
        return self._recoveries.get(player, (b"", None))[1]

    async def recover(
        self, code_hash: bytes, token_hash: bytes, at: int, *, revoke_others: bool
    ) -> tuple[UUID, list[bytes]] | None:
        """Use up a recovery code, for a new token; see `AccountStore.recover`."""
        player = next((player for player, (kept, _) in self._recoveries.items() if kept == code_hash), None)
        token = self._tokens.get(token_hash)
        if player is None and token is not None and token.revoked_at is None and token.created_at > at - AGAIN_MS:
            player = token.player
            return player, await self.revoke_others(player, token_hash, at, and_code=True) if revoke_others else []
        if player is None:
            return None
        revoked = await self._revoke_all(player, token_hash, at) if revoke_others else []
        await self.add_token(token_hash, player, "player", at)
        del self._recoveries[player]
        return player, revoked

    async def tokens_of(self, player: UUID, at: int) -> list[IssuedToken]:
        """Return the tokens of a player that are valid at a time, the newest first."""
        mine = [each for each in self._tokens.values() if each.player == player and is_valid(each, at)]
        return sorted(mine, key=lambda each: (each.created_at, each.hash), reverse=True)

    async def note_uses(self, hours: Mapping[bytes, int]) -> None:
        """Note in which hours tokens were used; see `AccountStore.note_uses`."""
        for token_hash, hour in hours.items():
            token = self._tokens.get(token_hash)
            if token is not None and (token.used_at is None or token.used_at < hour):
                self._tokens[token_hash] = replace(token, used_at=hour)

    async def tokens(self, limit: int, before: tuple[int, bytes] | None = None) -> list[IssuedToken]:
        """Return tokens, the newest first; see `AccountStore.tokens`."""
        placed = {(token.created_at, token.hash): token for token in self._tokens.values()}
        return [placed[place] for place in sorted(placed, reverse=True) if before is None or place < before][:limit]

    async def unrevoked_tokens(self, first: bytes, last: bytes, limit: int) -> list[IssuedToken]:
        """Return tokens that are not revoked; see `AccountStore.unrevoked_tokens`."""
        hashes = sorted(each for each in self._tokens if first <= each <= last)
        return [token for each in hashes if (token := self._tokens[each]).revoked_at is None][:limit]

    async def account(self, token_hash: bytes) -> Account | None:
        """Return the account of a token; see `AccountStore.account`."""
        token = self._tokens.get(token_hash)
        if token is None:
            return None
        return Account(
            token.player,
            token.role,
            token.hash,
            token.revoked_at is not None,
            scopes=token.terms.scopes,
            expires_at=token.terms.expires_at,
            used_at=token.used_at,
            app=token.terms.app,
        )

    # Blocks

    async def block(self, player: UUID, blocked: UUID, at: int) -> None:
        """Note that a player blocks another one; see `AccountStore.block`."""
        if blocked not in self._players or player not in self._players:
            raise UnknownPlayer(blocked)
        if (player, blocked) in self._blocks:
            return
        if len(await self.blocks_of(player)) >= MOST_BLOCKS:
            raise TooManyBlocks
        self._blocks[player, blocked] = at

    async def unblock(self, player: UUID, blocked: UUID) -> bool:
        """Remove a player's block of another one; return whether there was one."""
        return self._blocks.pop((player, blocked), None) is not None

    async def blocks_of(self, player: UUID) -> list[tuple[UUID, int]]:
        """Return whom a player blocks, and since when, the last first."""
        found = [(blocked, at) for (who, blocked), at in self._blocks.items() if who == player]
        return sorted(found, key=lambda each: (each[1], each[0]), reverse=True)

    async def blocks_between(self, players: Collection[UUID]) -> set[tuple[UUID, UUID]]:
        """Return who of some players blocks whom of them."""
        return {pair for pair in self._blocks if set(pair) <= set(players)}

    # Notes

    async def keep_note(self, note: Note) -> bytes:
        """Keep a note; see `AccountStore.keep_note`."""
        said = (note.author, note.about, note.text)
        known = (each for each in self._notes.values() if (each.author, each.about, each.text) == said)
        kept = next(known, note)
        self._notes[kept.digest] = kept
        return kept.digest

    async def add_notes(self, notes: Collection[Note]) -> None:
        """Keep notes, each under its own digest."""
        self._notes.update({each.digest: each for each in notes})

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
        self._pages.pop(player, None)
        self._recoveries.pop(player, None)
        self._blocks = {pair: at for pair, at in self._blocks.items() if player not in pair}
        return tokens

    async def is_forgotten(self, player: UUID) -> bool:
        """Return whether a player was forgotten."""
        return player in self._forgotten

    async def forgotten(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Forgotten]:
        """Return the players who are forgotten, the last first; see `AccountStore.forgotten`."""
        placed = {(each.at, each.player): each for each in self._forgotten.values()}
        return [placed[place] for place in sorted(placed, reverse=True) if before is None or place < before][:limit]


def is_valid(token: IssuedToken, at: int) -> bool:
    """Return whether a token is valid at a time."""
    return token.revoked_at is None and (token.terms.expires_at is None or at < token.terms.expires_at)
