"""Scopes: what a token may do. Every operation of the contract that needs a token names the one scope that it takes.

A token has the scopes that were named when it was made; if none were named, it has all scopes of its role. No scope
includes another one. Operations that players may not use need `operate`: without it a token has the role `player`,
whatever the role of its account is.
"""

from collections.abc import Collection, Mapping
from typing import Literal, get_args

Role = Literal["player", "operator", "analyst"]

Scope = Literal["watch", "play", "account", "read:history", "operate"]

SCOPES: Mapping[Scope, str] = {
    "watch": "See what the account may see: tables, its own hands, tournaments, records, players.",
    "play": "Open tables, take seats, make moves, take part in tournaments and direct its own.",
    "account": "Change the account: its name, its tokens, its blocks; delete it.",
    "read:history": "Read about finished games: the history, results, statistics and proofs.",
    "operate": "Do what only operators and analysts may do, if the account is one of them.",
}
"""All scopes, with what they let a token do."""

OF_PLAYERS = frozenset(get_args(Scope)) - {"operate"}


def most(role: Role) -> frozenset[Scope]:
    """Return all scopes that a token of a role may have."""
    return OF_PLAYERS if role == "player" else frozenset(SCOPES)


def in_order(scopes: Collection[Scope]) -> tuple[Scope, ...]:
    """Return scopes in the order in which they are listed."""
    return tuple(scope for scope in SCOPES if scope in scopes)
