"""What is sent and answered. Made of the contract by `python -m openapi.clients.make`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union


class Aborted(TypedDict):
    """How a table ended without a result."""

    by: str
    why: Literal["abandoned", "agreed", "before_first_move", "nobody_came", "operator", "tournament"]
    seats: list[int]


class AmountObject(TypedDict):
    """A number of things: `one card`, `no cards`, `minus 6 points`."""

    kind: Literal["amount"]
    amount: int
    of: str


class AskedTakeBack(TypedDict):
    """A take-back that a seat asks for, until all have consented, one declines, or somebody moves."""

    proposal: int
    seat: int
    to: int
    consented: list[int]
    awaited: list[int]
    lapses_at: int


class Budget(TypedDict):
    """A budget: a maximum number of requests of one kind."""

    name: Literal[
        "anonymous_reads",
        "anonymous_streams",
        "app_registrations",
        "chat",
        "commands",
        "device_codes",
        "house_tables",
        "invitations",
        "open_tables",
        "reads",
        "recoveries",
        "reports",
        "requests",
        "sign_ups",
        "streams",
        "tournaments",
        "unknown_tokens",
    ]
    meaning: str
    quota: int
    unit: Literal["concurrent-requests", "requests", "tables", "tournaments"]
    per: Literal["address", "player"]
    window_seconds: int | None


class Candidate(TypedDict):
    """A player found by name."""

    id: str
    name: str
    bot: bool


class CardFace(TypedDict):
    """The face of a card, and its name."""

    rank: str
    suit: str | None
    colour: Literal["black", "green", "red"] | None
    sign: str
    rank_name: str
    name: str


class CardsObject(TypedDict):
    """One or more cards: `the four of spades`, `the six, seven and eight of hearts`."""

    kind: Literal["cards"]
    cards: list[str]


class Change(TypedDict):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: NotRequired[Any]


class Deal(TypedDict):
    """The data that proves that the deal is fair; the guide describes the shuffle."""

    commitment: str
    decks_given: int
    algorithm: str


class EndLine(TypedDict):
    """The end of a table's lines, or of the stream."""

    type: Literal["end"]
    cursor: str
    table: str | None
    why: Literal[
        "aborted",
        "declined",
        "expired",
        "finished",
        "forbidden",
        "left",
        "lost",
        "not_readable",
        "over",
        "replayed",
        "revoked",
        "started",
        "stopping",
        "too_many",
        "withdrawn",
    ]


Event: TypeAlias = dict[str, Any]
"""An event at the table or in its game. More types of events may be added."""


class Fault(TypedDict):
    """A fault of a request."""

    detail: str
    pointer: NotRequired[str]
    parameter: NotRequired[str]


class GameEntry(TypedDict):
    """A game with all that a client needs."""

    id: str
    title: str
    about: str
    players: list[int]
    rules_version: str
    deck: list[str]
    faces: dict[str, CardFace]
    zones: list[Literal["aside", "discard", "hand", "meld", "stock", "trick", "won"]]
    grades: dict[str, list[Literal["enumerated", "factored", "stepwise", "submitted"]]]
    options: dict[str, Any]
    moves: dict[str, Any]
    rulebook: str
    rulebook_page: str


class GameSummary(TypedDict):
    """A game of the catalogue."""

    id: str
    title: str
    about: str
    players: list[int]
    rules_version: str


class HeartbeatLine(TypedDict):
    """Nothing has happened; the connection works."""

    type: Literal["heartbeat"]
    cursor: str


class Item(TypedDict):
    """A card that the viewer can see. It keeps its id as long as the viewer can follow it."""

    card: str
    id: str


class LimitsInForce(TypedDict):
    """The budgets of one caller. When a budget is used up, requests are answered with 429 `rate_limited`."""

    enforced: bool
    budgets: list[Budget]
    costs: dict[str, int]


class Listed(TypedDict):
    """Numbers, or letters as they are printed on cards: `A, B and D`."""

    kind: Literal["list"]
    items: list[int | str]


class ListedArgument(TypedDict):
    """An argument of a message."""

    name: str
    kind: Literal[
        "amount",
        "card",
        "cards",
        "code",
        "codes",
        "message",
        "number",
        "numbers",
        "parts",
        "player",
        "seat",
        "seats",
        "team",
    ]
    unit: NotRequired[str | None]


class ListedCode(TypedDict):
    """A code in a field of an answer, with its text."""

    field: str
    code: str
    template: str
    games: list[str]


class ListedMessage(TypedDict):
    """A message, or a part of one, that people read."""

    id: str
    template: str
    arguments: list[ListedArgument]
    parts: list[
        Literal[
            "about",
            "counter",
            "event",
            "face",
            "frame",
            "move",
            "option",
            "phrase",
            "problem",
            "prompt",
            "refusal",
            "word",
            "zone",
        ]
    ]
    games: list[str]
    fluent: str


class ListedUnit(TypedDict):
    """A unit: the texts for none, one and several."""

    id: str
    unit: str
    none: str
    one: str
    other: str
    fluent: str


class Lost(TypedDict):
    """A table whose history is different from some version on."""

    table: str
    version: int


class Me(TypedDict):
    """The player whose token is used, and what the token may do."""

    id: str
    name: str
    role: Literal["analyst", "operator", "player"]
    scopes: list[Literal["account", "operate", "play", "read:history", "watch"]]
    expires_at: int | None
    bot: bool
    shows: list[Literal["since", "statistics", "tables"]]


class MessageData(TypedDict):
    """What a message is about. Fetch the `link` for the current state."""

    webhook: str
    sequence: int
    table: str | None
    tournament: str | None
    version: int | None
    seat: int | None
    decision: str | None
    status: str | None
    link: str | None


class MessageList(TypedDict):
    """All texts for people."""

    messages: list[ListedMessage]
    units: list[ListedUnit]
    codes: list[ListedCode]


Motion = TypedDict(
    "Motion",
    {
        "from": str | None,
        "to": str | None,
        "count": int,
        "ids": list[str],
    },
)


Move: TypeAlias = dict[str, Any]
"""A move of the game at the table."""


class NewPlayer(TypedDict):
    """The new player, with their token. It is shown only here."""

    id: str
    name: str
    token: str


class OpeningSettings(TypedDict):
    """The time limits of a new table, who may watch, and whether there is a chat.

    A table without a limit (null) waits for ever.
    """

    turn_limit_ms: NotRequired[int | None]
    reserve_ms: NotRequired[int]
    defaults_until_absent: NotRequired[int]
    house_takes_over: NotRequired[bool]
    spectators: NotRequired[bool]
    spectator_delay: NotRequired[int]
    chat: NotRequired[Literal["off", "phrases", "text"]]
    take_back: NotRequired[bool]


Options: TypeAlias = dict[str, Any]
"""All options of the game at the table."""


class Origin(TypedDict):
    """The version of a game from which a fork goes on."""

    table: str
    version: int
    hash: str


class Owner(TypedDict):
    """The owner: a seat or a team. It has one of the two fields."""

    seat: NotRequired[int]
    team: NotRequired[int]


class Person(TypedDict):
    """A player by id; and their name, where it is known.

    `name` is null for a player who was deleted. `house` says whether it is a house player, a program of the service.
    """

    kind: Literal["player"]
    player: str
    name: str | None
    house: bool


class Presence(TypedDict):
    """Who has a seat, who plays on it, and how much time they have."""

    player: str | None
    name: str | None
    kind: Literal["bot", "house", "person"] | None
    house: Literal["random"] | None
    absent: bool
    calls_abort: bool
    reserve_ms: int


class Say1(TypedDict):
    """What to say: a text or a set phrase."""

    text: str
    phrase: NotRequired[
        Literal[
            "hello",
            "good_luck",
            "have_fun",
            "thanks",
            "youre_welcome",
            "well_played",
            "sorry",
            "no_problem",
            "one_moment",
            "back_again",
            "take_your_time",
            "good_game",
            "play_again",
            "yes",
            "no",
            "goodbye",
        ]
    ]


class Say2(TypedDict):
    """What to say: a text or a set phrase."""

    text: NotRequired[str]
    phrase: Literal[
        "hello",
        "good_luck",
        "have_fun",
        "thanks",
        "youre_welcome",
        "well_played",
        "sorry",
        "no_problem",
        "one_moment",
        "back_again",
        "take_your_time",
        "good_game",
        "play_again",
        "yes",
        "no",
        "goodbye",
    ]


Say: TypeAlias = Say1 | Say2


class SeatAtTable(TypedDict):
    """The public state of a seat."""

    seat: int
    team: int | None
    to_act: bool
    deadline: int | None
    won: bool | None


class SeatsObject(TypedDict):
    """One or more seats: `seat 2`, `seats 0 and 2`."""

    kind: Literal["seats"]
    seats: list[int]


class Sitting(TypedDict):
    """Who has a seat."""

    player: str | None
    name: str | None
    kind: Literal["bot", "house", "person"] | None


class Suggestions(TypedDict):
    """Legal moves for a decision."""

    version: int
    decision: str
    seat: int
    grade: Literal["enumerated", "factored", "stepwise", "submitted"]
    moves: list[Move]


class TableSettings(TypedDict):
    """The time limits of a table, who may watch, and whether there is a chat."""

    turn_limit_ms: NotRequired[int | None]
    reserve_ms: NotRequired[int]
    defaults_until_absent: NotRequired[int]
    house_takes_over: NotRequired[bool]
    spectators: NotRequired[bool]
    spectator_delay: NotRequired[int]
    chat: NotRequired[Literal["off", "phrases", "text"]]
    take_back: NotRequired[bool]


class TakeBack(TypedDict):
    """The take-back that is possible or requested at a table that allows it."""

    seat: int | None
    asked: AskedTakeBack | None


class TeamAtTable(TypedDict):
    """The seats that win and lose together."""

    team: int
    seats: list[int]


class TeamObject(TypedDict):
    """A team by its number: `team 1`."""

    kind: Literal["team"]
    team: int


class TournamentPlace(TypedDict):
    """The place of a table in a tournament."""

    id: str
    round: int
    table: int


View: TypeAlias = dict[str, Any]
"""What a seat or a spectator sees, as the rulebook of the game describes it."""


class WebhookMessage(TypedDict):
    """The body of a request to a webhook."""

    type: Literal["game.over", "invitation.received", "tournament.over", "turn.began", "webhook.test"]
    timestamp: str
    data: MessageData


class Catalog(TypedDict):
    """All games."""

    games: list[GameSummary]
    rulebook_page: str


class Header(TypedDict):
    """A table without its cards."""

    id: str
    game: str
    rules_version: str
    version: int
    status: Literal["aborted", "finished", "open", "playing"]
    visibility: Literal["private", "public"]
    auto_start: bool
    options: Options
    settings: TableSettings
    creator: str
    creator_name: str | None
    seats: list[str | None]
    reserved: list[str | None]
    presence: list[Presence]
    deal: Deal
    opened_at: int
    started_at: int | None
    finished_at: int | None
    aborted: Aborted | None
    rematch_of: str | None
    rematch: str | None
    tournament: TournamentPlace | None
    fork_of: Origin | None
    rated: bool
    take_back: NotRequired[TakeBack]


class HistoryLostLine(TypedDict):
    """The events of some tables after a version are lost, for example after a backup was restored: discard them.

    The current events after these versions follow.
    """

    type: Literal["history_lost"]
    cursor: str
    tables: list[Lost]


class InvitationLine(TypedDict):
    """An invitation of the reader to a table, or a seat reserved for them; `end` follows if it ends."""

    type: Literal["invitation"]
    cursor: str
    by: str
    expires_at: int | None
    table: Header


class LobbyTable(TypedDict):
    """A table as the lobby shows it."""

    id: str
    game: str
    status: Literal["aborted", "finished", "open", "playing"]
    visibility: Literal["private", "public"]
    creator: str
    creator_name: str | None
    seats: list[str | None]
    presence: list[Sitting]
    reserved: list[str | None]
    options: Options
    opened_at: int
    started_at: int | None
    finished_at: int | None


class MyInvitation(TypedDict):
    """An invitation of mine to a table, or a seat that is reserved for me."""

    by: str
    expires_at: int | None
    table: Header


class MySeat(TypedDict):
    """A seat of mine."""

    seat: int
    to_act: bool
    table: Header


class MyTables(TypedDict):
    """My seats at open and running tables, those where it is my turn first."""

    tables: list[MySeat]
    not_readable: list[LobbyTable]
    invitations: list[MyInvitation]
    incomplete: NotRequired[list[int]]


class Seated(TypedDict):
    """The seat that was taken, and the table."""

    seat: int
    table: Header


class SeenSeek(TypedDict):
    """A seek of mine: I wait for others who seek the same."""

    id: str
    state: Literal["dropped", "expired", "seated", "waiting", "withdrawn"]
    table: str | None
    seat: int | None
    game: str
    options: Options
    settings: TableSettings
    asked_at: int
    with_house_at: int | None
    expires_at: int
    ended_at: int | None


class SoughtTable(TypedDict):
    """A game that players seek."""

    game: str
    options: Options
    settings: TableSettings
    waiting: int
    missing: int
    with_house: int
    since: int


class SoughtTables(TypedDict):
    """The games of the 500 newest seeks, those with the most waiting players first."""

    seeks: list[SoughtTable]


class Lobby(TypedDict):
    """A page of the lobby, newest table first."""

    tables: list[LobbyTable]
    next_cursor: str | None
    incomplete: NotRequired[list[int]]


class MySeeks(TypedDict):
    """My waiting seeks, the oldest first."""

    seeks: list[SeenSeek]


class SeekLine(TypedDict):
    """The state of a seek: the first line of its stream, and the last one before the `end`."""

    type: Literal["seek"]
    cursor: str
    seek: SeenSeek


SeekStreamLine: TypeAlias = SeekLine | EndLine | HeartbeatLine


class ChatEntry(TypedDict):
    """A message, or with `removes` a note that messages were removed. Nothing else in an entry ever changes."""

    number: int
    at: int
    author: str
    author_name: str | None
    seat: int | None
    text: NotRequired[str]
    phrase: NotRequired[
        Literal[
            "hello",
            "good_luck",
            "have_fun",
            "thanks",
            "youre_welcome",
            "well_played",
            "sorry",
            "no_problem",
            "one_moment",
            "back_again",
            "take_your_time",
            "good_game",
            "play_again",
            "yes",
            "no",
            "goodbye",
        ]
    ]
    message: NotRequired[FormattedMessage]
    removes: NotRequired[list[int]]
    removed: NotRequired[bool]
    hidden: NotRequired[bool]


class ChatLine(TypedDict):
    """A chat message, or the note of a removal; only with `chat=true`."""

    type: Literal["chat"]
    cursor: str
    table: str
    channel: Literal["seats", "spectators"]
    entry: ChatEntry


class ChatPage(TypedDict):
    """Entries of a channel, in order."""

    channel: Literal["seats", "spectators"]
    cursor: int
    entries: list[ChatEntry]


class Counter(TypedDict):
    """A number that everybody can see, such as points or deals; or a mark, as on the seat that proposes."""

    id: str
    kind: Literal[
        "cards",
        "deal",
        "mark",
        "meld",
        "power",
        "score",
        "stock",
        "stocks_left",
        "total",
        "turn",
        "turns_left",
        "votes",
    ]
    label: FormattedMessage
    value: int
    owner: Owner | None


class EventLine(TypedDict):
    """An event at a table, as the reader sees it."""

    type: Literal["event"]
    cursor: str
    table: str
    entry: FeedEntry
    view: NotRequired[SeatView]
    changes: NotRequired[list[Change]]


class Feed(TypedDict):
    """Events of a table after a version, as the caller sees them."""

    version: int
    cursor: str
    events: list[FeedEntry]


class FeedEntry(TypedDict):
    """One event as the viewer sees it, and the cards that it moved."""

    version: int
    seat: int | None
    event: Event
    message: FormattedMessage
    moves: list[Motion]


class FormattedMessage(TypedDict):
    """A message: a template with its arguments, and the text that they make in English."""

    template: str
    arguments: dict[
        str, int | str | SeatsObject | TeamObject | Person | CardsObject | AmountObject | Listed | PartsObject | Message
    ]
    text: str


class Judgement(TypedDict):
    """Whether a move would be legal at this version."""

    version: int
    legal: bool
    code: str | None
    detail: str | None
    message: NotRequired[FormattedMessage]


class Layout(TypedDict):
    """The cards and counters on the table, as one viewer sees them."""

    zones: list[Zone]
    counters: list[Counter]
    seats: list[SeatAtTable]
    teams: list[TeamAtTable]


class Message(TypedDict):
    """A template with its arguments; `Template` makes it. As an argument: a message that is part of another message."""

    kind: Literal["message"]
    template: str
    arguments: dict[
        str, int | str | SeatsObject | TeamObject | Person | CardsObject | AmountObject | Listed | PartsObject | Message
    ]


class MoveAnswer(TypedDict):
    """The effects of a move, as its player sees them."""

    version: int
    events: list[SeenEvent]


class PartsObject(TypedDict):
    """Messages, one after the other: `seat 0 scores 3 points; seat 1 scores no points`."""

    kind: Literal["parts"]
    parts: list[Message]


class ProblemDetails(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    message: NotRequired[FormattedMessage]
    code: str
    instance: str
    errors: NotRequired[list[Fault]]
    version: NotRequired[int]
    cursor: NotRequired[str]
    view: NotRequired[SeatView]
    candidates: NotRequired[list[Candidate]]
    budget: NotRequired[str]
    wait_seconds: NotRequired[int]


class SeatDecision(TypedDict):
    """The viewer's decision, with moves that can be sent unchanged."""

    id: str
    seat: int
    prompt: FormattedMessage
    deadline: int | None
    default: Move | None
    grade: Literal["enumerated", "factored", "stepwise", "submitted"]
    moves: list[Move]


class SeatView(TypedDict):
    """A table at one version, as one seat or a spectator sees it."""

    table: Header
    seat: int | None
    state: View | None
    layout: Layout | None
    decision: SeatDecision | None


class SeenEvent(TypedDict):
    """One event as the viewer sees it."""

    version: int
    seat: int | None
    event: Event
    message: FormattedMessage


StreamLine: TypeAlias = Union["ViewLine", EventLine, InvitationLine, HistoryLostLine, EndLine, HeartbeatLine, ChatLine]


class ViewLine(TypedDict):
    """A table as the reader sees it; the events after it follow."""

    type: Literal["view"]
    cursor: str
    table: str
    view: SeatView


class Zone(TypedDict):
    """A place for cards or for further zones. Zones come and go during play."""

    id: str
    kind: Literal["aside", "discard", "hand", "meld", "stock", "trick", "won"]
    owner: Owner | None
    arrangement: Literal["fan", "group", "pile", "row"]
    face: Literal["down", "up"]
    count: int | None
    cards: list[Item] | None
    label: FormattedMessage
    zones: list[Zone]
