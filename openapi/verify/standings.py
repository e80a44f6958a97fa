"""Computes the standings of a tournament of Parlour from its exported records, and compares them with those it gave.

    parlour tournament export ID FOLDER           writes tournament.json, standings.json, and tables/*.json
    python verify.py FOLDER/tournament.json FOLDER/tables/*.json        are they what the service has signed?
    python standings.py [--json] FOLDER           does what they say follow from what was played?

It needs Python 3.10, and nothing of Parlour. It checks no signatures and no chains of hashes: `verify.py` does. It
takes the result of each table from the events of that table, and follows the guide: "Running a tournament" for the
deals, "Scoring and tie-breaks" for the rest. Exit code 0: all is so; 1: something is not, the first of it is printed;
2: usage.
"""

import argparse
import hmac
import json
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

WHOLE = 10_000


class NotTrue(Exception):
    """What is not so."""


def need(holds: object, why: str) -> None:
    """Raise `NotTrue` unless this holds."""
    if not holds:
        raise NotTrue(why)


def half_up(numerator: int, denominator: int) -> int:
    """Return a quotient, rounded half up."""
    return (2 * numerator + denominator) // (2 * denominator)


# What has happened: the events of the tournament, one after the other


@dataclass
class Table:
    """A table of a round. `entrants` and `players` are by seat; `again` counts how often it was played anew."""

    id: str
    number: int
    entrants: list[str]
    players: list[str]
    again: int = 0
    noted: Any = None
    result: Any = None


@dataclass
class Round:
    """A round: its rulings by number, each with the measures that are in force."""

    number: int
    tables: list[Table]
    byes: list[str]
    rulings: dict[int, list[Any]] = field(default_factory=dict)
    finished: bool = False


@dataclass
class Entrant:
    """An entrant: `state` is `waiting`, `in` or `out`; one that joined late has `points` for rounds before `since`."""

    number: int
    members: list[str]
    state: str = "in"
    entropy: str | None = None
    since: int = 1
    points: int = 0


@dataclass
class Tournament:
    """A tournament: its entrants by id, its rounds by number, and the tables in whose place others were played."""

    settings: Any
    secret: str
    entropies: str = ""
    entrants: dict[str, Entrant] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    replaced: list[tuple[int, Table]] = field(default_factory=list)

    def those(self, *states: str) -> list[str]:
        """Return the entrants in one of these states, by their numbers."""
        found = [each for each, entrant in self.entrants.items() if entrant.state in states]
        return sorted(found, key=lambda each: self.entrants[each].number)


def told(record: Any) -> Tournament:
    """Return what the record of a tournament tells. Raises `NotTrue` if its secret is not the one it has promised."""
    events = [entry["event"] for entry in record["events"]]
    now = Tournament(events[0]["settings"], events[0]["secret"])
    promised = [events[0]["commitment"], record["commitment"], sha256(bytes.fromhex(now.secret)).hexdigest()]
    need(len({*promised}) == 1 and record["secret"] == now.secret, "the secret of the tournament is another one")
    for event in events:
        enter(now, event)
        come_and_go(now, event)
        play(now, event)
        rule(now, event)
    return now


def enter(now: Tournament, event: Any) -> None:
    """Take in a new entrant, and the hash of all that entrants have added to the deals."""
    kind, who = event["type"], event.get("entrant")
    if kind == "entrant_entered":
        now.entrants[who] = Entrant(event["number"], [*event["members"]], "waiting" if event["waiting"] else "in")
    elif kind == "entrants_added":
        for number, each in enumerate(event["entered"], event["first_number"]):
            now.entrants[each["id"]] = Entrant(number, [*each["members"]])
    elif kind == "entrant_entered_late":
        late = {"since": event["round"], "points": event["points"]}
        now.entrants[event["entered"]["id"]] = Entrant(event["number"], [*event["entered"]["members"]], **late)
    elif kind == "member_substituted":
        members = now.entrants[event["entrant"]].members
        members[members.index(event["leaves"])] = event["joins"]
    elif kind == "tournament_started":
        given = [now.entrants[each].entropy for each in now.those("in")]
        need(event["entrants"] == len(given), "another number of entrants has started")
        now.entropies = sha256(json.dumps(given, separators=(",", ":")).encode()).hexdigest()
        need(event["entropies"] == now.entropies, "`entropies` does not follow from what was added at the check-in")


def come_and_go(now: Tournament, event: Any) -> None:
    """Take in who comes and who is out: before the start for good, except those who missed the check-in."""
    kind, who, started = event["type"], event.get("entrant"), bool(now.entropies)
    if kind == "entrant_returned":
        now.entrants[who].state = "in"
    elif kind == "entrants_moved_up":
        for each in event["entrants"]:
            now.entrants[each].state = "in"
    elif kind == "entrant_declined":
        now.entrants.pop(who, None)
    elif kind == "entrant_withdrawn":
        withdraw(now, who)
    elif kind in ("check_in_closed", "no_shows_noted"):
        for each in event["absent"]:
            if now.entrants[each].state == "in":
                now.entrants[each].state = "out"
    elif kind == "entrant_checked_in" and not started:
        now.entrants[who].entropy = event["entropy"]


def withdraw(now: Tournament, who: str) -> None:
    """Take an entrant out: for good before the start, and from the waiting list."""
    if now.entropies and now.entrants[who].state != "waiting":
        now.entrants[who].state = "out"
    else:
        del now.entrants[who]


def play(now: Tournament, event: Any) -> None:
    """Take in rounds, tables and what was noted of them."""
    kind = event["type"]
    if kind == "round_published":
        tables = [published(now, each) for each in event["tables"]]
        now.rounds[event["round"]] = Round(event["round"], tables, event["byes"])
    elif kind == "round_finished":
        now.rounds[event["round"]].finished = True
    elif kind == "table_replayed":
        tables = now.rounds[event["round"]].tables
        for old, new in zip(event["instead_of"], event["tables"], strict=True):
            at = next(at for at, table in enumerate(tables) if table.id == old)
            now.replaced.append((event["round"], tables[at]))
            tables[at] = Table(new, event["number"], tables[at].entrants, tables[at].players, event["again"])
    elif kind in ("result_noted", "table_stopped"):
        found(now, event).noted = event
    elif kind == "result_corrected":
        found(now, event).result = event["result"]


def found(now: Tournament, event: Any) -> Table:
    """Return the table that an event is about."""
    tables = [*now.rounds[event["round"]].tables, *(table for _, table in now.replaced)]
    return next(table for table in tables if table.id == event["table"])


def published(now: Tournament, table: Any) -> Table:
    """Return a table as it was published: at each seat sits a member of one of its entrants."""
    team = {player: each for each in table["entrants"] for player in now.entrants[each].members}
    need(all(player in team for player in table["seats"]), f"table {table['id']} seats somebody who is not entered")
    return Table(table["id"], table["number"], [team[player] for player in table["seats"]], table["seats"])


def rule(now: Tournament, event: Any) -> None:
    """Take in rulings; those of an appeal that is upheld stand in place of the ruling's."""
    kind = event["type"]
    if kind == "ruling_made" or (kind == "appeal_decided" and event["outcome"] == "upheld"):
        now.rounds[event["round"]].rulings[event["ruling"]] = event["measures"]


# What was played: the events of the tables


def check_table(now: Tournament, number: int, table: Table, record: Any) -> None:
    """Compare the record of a table with what the tournament says of it, and take in its result."""
    name, noted, events = f"table {table.id}", table.noted, [entry["event"] for entry in record["events"]]
    opening, end = events[0], record["events"][-1]
    need(record["table"] == table.id, f"{name}: the file is the record of {record['table']}")
    for version, link in ((end["version"], end["hash"]), (record["seal"]["version"], record["seal"]["hash"])):
        same = (version, link) == (noted["table_version"], noted["table_hash"])
        need(same, f"{name}: its last version or hash is not the one that the tournament has noted")
    need(opening["secret"] == secret_of(now, number, table), f"{name}: its secret is not that of the tournament")
    seats = {event["seat"]: event["player"] for event in events if event["type"] == "seat_taken"}
    need([seats[seat] for seat in sorted(seats)] == table.players, f"{name}: others sit there than was published")
    need(not any(event.get("entropy") for event in events), f"{name}: somebody has added entropy at the table")
    result = result_of(opening, events)
    need(result == noted.get("result"), f"{name}: its events give another result than was noted")
    table.result = table.result or result


def secret_of(now: Tournament, number: int, table: Table) -> str:
    """Return the secret of a table, which all its deals come from."""
    lines = ["parlour-tournament-deal-1", now.entropies, f"round:{number}"]
    if table.again or not now.settings["duplicate"]:
        lines.append(f"table:{table.number}")
    if table.again:
        lines.append(f"again:{table.again}")
    return hmac.digest(bytes.fromhex(now.secret), "\n".join(lines).encode(), "sha256").hex()


def result_of(opening: Any, events: list[Any]) -> Any:
    """Return the result of a table by its events; None: its game has not finished."""
    end = next((event["result"] for event in events if event["type"] == "game_finished"), None)
    if end is None:
        return None
    teams, success, winners = None, None, end.get("winners")
    if "meeting_score" in end:  # Friendlier Than Thou: all have one score, and win together if they are welcomed
        seats, success = len(end["hands"]), end["band"]
        points = [end["meeting_score"]] * seats
        winners = [] if success in ("read_out", "probation") else [*range(seats)]
    elif "winning_team" in end:  # Literature: each seat has the points of its team
        teams = opening["options"]["teams"]
        points = [end["scores"][team] for team in teams]
    else:
        points = end["totals"] if "totals" in end else end["scores"]
    deals = [event["scores"] for event in events if event["type"] == "deal_ended"] or [points]
    return {"deals": deals, "points": points, "winners": winners, "teams": teams, "success": success}


def check_decks(tables: Iterable[tuple[Table, Any]]) -> None:
    """Check that tables of as many seats have the same decks, as far as they have played."""
    first: dict[tuple[int, int], Any] = {}
    for table, record in tables:
        events = [entry["event"] for entry in record["events"]]
        for event in [event for event in events if event["type"] == "deal_started"]:
            deck = first.setdefault((len(table.players), event["deal"]), event["deck"])
            need(deck == event["deck"], f"table {table.id}: the cards of deal {event['deal']} are not those of others")


# Scoring a round


@dataclass
class Score:
    """What an entrant has in a round. `ahead` is how many opponents did better, `deals` how many were finished.

    `margin` is by how many points of the game they were ahead, `best_deals` in how many deals nobody had more.
    """

    points: int
    how: str
    outcome: str
    opponents: list[str] = field(default_factory=list)
    ahead: int = 0
    margin: int = 0
    deals: int = 0
    best_deals: int = 0

    @property
    def met(self) -> bool:
        """Whether they have met anybody: something was finished, and they were not alone."""
        return bool(self.deals and self.opponents)

    def place(self, ahead: int, equal: int) -> None:
        """Take in how many opponents did better, and how many as well."""
        self.ahead, self.outcome = ahead, "lost" if ahead else "tied" if equal else "won"


@dataclass
class Played:
    """What was played in a round. `seats` are the tables of each entrant, with their first seat there."""

    scoring: str
    tables: list[Table]
    seats: dict[str, list[tuple[Table, int]]]
    opponents: dict[str, list[str]]
    forfeited: set[str]

    def total(self, side: str) -> int | None:
        """Return the points of the game of an entrant, at both tables of a match; None: not all was finished."""
        ended = [table.result["points"][seat] for table, seat in self.seats[side] if table.result]
        return sum(ended) if len(ended) == len(self.seats[side]) else None

    def strength(self, side: str) -> tuple[bool, bool, int]:
        """Return what those at a table are compared by: no forfeit, then the win, then the points."""
        total, seats = self.total(side), self.seats[side]
        won = total is not None and len(seats) == 1 and seats[0][1] in seats[0][0].result["winners"]
        return side not in self.forfeited, won, total or 0

    def others_with(self, table: Table, deal: int | None, seat: int) -> list[int]:
        """Return what the others had with the same cards; `deal` None: in the whole game."""
        return [
            other.result["points"][seat] if deal is None else other.result["deals"][deal][seat]
            for other in self.tables
            if other is not table and other.result and len(other.players) == len(table.players)
            if other.again == table.again == 0 or (other.number == table.number and other.again and table.again)
            if deal is None or deal < len(other.result["deals"])
        ]

    def rank_share(self, side: str) -> int:
        """Return the share of the opponents who did worse."""
        return share([compared(self.strength(side), map(self.strength, self.opponents[side]))])

    def earned(self, side: str) -> int:
        """Return what an entrant has for what was played to its end, as the tournament scores."""
        ended = [(table, seat) for table, seat in self.seats[side] if table.result]
        if self.scoring == "rank_points":
            return self.rank_share(side)
        if self.scoring == "joint":
            return share([compared(t.result["points"][seat], self.others_with(t, None, seat)) for t, seat in ended])
        if self.scoring == "matchpoints":
            return share([compared(had, self.others_with(t, deal, seat)) for t, deal, seat, had in self.deals(side)])
        return self.margin(side) if self.scoring == "difference" else self.total(side) or 0

    def margin(self, side: str) -> int:
        """Return by how many points an entrant is ahead of the best other."""
        mine, others = self.total(side), [self.total(each) or 0 for each in self.opponents[side]]
        return mine - max(others) if mine is not None and others else 0

    def deals(self, side: str) -> list[tuple[Table, int, int, int]]:
        """Return all deals of an entrant: the table, the number from 0, the seat, and the points."""
        ended = [(table, seat) for table, seat in self.seats[side] if table.result]
        return [(t, deal, seat, had[seat]) for t, seat in ended for deal, had in enumerate(t.result["deals"])]

    def best_deals(self, side: str) -> int:
        """Return in how many deals nobody who is compared has more."""
        best = 0
        for table, deal, seat, had in self.deals(side):
            if self.scoring == "matchpoints":
                others = self.others_with(table, deal, seat)
            else:
                at_table = table.result["deals"][deal]
                others = [at_table[table.entrants.index(each)] for each in self.opponents[side]]
            best += all(had >= other for other in others)
        return best


def compared(mine: Any, others: Iterable[Any]) -> tuple[int, int]:
    """Return 2 for each who did worse, 1 for each who did as well, and how much could be had."""
    had = [2 if mine > other else int(mine == other) for other in others]
    return sum(had), 2 * len(had)


def share(comparisons: list[tuple[int, int]]) -> int:
    """Return what was had of what could be had, in hundredths of a percent."""
    had, possible = sum(each for each, _ in comparisons), sum(each for _, each in comparisons)
    return half_up(WHOLE * had, possible) if possible else WHOLE // 2


def score_round(now: Tournament, this: Round) -> dict[str, Score]:
    """Return what each entrant has in a round that is over."""
    measures = [each for number in sorted(this.rulings) for each in this.rulings[number]]
    ruled = {each["entrant"]: each for each in measures if each["type"] not in ("penalty", "warned")}
    forfeited = {side for side, each in ruled.items() if each["type"] == "forfeited"}
    played = Played(now.settings["scoring"], this.tables, {}, {}, forfeited)
    for table in this.tables:
        for side in dict.fromkeys(table.entrants):
            played.seats.setdefault(side, []).append((table, table.entrants.index(side)))
            played.opponents[side] = [each for each in dict.fromkeys(table.entrants) if each != side]
    earned = {side: played.earned(side) for side in played.seats if played.total(side) is not None}
    usual = usual_of(played.scoring, [points for side, points in earned.items() if side not in forfeited])
    scores = {side: at_table(played, side, earned, usual) for side in played.seats}
    scores |= {each: unseated(now, this, each) for each in now.those("in", "out") if each not in scores}
    for side, ruling in ruled.items():
        if side in scores:
            apply(scores[side], ruling, usual)
    for side, opponents in played.opponents.items():
        if any(scores[each].how == "adjusted" for each in (side, *opponents)):
            mine, *others = [(scores[each].how != "forfeited", scores[each].points) for each in (side, *opponents)]
            outcome = scores[side].outcome
            scores[side].place(sum(each > mine for each in others), others.count(mine))
            if scores[side].how in ("forfeited", "not_played"):
                scores[side].outcome = outcome
    for each in measures:
        if each["type"] == "penalty" and each["entrant"] in scores:
            scores[each["entrant"]].points -= each["points"]
    return scores


@dataclass
class Usual:
    """What was usual in a round; `innocent` is for entrants at a table with a forfeit, if nothing was finished."""

    average: int
    forfeit: int
    innocent: int
    best: int


def usual_of(scoring: str, earned: list[int]) -> Usual:
    """Return what was usual, by what was earned in the round."""
    if scoring == "points":
        average = half_up(sum(earned), len(earned)) if earned else 0
        return Usual(average, min([0, *earned]), average, max([0, *earned]))
    if scoring == "difference":
        won = [each for each in earned if each > 0]
        winning = max(1, half_up(sum(won), len(won))) if won else 1
        return Usual(0, -winning, winning, max([0, *earned]))
    return Usual(WHOLE // 2, 0, 6_000, WHOLE)


def at_table(played: Played, side: str, earned: dict[str, int], usual: Usual) -> Score:
    """Return the score of an entrant at a table, except rulings on themselves."""
    opponents, won_by_forfeit = played.opponents[side], not played.forfeited.isdisjoint(played.opponents[side])
    if side in earned:
        most = max(earned[side], usual.innocent) if won_by_forfeit and played.scoring == "difference" else earned[side]
        score = Score(most, "played", "tied", opponents)
    elif won_by_forfeit:
        innocent = played.rank_share(side) if played.scoring == "rank_points" else usual.innocent
        score = Score(innocent, "won_by_forfeit", "tied", opponents)
    else:
        score = Score(usual.average, "not_played", "tied", opponents)
    mine, others = played.strength(side), [played.strength(each) for each in opponents]
    score.place(sum(other > mine for other in others), others.count(mine))
    score.margin, score.deals, score.best_deals = played.margin(side), len(played.deals(side)), played.best_deals(side)
    return score


def unseated(now: Tournament, this: Round, side: str) -> Score:
    """Return the score of an entrant without a table."""
    entrant = now.entrants[side]
    if side in this.byes:
        return Score(now.settings["bye_points"], "bye", "bye")
    return Score(entrant.points, "late", "late") if entrant.since > this.number else Score(0, "absent", "absent")


def apply(score: Score, ruling: Any, usual: Usual) -> None:
    """Apply a ruling to the score of its entrant. Without a table only the points change."""
    kind, without = ruling["type"], score.outcome if score.outcome in ("bye", "absent", "late") else None
    if kind == "forfeited":
        score.points, score.how, score.outcome = usual.forfeit, "forfeited", "lost"
    elif kind == "not_played":
        score.points, score.how, score.outcome = usual.average, "not_played", "tied"
    else:
        stated = ruling["points"] if kind == "adjusted_points" else half_up(usual.best * ruling["share"], WHOLE)
        score.points, score.how = stated, "adjusted"
    score.outcome = without or score.outcome


# Standings


Scores = dict[str, dict[int, Score]]

OUTCOMES = ("bye", "won", "tied", "lost")
"""Of two in a knockout, the first of these goes on; if both have the same, the better starting number."""


def reached(now: Tournament, scores: Scores) -> dict[str, int]:
    """Return for each how far they have got in a knockout, or in the final of groups; empty: there is none."""
    seating = now.settings["seating"]
    first = {"knockout": 1, "groups": seating["rounds"] - seating["final_rounds"] + 1}.get(seating["format"])
    if first is None:
        return {}
    far, last = dict.fromkeys(scores, 0), 0
    for last in sorted(number for number in now.rounds if number >= first):
        this = now.rounds[last]
        far |= dict.fromkeys([*this.byes, *(each for table in this.tables for each in table.entrants)], last)
    if seating["format"] == "groups" and seating["places"] != 2:
        return {each: min(number, first) for each, number in far.items()}
    if last and now.rounds[last].finished:
        there = {each: scores[each][last] for each, number in far.items() if number == last}
        far |= dict.fromkeys(going_on(now, last, there), last + 1)
    return far


def going_on(now: Tournament, number: int, there: dict[str, Score]) -> list[str]:
    """Return who goes on from a round of a knockout; if several do, and more is to come, only those still in."""
    seating, on = now.settings["seating"], list[str]()
    pairs = seating["places"] == 2
    for table in {frozenset([each, *score.opponents]) for each, score in there.items()}:
        fared = {each: fared_at(there[each], pairs) for each in table}
        best = sorted(table, key=lambda each: (fared[each], now.entrants[each].number))
        on += best[: 1 if pairs or len(table) == len(there) else seating["advance"]]
    if len(on) > 1 and number < seating["rounds"]:
        on = [each for each in on if now.entrants[each].state == "in"]
    return on


def fared_at(score: Score, pairs: bool) -> tuple[int, ...]:
    """Return by what those at a table of a knockout go on, the least first: two by their outcomes, more by points."""
    return (OUTCOMES.index(score.outcome),) if pairs else (-score.points, score.how == "forfeited", score.ahead)


def standings_of(now: Tournament) -> list[Any]:
    """Return the rows of the standings, the best first, in the form of standings.json without the arithmetic."""
    entrants = now.those("in", "out")
    rounds = {number: score_round(now, each) for number, each in sorted(now.rounds.items()) if each.finished}
    scores = {each: {number: this[each] for number, this in rounds.items()} for each in entrants}
    points = {each: sum(score.points for score in scores[each].values()) for each in entrants}
    far = reached(now, scores)
    first = {each: (far.get(each, 0), points[each]) for each in entrants}
    groups = [[each for each in entrants if first[each] == had] for had in sorted({*first.values()}, reverse=True)]
    values: dict[str, list[Any]] = {each: [] for each in entrants}
    for name in now.settings["tie_breaks"]:
        parted = []
        for tied in groups:
            for each in tied:
                values[each].append({"name": name, **tie_break(name, each, tied, scores, points)})
            found = sorted({values[each][-1]["value"] for each in tied}, reverse=True)
            parted += [[each for each in tied if values[each][-1]["value"] == value] for value in found]
        groups = parted
    rows: list[Any] = []
    for tied in groups:
        rank = len(rows) + 1
        for each in tied:
            by_round = [
                {"round": number, "points": score.points, "how": score.how, "outcome": score.outcome}
                for number, score in scores[each].items()
            ]
            row = {"rank": rank, "entrant": each, "points": points[each]}
            row |= {"reached": far[each]} if far else {}
            rows.append(row | {"by_round": by_round, "tie_breaks": values[each]})
    return rows


def tie_break(name: str, who: str, tied: list[str], scores: Scores, points: dict[str, int]) -> Any:
    """Return the value of a tie-break, and whether it applies."""
    mine = scores[who]
    applies = True
    if name == "head_to_head":
        others = {*tied} - {who}
        everybody = [
            {other for score in scores[each].values() if score.deals for other in score.opponents} for each in tied
        ]
        applies = bool(others) and all({*tied} <= met | {each} for each, met in zip(tied, everybody, strict=True))
        terms = [halves for other, _, halves, _ in meetings(who, scores) if other in others and applies]
    elif name in ("buchholz", "buchholz_cut_1"):
        terms = [
            half_up(sum(points[other] for other in score.opponents), len(score.opponents)) if score.met else points[who]
            for score in mine.values()
        ]
        terms = sorted(terms)[name == "buchholz_cut_1" :]
    elif name == "sonneborn_berger":
        terms = [half_up(halves * points[other], 2 * count) for other, _, halves, count in meetings(who, scores)]
    elif name == "best_deals":
        terms = [score.best_deals for score in mine.values()]
    elif name == "wins":
        terms = [1 for score in mine.values() if score.outcome == "won"]
    elif name == "difference":
        terms = [score.margin for score in mine.values() if score.met]
    else:
        need(name == "fewest_byes", f"there is no tie-break {name}")
        terms = [-1 for score in mine.values() if score.outcome == "bye"]
    return {"value": sum(terms), "applies": applies}


def meetings(who: str, scores: Scores) -> list[tuple[str, int, int, int]]:
    """Return whom somebody has met, in which round, what was won in halves, and how many others sat there."""
    return [
        (other, number, 1 + (score.ahead < rival.ahead) - (score.ahead > rival.ahead), len(score.opponents))
        for number, score in scores[who].items()
        for other in (score.opponents if score.deals else ())
        for rival in (scores[other][number],)
    ]


# Files


def read(file: Path) -> Any:
    """Return the JSON document in a file."""
    return json.loads(file.read_bytes())


def recomputed(folder: Path) -> tuple[Tournament, list[Any]]:
    """Return the tournament in a folder, and its standings as they follow from its records. Raises `NotTrue`."""
    now = told(read(folder / "tournament.json"))
    tables = [(number, table) for number, each in now.rounds.items() for table in each.tables]
    checked: dict[int, list[tuple[Table, Any]]] = {}
    for number, table in [*tables, *now.replaced]:
        file = folder / "tables" / f"{table.id}.json"
        need(table.noted is None or table.noted["type"] == "table_stopped" or file.exists(), f"{file.name} is missing")
        if table.noted is not None and file.exists():
            record = read(file)
            check_table(now, number, table, record)
            if now.settings["duplicate"] and not table.again:
                checked.setdefault(number, []).append((table, record))
    for each in checked.values():
        check_decks(each)
    return now, standings_of(now)


def compare(rows: list[Any], given: list[Any]) -> None:
    """Compare the standings with those that were given. Raises `NotTrue` with the first difference."""
    found = {row["entrant"]: row for row in given}
    need(len(found) == len(given) == len(rows), f"standings.json has {len(given)} rows, not {len(rows)}")
    need([row["rank"] for row in rows] == [row["rank"] for row in given], "standings.json has other ranks")
    for row in rows:
        need(row["entrant"] in found, f"standings.json has no row of {row['entrant']}")
        for name, mine, its in differences(row, found[row["entrant"]]):
            need(mine == its, f"standings.json gives {row['entrant']} {its} as {name}, and the records {mine}")


def differences(row: Any, given: Any) -> Iterator[tuple[str, object, object]]:
    """Yield what stands in a row, and in the one that was given."""
    for name, mine in row.items():
        if not isinstance(mine, list):
            yield name, mine, given.get(name)
            continue
        yield f"number of {name}", len(mine), len(given[name])
        for part, other in zip(mine, given[name], strict=True):
            yield from (
                (f"{key} ({name} {next(iter(part.values()))})", value, other[key]) for key, value in part.items()
            )


def as_text(now: Tournament, rows: list[Any]) -> str:
    """Return the standings as a table."""
    far = ["reached"] if rows and "reached" in rows[0] else []
    lines = [["rank", "no.", "entrant", *far, "points", *now.settings["tie_breaks"]]]
    for row in rows:
        values = [*(row[name] for name in far), row["points"], *(each["value"] for each in row["tie_breaks"])]
        first = (row["rank"], now.entrants[row["entrant"]].number, row["entrant"])
        lines.append([str(each) for each in (*first, *values)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.rjust, line, widths)) for line in lines)


def plain(text: str) -> str:
    """Return a text without what a terminal would obey, or cannot show: strangers make exports, too."""
    return "".join(each if each == "\n" or each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def main() -> None:
    """Check the folder that is given on the command line."""
    usage = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usage.add_argument("--json", action="store_true", help="print the standings as JSON")
    usage.add_argument("folder", type=Path)
    given = usage.parse_args()
    try:
        now, rows = recomputed(given.folder)
        compare(rows, read(given.folder / "standings.json")["standings"])
        text = json.dumps({"standings": rows}, indent=1) if given.json else as_text(now, rows)
    except NotTrue as lie:
        sys.exit(plain(f"NOT TRUE: {lie}"))
    except OSError as error:
        usage.error(str(error))
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
        RecursionError,
        StopIteration,
    ) as error:
        sys.exit(f"NOT TRUE: this is not what an export looks like: {error!r}")
    print(plain(text))


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # so that `| head` ends it as it ends other programs, without a traceback
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
