// A service as one player or visitor sees it.

import { good, NotNow, passing, Unreachable } from "./errors.js";
import { Patience } from "./patience.js";
import type { Catalog, GameEntry, Header, Line, Lobby, Me, MessageList, MyTables, NewPlayer } from "./shapes.js";
import type { MySeeks, OpeningSettings, SeenSeek, SoughtTables } from "./shapes.js";
import { Seek } from "./seek.js";
import { Table } from "./table.js";
import { Views } from "./views.js";

const ANSWER_MS = 60_000;
/** A stream that is silent for longer than this is dead: the service sends a line at least every ten seconds. */
const LONGEST_SILENCE_MS = 20_000;
const PATIENCE_MS = 300_000;
const MY_STREAM = "/me/stream";

type Parameters = Record<string, string | number>;

export interface Settings {
  token?: string;
  /** For how many milliseconds something is tried again that gets no answer, or is put off. */
  patience?: number;
}

/** Who is to play at a new table. */
export interface Company {
  /** Who sits down at once, by seat: `me`, a house player by its kind, or nobody. */
  seats?: (string | null)[];
  /** The ids of players who are challenged. */
  invite?: string[];
}

/** How long a seek waits for people alone. */
export interface Waiting {
  /** After how many milliseconds house players take the seats that are missing; absent: never. */
  withHouseAfter?: number;
}

export interface StreamOptions {
  /** The cursor of a line, or of a table's stream a version; without it the first line is the view. */
  after?: string | number;
  /** Whether each event has in `view` the view after it. */
  views?: boolean;
  /** Whether lines tell what is said at the table. */
  chat?: boolean;
  /** Ends the stream when it is aborted, also one in which nothing happens. */
  signal?: AbortSignal;
  /** Parameters of the query. */
  parameters?: Parameters;
}

/**
 * A service as one player sees it, or, without a token, as a visitor does. `url` is the origin, such as
 * `https://cards.example`. What gets no answer, or is put off, is sent again with the same key, so it is done once.
 */
export class Client {
  readonly url: string;
  token: string | undefined;
  private readonly patience: number;

  constructor(url: string, { token, patience = PATIENCE_MS }: Settings = {}) {
    if (!/^https?:\/\//.test(url)) {
      throw new TypeError(`"${url}" is not the URL of a service, such as https://cards.example`);
    }
    this.url = `${url.replace(/\/+$/, "")}/v1`;
    this.token = token;
    this.patience = patience;
  }

  /**
   * Makes a new player, as whom the client speaks from now on. Keep their `token`: it is shown only here.
   * With `bot` the player is a program, which everybody sees, for good.
   */
  async signUp(name: string, { bot = false }: { bot?: boolean } = {}): Promise<NewPlayer> {
    const player = await this.request<NewPlayer>("POST", "/players", { name, bot });
    this.token = player.token;
    return player;
  }

  me(): Promise<Me> {
    return this.request("GET", "/me");
  }

  games(): Promise<Catalog> {
    return this.request("GET", "/games");
  }

  game(game: string): Promise<GameEntry> {
    return this.request("GET", `/games/${game}`);
  }

  messages(): Promise<MessageList> {
    return this.request("GET", "/messages");
  }

  /** Returns a page of the lobby; `game`, `status`, `player`, `cursor` and `limit` choose. */
  tables(wanted: Parameters = {}): Promise<Lobby> {
    return this.request("GET", "/tables", undefined, wanted);
  }

  /** Returns my seats at tables that go on, those that wait for me first. */
  myTables(): Promise<MyTables> {
    return this.request("GET", "/me/tables");
  }

  /** Returns a table by its id, without asking whether there is one. */
  table(id: string): Table {
    return new Table(this, id);
  }

  /** Opens a table; its game begins when the last seat is taken, or with `start`. */
  async openTable(
    game: string,
    options: object = {},
    settings: OpeningSettings = {},
    { seats = [], invite = [] }: Company = {},
  ): Promise<Table> {
    const wanted = { game, options, settings, auto_start: true, seats, invite };
    return this.table((await this.request<Header>("POST", "/tables", wanted)).id);
  }

  /** Seeks players for a game: those who seek the same are seated at one table. The same seek again waits anew. */
  async seek(
    game: string,
    options: object = {},
    settings: OpeningSettings = {},
    { withHouseAfter }: Waiting = {},
  ): Promise<Seek> {
    const wanted = { game, options, settings, with_house_after: withHouseAfter ?? null };
    return new Seek(this, await this.request<SeenSeek>("POST", "/seeks", wanted));
  }

  /** Returns my seeks that wait, the oldest first. */
  async mySeeks(): Promise<Seek[]> {
    return (await this.request<MySeeks>("GET", "/me/seeks")).seeks.map((seen) => new Seek(this, seen));
  }

  /** Returns what players seek now, in a game or in any; to play with them, seek the same. */
  sought(game?: string): Promise<SoughtTables> {
    return this.request("GET", "/seeks", undefined, { ...(game !== undefined && { game }) });
  }

  /** Follows all my tables, and my invitations; see `lines`. */
  stream(options: StreamOptions = {}): AsyncGenerator<Line, void> {
    return this.lines(MY_STREAM, options);
  }

  /**
   * Asks for anything in the contract: `request("GET", "/leaderboards/…")`. Returns the document that is answered.
   * Throws `Problem`, by its `code`, and `Unreachable`.
   */
  async request<T>(method: string, path: string, body?: unknown, parameters: Parameters = {}): Promise<T> {
    const answer = await this.send(method, path, body, parameters);
    return (answer.status === 204 ? null : await answer.json()) as T;
  }

  /** Returns an answer that is no problem; sends the request again, the same in all, until there is one. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    parameters: Parameters = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const sent = { "Idempotency-Key": newKey(), ...this.authorization(), ...headers };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const typed = body === undefined ? sent : { ...sent, "Content-Type": "application/json" };
    const patience = new Patience(this.patience);
    for (;;) {
      try {
        const signal = AbortSignal.timeout(ANSWER_MS);
        const request = { method, headers: typed, signal, ...content };
        return await good(await whole(await fetch(this.address(path, parameters), request)));
      } catch (thrown) {
        await patience.pause(passing(thrown, `${method} ${path}`));
      }
    }
  }

  /**
   * Yields the lines of a stream to its end. When it breaks off, it goes on behind the last line that came. Heartbeats are
   * left out. `signal` ends it. Throws `Problem` and `Unreachable`.
   */
  async *lines(path: string, options: StreamOptions = {}): AsyncGenerator<Line, void> {
    const { after = "", views = false, chat = false, signal } = options;
    const asked = { ...(views && { with: "changes" }), ...(chat && { chat: "true" }) };
    const parameters = { ...options.parameters, ...asked };
    const [known, patience] = [new Views(), new Patience(this.patience)];
    let cursor = String(after);
    while (!signal?.aborted) {
      const connection = this.connection(path, cursor, parameters, new Silence(signal));
      let interrupted = new NotNow(new Unreachable(`GET ${path}: the stream broke off`));
      try {
        for (;;) {
          const { value: line } = await connection.next().catch((thrown: unknown) => {
            interrupted = passing(thrown, `GET ${path}`);
            return { value: undefined };
          });
          if (!line || signal?.aborted) break;
          patience.renew();
          if (line.type !== "heartbeat") yield views ? known.seen(line) : line;
          cursor = line.cursor;
          if (isOver(line, path)) return;
        }
      } finally {
        await connection.return();
      }
      if (!signal?.aborted) await patience.pause(interrupted, signal);
    }
  }

  /** Yields the lines that come over one connection. Throws what ends it. */
  private async *connection(
    path: string,
    cursor: string,
    parameters: Parameters,
    silence: Silence,
  ): AsyncGenerator<Line, void> {
    try {
      const headers = { ...this.authorization(), ...(cursor && { "Last-Event-ID": cursor }) };
      const address = this.address(path, parameters);
      const answer = await silence.during(fetch(address, { headers, signal: silence.signal }).then(good));
      yield* linesOf(answer, silence);
    } finally {
      silence.end();
    }
  }

  private address(path: string, parameters: Parameters): string {
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
    return `${this.url}${path}${query.size > 0 ? "?" : ""}${query}`;
  }

  private authorization(): Record<string, string> {
    return this.token ? { Authorization: `Bearer ${this.token}` } : {};
  }
}

/** Ends a request when nothing has been heard for too long, or nobody listens any more, as `stopped` may say. */
class Silence {
  private readonly controller = new AbortController();
  private readonly abort = (): void => this.controller.abort();
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal = this.controller.signal;

  constructor(private readonly stopped: AbortSignal | undefined) {
    stopped?.addEventListener("abort", this.abort);
  }

  /** Returns what is awaited, or throws when that takes too long. */
  async during<T>(awaited: Promise<T>): Promise<T> {
    this.timer = setTimeout(this.abort, LONGEST_SILENCE_MS);
    return awaited.finally(() => clearTimeout(this.timer));
  }

  end(): void {
    this.stopped?.removeEventListener("abort", this.abort);
    this.abort();
  }
}

/** Yields the whole lines that come before the connection breaks. */
async function* linesOf(answer: Response, silence: Silence): AsyncGenerator<Line, void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const part = await silence.during(reader.read());
    if (part.done) return;
    const texts = (rest + part.value).split("\n");
    rest = texts.pop() ?? "";
    for (const text of texts) yield JSON.parse(text) as Line;
  }
}

/** Returns an answer that has come to its end: a connection may break in the middle of it. */
async function whole(answer: Response): Promise<Response> {
  const { status, statusText, headers } = answer;
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}

/** Returns whether a line is the last of a stream: not the end of one of my tables, or of a service that restarts. */
function isOver(line: Line, path: string): boolean {
  return line.type === "end" && line.why !== "stopping" && (line.table === null || path !== MY_STREAM);
}

/** Returns a key that no command has had; pages on plain http have no `crypto.randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
