"""With the list of messages a client says all that it gets in another language, and not one English word is left.

A whole game of each kind is played over HTTP, and every answer on the way is looked through: each message must be in
the list and is said in a language of nonsense words, and each other text must be a card, or stand in a field of codes,
ids or names.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from domain import GAMES
from service.http.problems import CODES as CODES_OF_PROBLEMS
from tests.building import Builder
from tests.language import Document, Language, nonsense, unit_in_nonsense
from tests.openapi.promised import faults
from tests.service.http.party import QUICK, Header, newcomer
from tests.service.http.surface import Client

GUIDE = Path(__file__).parents[3] / "openapi" / "guide" / "words.md"

MOST_MOVES = 120
"""After this number of moves the players agree to end the game: by then all has been said many times."""

CODES = frozenset(
    re.findall(
        r"\w+",
        """
        algorithm answer arrangement band book books by commitment creator cursor decks_alike entropy face first
        format from game grade hash id ids key_id kind outcome player players public_key rematch rematch_of reserved
        rules_version salt seats secret set signature status suit table to type why
        """,
    )
)
"""The fields whose texts are codes or ids: the same in all languages, as cards are. None of them has a space in it."""

NAMES = {"name", "creator_name"}
"""The fields with what people have typed."""


class Listener:
    """Looks through the answers that a client gets."""

    def __init__(self, client: Client, listed: Mapping[str, Any], entry: Document) -> None:
        self._client, faces = client, entry["faces"]
        self._cards = frozenset(faces)
        self._builder = Builder(entry["moves"], entry["moves"], faces)
        self._gaps = {
            each["template"]: {gap["name"]: gap["kind"] for gap in each["arguments"]} for each in listed["messages"]
        }
        self._english = Language(listed, faces)
        self._nonsense = Language(
            listed, faces, locale="cs", of_text=nonsense, of_unit=unit_in_nonsense, of_code=lambda _: "#"
        )
        self._codes = {(each["field"], each["code"]) for each in listed["codes"]}
        self.left: set[tuple[str, str]] = set()
        self.messages = 0

    async def ask(self, method: str, path: str, player: Header, **sent: Any) -> Any:
        """Send a request, look through the answer, and return it."""
        answer = await self._client.request(method, path, headers=player, **sent)
        document = answer.json()
        if answer.headers["content-type"] == "application/problem+json":
            self._listen_to_problem(document)
        else:
            self._look(document)
        return document

    def _listen_to_problem(self, problem: Document) -> None:
        """A title is in the list; what the rules refuse is a message; any other detail is for developers."""
        self._in_nonsense({"template": problem["title"], "arguments": {}})
        if problem["type"].startswith("/problems/refused#"):
            assert problem["detail"] == problem["message"]["text"]
            self._in_nonsense(problem["message"])

    def _look(self, document: Any, field: str = "") -> None:
        match document:
            case {"template": _, "arguments": _, "text": _}:
                self._listen(document)
            case {"grade": _, "moves": [*moves], **others}:
                for move in moves:
                    self._in_nonsense(self._builder.label(move, self._gaps))
                self._look(others)
            case dict():
                for name, each in document.items():
                    self._look(each, f"{field}.{name}" if field == "options" else name)
            case list():
                for each in document:
                    self._look(each, field)
            case str() if field.startswith("options.") or field in {"phase", "visibility", "house"}:
                assert (field, document) in self._codes
            case str() if not self._is_alike(field, document):
                self.left.add((field, document))

    def _is_alike(self, field: str, text: str) -> bool:
        """Return whether a text is the same in all languages: a name, a card (in `JK=5H` two), a code or an id."""
        return field in NAMES or self._cards.issuperset(text.split("=")) or (field in CODES and " " not in text)

    def _listen(self, message: Document) -> None:
        """A message is in the list; the list itself, as a file of English, says it as the service does."""
        self._in_nonsense(message)
        said = self._english.said(message)
        assert message["text"] in {said, said[:1].upper() + said[1:]}

    def _in_nonsense(self, message: Document) -> None:
        self.messages += 1
        text = self._nonsense.said(message)
        if re.search("[A-Za-z]", text):
            self.left.add(("message", text))


async def play(listener: Listener, client: Client, game: str) -> None:
    """Play a game, and ask for all that there is of it on the way."""
    players = [await newcomer(client) for _ in range(max(2, min(GAMES[game].players)))]
    wanted = {"game": game, "options": {"players": len(players), **QUICK.get(game, {})}, "auto_start": True}
    opened = await listener.ask("POST", "/v1/tables", players[0], json=wanted)
    path = f"/v1/tables/{opened['id']}"
    for player in players:
        await listener.ask("POST", f"{path}/seats", player, json={"entropy": "dice"})
    for number in range(MOST_MOVES):
        views = [await listener.ask("GET", f"{path}/view", player) for player in players]
        if views[0]["table"]["status"] != "playing":
            break
        asked = [seat for seat, view in enumerate(views) if view["decision"] and view["decision"]["moves"]]
        if not asked:
            continue
        seat = asked[number % len(asked)]
        moves = views[seat]["decision"]["moves"]
        move = moves[number * 7 % len(moves)]
        for player in players:  # all but one of them are refused
            if player is not players[seat]:
                await listener.ask("POST", f"{path}/moves", player, json={"move": move})
        await listener.ask("POST", f"{path}/moves", players[seat], json={"move": move})
    for player in players:
        await listener.ask("POST", f"{path}/abort", player, json={})
    stranger = await newcomer(client)
    for what in ("", "/view", "/events", "/record"):
        await listener.ask("GET", f"{path}{what}", players[0])
    await listener.ask("GET", "/v1/tables", stranger)
    await listener.ask("GET", f"/v1/tables/{uuid4()}", stranger)
    await listener.ask("GET", path, {})


async def test_the_list_is_for_all_and_a_client_that_has_it_is_told_so(client: Client) -> None:
    answer = await client.get("/v1/messages")
    again = await client.get("/v1/messages", headers={"If-None-Match": answer.headers["etag"]})

    assert faults(answer) == []
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", answer.headers["etag"])


async def test_the_guide_names_all_frames(client: Client) -> None:
    listed = (await client.get("/v1/messages")).json()["messages"]
    named = {*re.findall(r"`([^`\n]*\{\w+\}[^`\n]*)`", GUIDE.read_text(encoding="utf-8"))}

    assert named == {each["template"] for each in listed if "frame" in each["parts"]}


async def test_titles_of_games_and_problems_and_words_on_cards_are_listed(client: Client) -> None:
    listed = {each["template"] for each in (await client.get("/v1/messages")).json()["messages"]}
    faces = [face for game in GAMES.values() for face in game.faces.values()]

    assert {game.title for game in GAMES.values()} <= listed
    assert {title for _, title in CODES_OF_PROBLEMS.values()} <= listed
    assert {face.rank_name for face in faces} | {face.suit for face in faces if face.suit is not None} <= listed


@pytest.mark.parametrize("game", GAMES)
async def test_options_and_their_values_are_listed(client: Client, game: str) -> None:
    listed = (await client.get("/v1/messages")).json()
    templates = {each["template"] for each in listed["messages"]}
    codes = {(each["field"], each["code"]) for each in listed["codes"]}
    options = (await client.get(f"/v1/games/{game}")).json()["options"]["$defs"]["Options"]["properties"]

    for name, option in options.items():
        values = option["x-values"]
        assert option["x-label"] in templates
        assert values.get("none") in {*templates, None}
        assert values["kind"] != "choice" or {(f"options.{name}", value) for value in option["enum"]} <= codes


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_said_in_a_language_of_nonsense(client: Client, game: str) -> None:
    listed = (await client.get("/v1/messages")).json()
    entry = (await client.get(f"/v1/games/{game}")).json()
    listener = Listener(client, listed, entry)

    await play(listener, client, game)

    assert listener.left == set()
    assert listener.messages
