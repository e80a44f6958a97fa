"""What a service promises by its contract, sentence by sentence, and how often it was seen to keep each promise."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from msgspec import Struct

MOST_FAULTS = 5
"""Maximum number of breaches of one promise that a report describes; the others are only counted."""

CHECKS: Mapping[str, Mapping[str, str]] = {
    "answers": {
        "status": "An answer has a status that the contract names for its operation.",
        "request_id": "Every answer names its request.",
        "problem": "Every refusal is a problem document that has a code.",
        "limits": "Where requests are limited, each answer says how many remain.",
        "head": "HEAD is answered wherever GET is, with the same headers and no body.",
        "options": "OPTIONS names the methods of a path, and so does the refusal of any other: 405.",
        "cors": "A page of another origin may send and read everything that a client needs, or nothing at all.",
        "etag": "The entity tag of a view is its version. A body is not sent again to a client that names its tag.",
    },
    "errors": {
        "token": "Without a valid token only what is public can be seen: 401.",
        "scopes": "A token allows only what its scopes name. A refusal, 403, names the scope that is needed.",
        "unknown": "What does not exist is answered with 404.",
        "bad_json": "A body that is not JSON, not an object or of another media type is refused.",
        "unknown_field": "A field that the contract does not have is refused, and the answer says where it is.",
        "no_trace": "A request that was refused has changed nothing.",
    },
    "retries": {
        "same_answer": "A command that is sent again with its key is answered as before, over another connection, too.",
        "done_once": "A command that is sent again with its key is not done again.",
        "other_body": "A key cannot be used again for a different command: 409.",
        "own_keys": "Two players may use the same key: their commands stay independent.",
    },
    "decisions": {
        "offered": "A move that is offered is accepted, unless somebody else was faster.",
        "check": "A check says what a move would do, and does not make it.",
        "suggested": "Moves that are suggested are legal.",
        "over": "A move for a decision that is over is refused, with the current view, and never made.",
        "stale": "A move that was chosen before its decision began is refused, with the current view.",
        "finished": "A whole game with house players comes to its end.",
    },
    "streams": {
        "feed": "The feed has each event once and in order, from wherever it is read.",
        "stream": "A stream has each event once and in order, however often it breaks and is resumed from its cursor.",
        "my_stream": "The stream of all tables of a player has each event of a table once and in order.",
        "cursors": "A stream can be resumed from each of its cursors, and ends with the game.",
        "past": "A table can be seen as it was, and is seen as it was.",
        "steps": "Between two events of one command no view has a decision, or a seat that may act.",
        "motion": "What is said to have moved with an event explains how the zones have changed.",
        "messages": "All that is said at a table is listed for translations, with its arguments.",
        "views": "A stream with views has with each event the view after it.",
        "patches": "What a stream with changes says to have changed turns each view into the next one.",
        "anonymous": "Without a token a client sees a public table as a spectator does, unless all requests need one.",
    },
    "secrecy": {
        "others_hands": "No card in a hand is in the view of another seat or a spectator, unless it was shown.",
        "others_events": "No card in a hand is in what others are told of an event, unless it was shown.",
        "others_zones": "Cards that lie face down are in no zone that is shown to a seat which does not hold them.",
        "refusals": "How a move is refused does not depend on where the hidden card lies that it names.",
        "record": "The record of a game is closed until the game is over.",
    },
    "history": {
        "unopened": "Nothing of a game is in the history while it goes on.",
        "history": "A finished game is in the history once, and its events as in its record, read from any cursor.",
        "forms": "The history says the same as JSON, as lines of JSON, and as CSV, compressed or not.",
        "lost_cursor": "A cursor of a history that was lost is refused, 410, with a cursor that is valid.",
        "dumps": "Published exports are listed, each with its manifest's SHA-256, licence, rows, files and bytes.",
    },
    "admission": {
        "late_spectators": "No operation tells a delayed spectator how far the game is.",
        "strangers": "No operation tells strangers of private tables, nor of games that nobody may watch.",
        "links": "A private table is entered by its link while that is valid, and not by its address alone.",
        "called_off": "From the deal on, a game is called off only when all people who play it agree.",
    },
    "meeting": {
        "met": "Players who seek the same game are seated at one table, each once, and are told so.",
        "unmet": "A player who withdraws a seek, closes its stream or seeks something else is not seated.",
        "said": "A spectator reads each chat message once, in order. A removed message has no text.",
        "unheard": "Players cannot read what spectators say while the game goes on.",
    },
    "inviting": {
        "invited": "A challenged player finds the invitation among their tables. Nobody else can take a seat there.",
        "nobody_came": "A challenge ends when all challenged players have declined, and says why.",
        "declined": "A player who declines an invitation cannot use it, and cannot be invited to that table again.",
        "withdrawn": "The table's creator can withdraw an invitation, and then it lets nobody in.",
        "one_seat": "When two players take the same seat at the same moment, one gets it, and the other gets 409.",
        "blocked": "A blocked player can neither invite nor sit down, 409 not_possible, until the block is removed.",
        "unseen_blocks": "Nobody else learns whom a player blocks.",
    },
    "signing_in": {
        "recovered": "A recovery code gives access to its account once. Then it is refused like an unknown one.",
        "endpoints": "The metadata for apps names endpoints that exist, and S256 as the only method.",
        "redirects": "A person whom an app sends is redirected only to addresses that the app has registered.",
        "unknown_codes": "A code that was never issued gets an app no token: invalid_grant.",
    },
    "take_backs": {
        "taken_back": "A move is taken back when the other player consents, and then the table is as it was before it.",
        "stands": "A move is final unless the table says that it may be taken back.",
    },
    "webhooks": {
        "addresses": "A webhook is refused if its address is not on the public internet, however it is written: 409.",
        "secret": "The secret of a webhook is shown when it is created, and never again.",
        "own_webhooks": "Only its owner can see or change a webhook: 404 for anybody else.",
        "tested": "A test message, or one to be sent again, waits for delivery. None waits for a disabled webhook.",
        "few_webhooks": "A player has at most five webhooks. Deleted ones do not count.",
    },
    "abuse": {
        "spellings": "A path has one spelling; any other is not found: 404.",
        "hosts": "A request names one host: without any, or with two, it is refused, 400.",
        "names": "A name is refused if it is invisible, reverses the text around it, or looks like the service's own.",
        "hard_bodies": "A body that is hard to parse is refused as fast as any other, and delays nobody.",
        "spent": "A client that has used up a budget gets 429 with Retry-After, and succeeds after that time.",
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
        """Why parts of the examination did not finish."""

        self.under_way: list[str] = []
        """The parts of the examination that are running."""

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
        """Return the result for each promise, in the order of `CHECKS`."""
        return tuple(
            Found(topic, name, promise, self._seen[name], self._broken[name], tuple(self._faults[name]))
            for topic, promises in CHECKS.items()
            for name, promise in promises.items()
        )
