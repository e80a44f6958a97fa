"""The catalogue: the games with their cards, options, moves and rulebooks; and the service's key."""

import re
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import PathParameter
from msgspec import Meta, Struct, structs

from domain import GAMES
from domain.cards import Face
from domain.game import Grade
from domain.layout import Kind
from domain.table import AnyGame
from service.http.middleware.authentication import PUBLIC
from service.http.problems import Problem
from service.http.wire.responses import Answer, json_answer, parlour_of


class GameSummary(Struct, frozen=True):
    """A game of the catalogue."""

    id: str
    title: str
    players: Annotated[tuple[int, ...], Meta(description="The allowed numbers of players.")]
    rules_version: Annotated[
        str, Meta(description="The version of the rules; a table keeps the one that it was opened with.")
    ]


class Catalog(Struct, frozen=True):
    """All games."""

    games: tuple[GameSummary, ...]


class CardFace(Face, frozen=True):
    """What is on a card, and what it is called."""

    name: Annotated[str, Meta(description="The name of the card in English.", examples=["ten of hearts"])]


class GameEntry(Struct, frozen=True):
    """A game with all that a client needs to know about it."""

    id: str
    title: str
    players: tuple[int, ...]
    rules_version: str
    deck: Annotated[tuple[str, ...], Meta(description="All cards of the deck, with duplicates.")]
    faces: Annotated[
        dict[str, CardFace],
        Meta(description="The faces of the cards by code. `JK=5H` is the card `JK` that stands for `5H`."),
    ]
    zones: Annotated[tuple[Kind, ...], Meta(description="The kinds of zones that a layout can have.")]
    grades: Annotated[
        dict[str, tuple[Grade, ...]],
        Meta(description="The possible grades of decisions by phase of the view; `finished` has none."),
    ]
    options: Annotated[dict[str, Any], Meta(description="JSON Schema (2020-12) of the options, with defaults.")]
    moves: Annotated[dict[str, Any], Meta(description="JSON Schema (2020-12) of the moves.")]
    rulebook: Annotated[
        str,
        Meta(description="The rules with numbers and rulings, after those that several games share; Markdown."),
    ]


class SigningKey(Struct, frozen=True):
    """The public key (Ed25519) that signs finished records."""

    key_id: str
    public_key: Annotated[str, Meta(description="32 bytes, hexadecimal.")]


class SigningKeys(Struct, frozen=True):
    """The public keys of this service."""

    keys: tuple[SigningKey, ...]


@get("/games", operation_id="listGames", opt=PUBLIC)
async def list_games() -> Answer:
    """List all games of the catalogue."""
    games = tuple(GameSummary(game.id, game.title, game.players, game.rules_version) for game in GAMES.values())
    return json_answer(Catalog(games), public=True)


@get("/games/{game:str}", operation_id="getGame", opt=PUBLIC)
async def get_game(game: Annotated[str, PathParameter(description="The id of the game.")]) -> Answer:
    """Show a game: its options and moves as JSON Schema, its deck, the faces of its cards, and its rulebook."""
    if game not in GAMES:
        raise Problem("not_found", f"The games are: {', '.join(GAMES)}.")
    return json_answer(catalog_entry(game), public=True)


@get("/keys", operation_id="listKeys", opt=PUBLIC)
async def list_keys(request: Request[Any, Any, Any]) -> Answer:
    """List the public keys that verify the signatures of records."""
    signer = parlour_of(request).signer
    key = SigningKey(signer.key_id, signer.public_key.hex())
    return json_answer(SigningKeys((key,)), public=True)


@cache
def catalog_entry(game_id: str) -> bytes:
    """Return the encoded entry of a game."""
    game: AnyGame = GAMES[game_id]
    return msgspec.json.encode(
        GameEntry(
            id=game.id,
            title=game.title,
            players=game.players,
            rules_version=game.rules_version,
            deck=game.deck,
            faces={card: face_of(game.faces[card]) for card in game.deck},
            zones=game.zones,
            grades=dict(game.grades),
            options=msgspec.json.schema(game.Options),
            moves=msgspec.json.schema(game.Move),
            rulebook=rulebook(f"{game_id}/rulebook.md"),
        )
    )


def face_of(face: Face) -> CardFace:
    """Return what is on a card, with its name."""
    return CardFace(**structs.asdict(face), name=face.name)


def rulebook(file: str) -> str:
    """Return the text of a rulebook, Markdown, and before it what it begins with: what is the same in other games."""
    own = files("domain").joinpath("games", file).read_text(encoding="utf-8")
    return "\n".join([*map(rulebook, re.findall(r"`\.\./([\w/]+\.md)`", own)), own])
