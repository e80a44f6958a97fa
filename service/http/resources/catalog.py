"""The catalogue: the games with their cards, options, moves and rulebooks; the messages; and the service's key."""

from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import get
from litestar.params import PathParameter
from msgspec import Meta, Struct, structs

from domain import GAMES
from domain.cards import Face
from domain.game import Grade
from domain.layout import Kind
from domain.saying import with_labels
from domain.table import AnyGame
from projections.words import message_list
from service.http.middleware.authentication import PUBLIC
from service.http.problems import THE_GAMES, AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.classes import classes_in
from service.http.wire.documents import Document
from service.http.wire.headers import IfNoneMatch
from service.http.wire.media_types import JSON
from service.http.wire.responses import Answer, json_answer
from service.http.wire.rulebooks import page_of, rulebook

About: TypeAlias = Annotated[
    str,
    Meta(
        description="What the game is about, in one sentence: a template of `GET /v1/messages`, without placeholders.",
        examples=["Ask the others for cards by name, and make books of four."],
    ),
]


class GameSummary(Struct, frozen=True):
    """A game of the catalogue."""

    id: str
    title: str
    about: About
    players: Annotated[tuple[int, ...], Meta(description="The allowed numbers of players.")]
    rules_version: Annotated[
        str, Meta(description="The version of the rules; a table keeps the version with which it was opened.")
    ]


class Catalog(Struct, frozen=True):
    """All games."""

    games: tuple[GameSummary, ...]
    rulebook_page: Annotated[
        str,
        Meta(
            description="The page of the rules that all games share; with `.md` after its path, it is Markdown.",
            examples=["/docs/rulebooks"],
        ),
    ]


class CardFace(Face, frozen=True):
    """The face of a card, and its name."""

    name: Annotated[str, Meta(description="The name of the card in English.", examples=["ten of hearts"])]


class GameEntry(Struct, frozen=True):
    """A game with all that a client needs."""

    id: str
    title: str
    about: About
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
        Meta(
            description="The rules of this game with numbers and rulings, as Markdown; for Honors, preceded by the"
            " rules that its games share."
        ),
    ]
    rulebook_page: Annotated[str, Meta(description="The rulebook as a page.", examples=["/docs/rulebooks/honors_1"])]


class SigningKey(Struct, frozen=True):
    """The public key (Ed25519) that signs finished records."""

    key_id: str
    public_key: Annotated[str, Meta(description="32 bytes, hexadecimal.")]


class SigningKeys(Struct, frozen=True):
    """The public keys of this service."""

    keys: tuple[SigningKey, ...]


@get("/games", operation_id="listGames", opt=PUBLIC)
async def list_games(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """List all games of the catalogue."""
    return await document_of(None).answer(request, if_none_match)


@get("/games/{game:str}", operation_id="getGame", opt=PUBLIC)
async def get_game(
    request: AnyRequest,
    game: Annotated[str, PathParameter(description="The id of the game.")],
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show a game: its options and moves as JSON Schema, its deck, the faces of its cards, and its rulebook."""
    if game not in GAMES:
        raise Problem("not_found", THE_GAMES)
    return await document_of(GAMES[game]).answer(request, if_none_match)


@get("/messages", operation_id="listMessages", opt=PUBLIC)
async def list_messages(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """List all texts for people: the templates of messages with their arguments, and the units."""
    return await MESSAGES.answer(request, if_none_match)


@get("/keys", operation_id="listKeys", opt=PUBLIC)
async def list_keys(request: AnyRequest) -> Answer:
    """List the public keys that verify the signatures of records."""
    signer = services_of(request).parlour.signer
    key = SigningKey(signer.key_id, signer.public_key.hex())
    return json_answer(SigningKeys((key,)), public=True)


@cache
def document_of(game: AnyGame | None) -> Document:
    """Return the document of a game; None: of all games."""
    return listed(catalog if game is None else partial(catalog_entry, game))


def listed(make: Callable[[], bytes]) -> Document:
    """Return a document of the catalogue."""
    return Document(make, JSON, max_age=300)


MESSAGES = listed(lambda: msgspec.json.encode(message_list()))
"""All messages. It is made when it is first asked for: all that tells anything is there."""


def catalog() -> bytes:
    """Return the encoded list of games."""
    games = tuple(
        GameSummary(game.id, game.title, game.about, game.players, game.rules_version) for game in GAMES.values()
    )
    return msgspec.json.encode(Catalog(games, page_of(None)))


def catalog_entry(game: AnyGame) -> bytes:
    """Return the encoded entry of a game."""
    return msgspec.json.encode(
        GameEntry(
            id=game.id,
            title=game.title,
            about=game.about,
            players=game.players,
            rules_version=game.rules_version,
            deck=game.deck,
            faces={card: face_of(game.faces[card]) for card in game.deck},
            zones=game.zones,
            grades=dict(game.grades),
            options=msgspec.json.schema(game.Options),
            moves=schema_of_moves(game),
            rulebook=rulebook(game),
            rulebook_page=page_of(game),
        )
    )


def schema_of_moves(game: AnyGame) -> dict[str, Any]:
    """Return the JSON Schema of a game's moves, with their labels."""
    schema = msgspec.json.schema(game.Move)
    parts = {kind.__name__: kind for kind in classes_in([game.Move])}
    return schema | {"$defs": {name: with_labels(part, parts[name]) for name, part in schema["$defs"].items()}}


def face_of(face: Face) -> CardFace:
    """Return what is on a card, with its name."""
    return CardFace(**structs.asdict(face), name=face.name)
