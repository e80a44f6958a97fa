"""A table and its story as text for a terminal: cards with signs and colours, by seat, as wide as there is room."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from msgspec import UNSET
from rich.console import Console
from rich.text import Text

from domain.cards import Face
from domain.layout import Counter, Item, Owner, SeatAtTable, Zone
from domain.messages import Message
from domain.table import is_house_player
from domain.wording import in_signs, signed
from projections.header import Presence
from projections.seat_view import Perspective, SeatView
from projections.story import StoryLine
from service.cli.playback.game import Game

COLOURS = {"red": "bold red", "green": "bold green", "black": "bold", None: "bold"}
DIM, LOUD = "dim", "bold reverse"
HIDDEN = "▒▒"
INDENT = 2
NUMBER = 6
"""Width of the number before a sentence."""

LAID = {"hand", "stock", "discard", "trick"}
"""The kinds of zones that are shown when nothing lies there."""

Faces = Mapping[str, Face]


def card(item: Item, faces: Faces) -> Text:
    """Return a card with its sign, in its colour."""
    face = faces.get(item.card.rpartition("=")[2])
    return Text(signed(item.card, faces), COLOURS[face.colour if face else None])


def cards_of(zone: Zone, faces: Faces) -> list[Text]:
    """Return what lies in a zone: the cards that are seen, and how many others there are."""
    shown = [card(item, faces) for item in zone.cards or ()]
    if zone.count is None:
        return shown or [Text("?", DIM)]
    hidden = zone.count - len(shown)
    return [*shown, Text(f"{HIDDEN} {hidden}", DIM)] if hidden > 0 else shown


def row(label: str, pieces: Sequence[Text], width: int, indent: int) -> list[Text]:
    """Return a label and what lies there, on as many lines as it takes."""
    lines, line = list[Text](), Text(" " * indent)
    start = indent + INDENT
    if label:
        line.append(label, DIM)
    for piece in pieces:
        if line.cell_len > start and line.cell_len + 1 + piece.cell_len > width:
            lines.append(line)
            line = Text(" " * (start - 1))
        line.append(" ").append_text(piece)
    return [*lines, line]


def rows_of(zone: Zone, faces: Faces, width: int, indent: int, owner: int | None) -> list[Text]:
    """Return the lines of a zone and of the zones in it; none for an empty place of melds or won cards."""
    label, pieces = name_of(zone.label.text, owner), cards_of(zone, faces)
    if zone.zones and (zone.kind == "trick" or pieces):
        return row(label, [*pieces, *beside(zone, faces, owner)], width, indent)
    if zone.zones:
        return [line for each in zone.zones for line in rows_of(each, faces, width, indent, owner)]
    if not pieces and zone.kind not in LAID:
        return []
    return row(label, pieces or [Text("–", DIM)], width, indent)


def beside(zone: Zone, faces: Faces, owner: int | None) -> list[Text]:
    """Return what lies in the zones of a zone: the cards that are in a trick, by seat, or the one on top of it."""
    pieces = list[Text]()
    for each in zone.zones:
        label = "·" if zone.count else name_of(each.label.text, owner).removeprefix("card of ")
        pieces += [Text(label, DIM), *cards_of(each, faces)]
    return pieces


def name_of(label: str, owner: int | None) -> str:
    """Return what a zone or a counter is called below the name of its seat: `hand`."""
    return label if owner is None else label.removesuffix(f" of seat {owner}")


def counted(counters: Iterable[Counter], owner: int | None) -> list[Text]:
    """Return the numbers that belong to a seat, or (None) to no single one."""
    return [
        Text.assemble((f"{name_of(each.label.text, owner)} ", DIM), str(each.value))
        for each in counters
        if seat_of(each.owner) == owner
    ]


def seat_of(owner: Owner | None) -> int | None:
    """Return the seat whose something is; None: it belongs to a team, or to all."""
    return None if owner is None or owner.seat is UNSET else owner.seat


def seat_lines(seat: SeatAtTable, who: str, view: SeatView, *, at: int, width: int) -> list[Text]:
    """Return the lines of a seat: who sits there, team, numbers, how long it may still act, whether it has won."""
    pieces = [Text.assemble((f"seat {seat.seat}", "bold underline" if seat.seat == view.seat else "bold"), f" {who}")]
    if seat.team is not None:
        pieces.append(Text(f"team {seat.team}", DIM))
    pieces += counted(view.layout.counters if view.layout else (), seat.seat)
    if seat.deadline is not None:
        pieces.append(Text(f"{time_left(seat.deadline - at)} left", "yellow"))
    if seat.won:
        pieces.append(Text("won", "bold green"))
    first, *others = row("", separated(pieces), width, 1)
    return [Text.assemble(("▶ " if seat.to_act else "  ", "bold yellow"), first[2:]), *others]


def who_sits(presence: Presence, names: Mapping[UUID, str]) -> str:
    """Return who plays on a seat."""
    if presence.player is None:
        return "free"
    if is_house_player(presence.player):
        return f"house ({presence.house})"
    name = names.get(presence.player) or presence.player.hex[:8]
    shown = f"{name} (bot)" if presence.kind == "bot" else name
    return f"{shown}, house plays" if presence.house else shown


def table(game: Game, version: int, perspective: Perspective, width: int) -> list[Text]:
    """Return the lines of the table at a version, as it is seen then."""
    at = game.line(version, perspective).at
    return drawn(game.view(version, perspective), game.rules.faces, game.names, at, width)


def drawn(view: SeatView, faces: Faces, names: Mapping[UUID, str], at: int, width: int) -> list[Text]:
    """Return the lines of a table as it is seen at a time, in ms."""
    if view.layout is None:
        return waiting(view, names)
    layout = view.layout
    lines = row("", numbers, width, 0) if (numbers := separated(counted(layout.counters, None))) else []
    for zone in layout.zones:
        if seat_of(zone.owner) is None:
            lines += rows_of(zone, faces, width, 1, None)
    for seat in layout.seats:
        who = who_sits(view.table.presence[seat.seat], names)
        lines += seat_lines(seat, who, view, at=at, width=width)
        for zone in layout.zones:
            if seat_of(zone.owner) == seat.seat:
                lines += rows_of(zone, faces, width, INDENT + 1, seat.seat)
    return [*lines, *prompt(view, faces, width)]


def separated(pieces: Sequence[Text]) -> list[Text]:
    """Return pieces with a dot between two."""
    return [Text.assemble(*([("· ", DIM)] if number else []), piece) for number, piece in enumerate(pieces)]


def waiting(view: SeatView, names: Mapping[UUID, str]) -> list[Text]:
    """Return the lines of a table whose game has not begun."""
    seats = [
        Text.assemble(("  seat ", DIM), f"{seat} ", who_sits(presence, names))
        for seat, presence in enumerate(view.table.presence)
    ]
    said = "The table is aborted." if view.table.aborted else "The game has not begun."
    return [Text(f" {said}", DIM), *seats]


def prompt(view: SeatView, faces: Faces, width: int) -> list[Text]:
    """Return what the seat is asked that one looks from; nothing for all others."""
    if view.decision is None:
        return []
    asked = in_signs(Message(view.decision.prompt.template, view.decision.prompt.arguments), faces)
    return [Text(""), *wrapped(Text(asked, "italic"), width)]


def wrapped(text: Text, width: int) -> list[Text]:
    """Return a text on as many lines as it takes; some characters are two columns wide."""
    lines = [*text.wrap(Console(), width)]
    for line in lines:
        line.rstrip()
    return lines


def sentence(line: StoryLine, width: int, *, current: bool) -> list[Text]:
    """Return a sentence with its number, on as many lines as it takes; the one of the current version stands out."""
    texts = wrapped(Text(line.text, LOUD if current else ""), max(8, width - NUMBER))
    numbered = [f"{line.version:>{NUMBER - 1}}{'▸' if current else ' '}", *[" " * NUMBER] * (len(texts) - 1)]
    return [
        Text.assemble((number, DIM if not current else LOUD), text)
        for number, text in zip(numbered, texts, strict=True)
    ]


def story(game: Game, version: int, perspective: Perspective, width: int, height: int, *, last: int) -> list[Text]:
    """Return the sentences round a version, up to a last one, as many as there is room for; that one in the middle."""
    now = sentence(game.line(version, perspective), width, current=True)
    above, below = list[Text](), list[Text]()
    for before in range(version - 1, max(0, version - 1 - height), -1):
        above = [*sentence(game.line(before, perspective), width, current=False), *above]
        if len(above) >= height:
            break
    for after in range(version + 1, min(last, version + height) + 1):
        below += sentence(game.line(after, perspective), width, current=False)
        if len(below) >= height:
            break
    room = max(0, height - len(now))
    under = min(len(below), max(room - len(above), room // 2))
    over = min(len(above), room - under)
    return [*above[len(above) - over :], *now, *below[:under]][:height]


def time_left(milliseconds: int) -> str:
    """Return how long there is time: `7.5 s`, or `71:59:58` where it is longer than two minutes."""
    if milliseconds < 2 * 60_000:
        return f"{max(0, milliseconds) / 1000:.1f} s"
    return clock(milliseconds).partition(".")[0]


def clock(milliseconds: int) -> str:
    """Return a time since the table was opened: `0:01:02.345`."""
    seconds, milliseconds = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}.{milliseconds:03}"
