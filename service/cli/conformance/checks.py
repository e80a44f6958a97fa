"""What a service has promised by its contract, sentence by sentence, and how often it was seen to keep it."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from msgspec import Struct

MOST_FAULTS = 5
"""Maximum number of breaches of one promise that are told; the others are counted."""

CHECKS: Mapping[str, Mapping[str, str]] = {
    "answers": {
        "status": "An answer has a status that the contract names for its operation.",
        "request_id": "Every answer names its request.",
        "problem": "Whatever is refused is refused with a problem document that has a code.",
        "limits": "Where requests are limited, each answer says how many more are taken.",
        "head": "What can be read can be asked for by HEAD, and is answered with the same headers and no body.",
        "options": "OPTIONS names the methods of a path, and so does the refusal of any other: 405.",
        "cors": "A page of another origin may send and read all that a client needs, or nothing.",
        "etag": "A view has its version as entity tag. What has an entity tag is not sent again to who has it.",
    },
    "errors": {
        "token": "Without a valid token only what is public can be seen: 401.",
        "scopes": "A token does what its scopes name; all else is refused, 403, and the scope that is needed is told.",
        "unknown": "What does not exist is answered with 404.",
        "bad_json": "A body that is no JSON, no object or of another media type is refused.",
        "unknown_field": "A field that the contract does not have is refused, and where it stands is told.",
        "no_trace": "A request that was refused has changed nothing.",
    },
    "retries": {
        "same_answer": "A command that is sent again with its key is answered as before, over another connection, too.",
        "done_once": "A command that is sent again with its key is not done again.",
        "other_body": "The key of a command is not taken for another one: 409.",
        "own_keys": "The keys of one player are nothing to another.",
    },
    "decisions": {
        "offered": "A move that is offered is accepted, unless somebody else was faster.",
        "check": "To check a move tells what making it does, and makes nothing.",
        "suggested": "Moves that are suggested are legal.",
        "over": "A move for a decision that is over is refused, with the current view, and never made.",
        "stale": "A move that was chosen before its decision began is refused, with the current view.",
        "finished": "A whole game with house players comes to its end.",
    },
    "streams": {
        "feed": "The feed has each event once and in order, from wherever it is read.",
        "stream": "A stream has each event once and in order, however often it breaks and is taken up by its cursor.",
        "my_stream": "The stream of all tables of a player has each event of a table once and in order.",
        "cursors": "A stream can be taken up at each cursor, and ends with the game.",
        "past": "A table can be seen as it was, and is seen as it was.",
        "steps": "Between two events of one command no view has a decision, or a seat that may act.",
        "motion": "What is said to have moved with an event explains how the zones have changed.",
        "messages": "All that is said at a table is listed for translations, with its arguments.",
        "views": "A stream with views has with each event the view after it.",
        "patches": "What a stream with changes says to have changed turns each view into the next one.",
        "anonymous": "Who has no token is told of a public table what a spectator is told, or needs one for all.",
    },
    "secrecy": {
        "others_hands": "No card in a hand is in the view of another seat or a spectator, unless it was shown.",
        "others_events": "No card in a hand is in what others are told of an event, unless it was shown.",
        "others_zones": "Cards that lie face down are in no zone of who does not hold them.",
        "refusals": "How a move is refused does not depend on where the hidden card lies that it names.",
        "record": "The record of a game is closed until the game is over.",
    },
    "history": {
        "unopened": "Nothing of a game is in the history while it goes on.",
        "history": "A finished game is in the history once, and its events as in its record, read from any cursor.",
        "forms": "The history says the same as JSON, as lines of JSON, and as CSV, compressed or not.",
        "lost_cursor": "A cursor of a history that is lost is refused with one that is good: 410.",
        "dumps": "Published exports are listed, each with its manifest's SHA-256, licence, rows, files and bytes.",
    },
    "admission": {
        "late_spectators": "Who watches late is told by no operation how far the game is.",
        "strangers": "Strangers are told by no operation of private tables, nor of games that nobody may watch.",
        "links": "A private table is entered by its link while that is good, and not by its address alone.",
        "called_off": "From the deal on, a game is called off by all people who play it, not by one.",
    },
    "meeting": {
        "met": "Those who seek the same are seated at one table, each once, and are told so.",
        "unmet": "Who has withdrawn a seek, or closed its stream, meets nobody; nor does who seeks something else.",
        "said": "What is said at a table is read once, in order, by who watches; removed, it says nothing any more.",
        "unheard": "Who plays does not read what spectators say while the game goes on.",
    },
    "inviting": {
        "invited": "Who is challenged finds the invitation among their tables, and they alone take a seat there.",
        "nobody_came": "A challenge ends when all have declined who are challenged, and says why.",
        "declined": "Who declines an invitation has no seat by it, and is not invited to that table again.",
        "withdrawn": "An invitation is withdrawn by who has opened the table, and lets nobody in any more.",
        "one_seat": "Of two who take the same seat at the same moment one gets it, and the other is told so: 409.",
        "blocked": "Who is blocked can neither invite nor sit down, 409 not_possible, until they are blocked no more.",
        "unseen_blocks": "Nobody else learns whom a player blocks.",
    },
    "signing_in": {
        "recovered": "A recovery code leads back to its account once; then it is refused as an unknown one is.",
        "endpoints": "What is told apps of the service names endpoints that there are, and S256 alone.",
        "redirects": "Whom an app sends is led to no address that the app has not registered.",
        "unknown_codes": "A code that nobody was given brings an app no token: invalid_grant.",
    },
    "take_backs": {
        "taken_back": "A move is taken back when the other player consents, and then the table is as it was before it.",
        "stands": "A move of which the table does not say that it may be taken back stands.",
    },
    "webhooks": {
        "addresses": "A webhook is refused where its address is none of the public internet, however written: 409.",
        "secret": "The secret of a webhook is shown where it is made, and nowhere else.",
        "own_webhooks": "A webhook is nothing to anybody but its owner: 404.",
        "tested": "A test, and what is sent again, waits for a webhook; nothing does while that is disabled.",
        "few_webhooks": "A player has at most five webhooks, and none that is deleted.",
    },
    "abuse": {
        "spellings": "A path has one spelling; no other is found: 404.",
        "hosts": "A request names one host: without any, or with two, it is refused, 400.",
        "names": "No name is taken that is not seen, turns the text around it, or seems to be the service's.",
        "hard_bodies": "A body that is hard to read is refused as fast as any other, and delays nobody.",
        "spent": "Whoever has spent a budget is told when to ask again, 429 with Retry-After, and then may.",
    },
}
"""By topic, the promises by their names."""


class Found(Struct, frozen=True):
    """What was found out about one promise."""

    topic: str
    name: str
    promise: str
    seen: int
    broken: int
    faults: tuple[str, ...]


class Report:
    """Counts how often each promise was kept and broken."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._broken: Counter[str] = Counter()
        self._faults: defaultdict[str, list[str]] = defaultdict(list)
        self.races: Counter[str] = Counter()
        """By code, moves that came too late because somebody else was faster."""

        self.put_off: Counter[int] = Counter()
        """By status, requests that were refused for now, and sent again."""

        self.broken_off: list[str] = []
        """Why parts of the examination came to no end."""

        self.under_way: list[str] = []
        """The parts of the examination that have begun, and have not ended."""

        self.parts = self.done = 0
        """How many parts the examination has, and how many of them have ended."""

    def see(self, name: str, holds: object, fault: str) -> bool:
        """Count one occasion on which a promise was kept, or was not: then `fault` says how. Return whether it was."""
        self._seen[name] += 1
        if not holds:
            self._broken[name] += 1
            if len(self._faults[name]) < MOST_FAULTS:
                self._faults[name].append(fault)
        return bool(holds)

    @property
    def seen(self) -> int:
        """How many occasions there were."""
        return self._seen.total()

    @property
    def kept(self) -> bool:
        """Whether no promise was seen broken."""
        return not self._broken

    def found(self) -> tuple[Found, ...]:
        """Return what was found out, promise by promise."""
        return tuple(
            Found(topic, name, promise, self._seen[name], self._broken[name], tuple(self._faults[name]))
            for topic, promises in CHECKS.items()
            for name, promise in promises.items()
        )
