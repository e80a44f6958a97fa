// A table, by its id.

import type { Client, StreamOptions } from "./client.js";
import { Conflict, DecisionOver } from "./errors.js";
import type { ChatEntry, ChatPage, Decision, Feed, Header, Judgement, Line, Move, MoveAnswer } from "./shapes.js";
import type { Say, Seated, SeatView, Suggestions } from "./shapes.js";

const NOT_MODIFIED = 304;

/** Which seat to take: the first free one, unless this says more. */
export interface Wish {
  seat?: number;
  entropy?: string;
  invitation?: string;
}

/** Which part of a game to replay, and from where it is seen. */
export interface Stretch {
  from?: number;
  to?: number;
  seat?: number | "all";
  /** Ends the stream when it is aborted. */
  signal?: AbortSignal;
}

/** Where something is said at a table. */
export type Channel = ChatPage["channel"];

export class Table {
  private readonly path: string;
  private decided = 0;
  private seen: { etag: string; view: SeatView } | undefined;

  constructor(
    private readonly client: Client,
    readonly id: string,
  ) {
    this.path = `/tables/${id}`;
  }

  /** Returns the table without its cards. */
  header(): Promise<Header> {
    return this.client.request("GET", this.path);
  }

  /** Returns the table as I see it now; what I have seen already is not sent again. */
  async view(): Promise<SeatView> {
    const known: Record<string, string> = this.seen ? { "If-None-Match": this.seen.etag } : {};
    const answer = await this.client.send("GET", `${this.path}/view`, undefined, {}, known);
    if (this.seen && answer.status === NOT_MODIFIED) return this.seen.view;
    const view = (await answer.json()) as SeatView;
    const etag = answer.headers.get("ETag");
    this.seen = etag ? { etag, view } : undefined;
    return view;
  }

  /** Takes a seat, or my own again. */
  sit(wish: Wish = {}): Promise<Seated> {
    return this.client.request("POST", `${this.path}/seats`, wish);
  }

  /** Seats a house player on the first free seat. */
  seatHouse(kind = "random"): Promise<Seated> {
    return this.client.request("POST", `${this.path}/seats`, { house: kind });
  }

  /** Leaves my seat, or frees one at my table. */
  leave(seat: number): Promise<Header> {
    return this.client.request("DELETE", `${this.path}/seats/${seat}`);
  }

  /** Declines an invitation of mine, or withdraws one to my table; `player` is the invited player. */
  decline(player: string): Promise<Header> {
    return this.client.request("DELETE", `${this.path}/invitations/players/${player}`);
  }

  /** Starts the game, at my table. */
  start(): Promise<Header> {
    return this.client.request("POST", `${this.path}/start`);
  }

  /** Calls for the end of the game, or ends my table before it has begun. */
  abort(): Promise<Header> {
    return this.client.request("POST", `${this.path}/abort`, {});
  }

  /**
   * Returns what I may do after a line of `stream({ views: true })`; null: nothing. A line that comes late may have a decision
   * that is over by now. Send its id with the move, so that `move` throws `DecisionOver`; no older line has a decision then.
   * Takes my seat back if a house player plays on it, since I was away for too long.
   */
  async decisionIn(line: Line): Promise<Decision | null> {
    if (line.type === "history_lost") this.decided = 0;
    const view = line.type === "view" || line.type === "event" ? line.view : undefined;
    if (!view || view.seat === null || view.table.version < this.decided) return null;
    if (view.table.presence[view.seat]?.house) {
      await this.takeBack();
      return null;
    }
    return view.decision;
  }

  /** Takes my seat back from the house, unless I have it already. */
  async takeBack(): Promise<void> {
    await this.sit().catch((error: unknown) => {
      if (!(error instanceof Conflict)) throw error;
    });
  }

  /**
   * Makes a move, for the decision with this id. It is made once, whatever happens on the way. Throws `DecisionOver` if
   * that decision is over, and `Conflict` if the rules refuse the move.
   */
  async move(move: Move, decision: string | null = null): Promise<MoveAnswer> {
    try {
      const made = await this.client.request<MoveAnswer>("POST", `${this.path}/moves`, { move, decision });
      this.decided = made.version;
      return made;
    } catch (error) {
      if (error instanceof DecisionOver) this.decided = error.version;
      throw error;
    }
  }

  /** Asks to take my last move back. Throws `Conflict` if `take_back` of the table does not name my seat. */
  askTakeBack(): Promise<Header> {
    return this.client.request("POST", `${this.path}/take-back`, {});
  }

  /** Consents to a take-back, declines it, or withdraws my own. `take_back` of the table has its `proposal`. */
  answerTakeBack(proposal: number, consents = true): Promise<Header> {
    return this.client.request("POST", `${this.path}/take-back`, { proposal, consents });
  }

  /** Says a text, or a set phrase by its code, to the `seats` or, without a seat, to the `spectators`. */
  say(said: Say, channel: Channel = "seats"): Promise<ChatEntry> {
    return this.client.request("POST", `${this.path}/chat/${channel}`, said);
  }

  /** Returns what was said after an entry; waits at most that many seconds for the next. */
  chat(channel: Channel = "seats", after = 0, wait = 0): Promise<ChatPage> {
    return this.client.request("GET", `${this.path}/chat/${channel}`, undefined, { after, wait });
  }

  /** Returns whether a move of mine would be legal, and if not why; it is not made. */
  check(move: Move): Promise<Judgement> {
    return this.client.request("POST", `${this.path}/moves/check`, { move });
  }

  /** Returns that many legal moves of mine, chosen at random. */
  suggestions(n = 1): Promise<Suggestions> {
    return this.client.request("GET", `${this.path}/moves/suggestions`, undefined, { n });
  }

  /** Returns the events after a cursor or version; waits at most that many seconds for the next. Throws `HistoryLost`. */
  events(after: string | number = 0, wait = 0): Promise<Feed> {
    return this.client.request("GET", `${this.path}/events`, undefined, { after, wait, limit: 1000 });
  }

  /** Returns the record of the finished game. */
  record(): Promise<Record<string, unknown>> {
    return this.client.request("GET", `${this.path}/record`);
  }

  /**
   * Goes through the game again, from a version to another one or to the present; see `Client.lines`. Each event has in
   * `view` the view after it: from my place or, once the record is open, from any seat or all.
   */
  replay({ from = 1, to, seat, signal }: Stretch = {}): AsyncGenerator<Line, void> {
    const parameters = { from, ...(to !== undefined && { to }), ...(seat !== undefined && { seat }) };
    return this.client.lines(`${this.path}/replay`, { views: true, parameters, ...(signal && { signal }) });
  }

  /** Follows the table to its end; see `Client.lines`. */
  stream(options: StreamOptions = {}): AsyncGenerator<Line, void> {
    return this.client.lines(`${this.path}/stream`, options);
  }
}
