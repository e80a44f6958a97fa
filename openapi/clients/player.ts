// A player for every game: it knows no rules, and makes any move that it is offered. A better one has another `choose`.
//
// Usage: npm run --silent player -- URL GAME [--seats-by-house]
//        npm run --silent player -- URL --tournament ID

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { components } from "../typescript/contract.js";

type Schemas = components["schemas"];
type Line = Schemas["StreamLine"] | Schemas["TournamentLine"];
type Decision = NonNullable<Schemas["SeatView"]["decision"]>;

const NOT_NOW = [429, 502, 503, 504];
const CONFLICT = 409;
const LONGEST_SILENCE_MS = 30_000;
const PAUSE_MS = 1_000;

class Refused extends Error {}

const headers: Record<string, string> = { "Content-Type": "application/json" };

/** Returns the answer; null if there is none just now, after as long as the service wants one to wait. */
async function fetched(url: string, request: RequestInit): Promise<Response | null> {
  const answer = await fetch(url, request).catch(() => null);
  if (!answer || NOT_NOW.includes(answer.status)) {
    await pause(1_000 * (Number(answer?.headers.get("Retry-After")) || 1)); // a proxy may write a date there
    return null;
  }
  if (!answer.ok && answer.status !== CONFLICT) throw new Refused(await answer.text());
  return answer;
}

/** Returns the answer. What got none is sent again, with the same key: so it is done only once. */
async function ask(method: "GET" | "POST", url: string, body?: object): Promise<Response> {
  const key = { "Idempotency-Key": randomUUID() };
  for (;;) {
    const signal = AbortSignal.timeout(LONGEST_SILENCE_MS);
    const request = { method, headers: { ...headers, ...key }, signal, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetched(url, request);
    if (answer) return answer;
  }
}

async function read<T>(method: "GET" | "POST", url: string, body?: object): Promise<T> {
  return (await (await ask(method, url, body)).json()) as T;
}

/** Yields the lines of a stream to its end; when it breaks off, it goes on behind the last line that came. */
async function* lines(url: string): AsyncGenerator<Line> {
  let cursor: Record<string, string> = {};
  for (;;) {
    for await (const line of linesAfter(url, cursor)) {
      cursor = { "Last-Event-ID": line.cursor };
      yield line;
      if (line.type === "end" && line.why !== "stopping") return;
    }
    await pause(PAUSE_MS);
  }
}

/** Yields the lines that come before the connection breaks, or nothing has come for too long. */
async function* linesAfter(url: string, cursor: Record<string, string>): AsyncGenerator<Line> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), LONGEST_SILENCE_MS);
  try {
    const stream = await fetched(url, { headers: { ...headers, ...cursor }, signal: silence.signal });
    let rest = "";
    for await (const text of stream?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      timer.refresh();
      const texts = (rest + text).split("\n");
      rest = texts.pop() ?? "";
      yield* texts.map((each) => JSON.parse(each) as Line);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Takes a seat at an open table, or at a new one; returns the table's address. */
async function sitDown(service: string, game: string, seatsByHouse: boolean): Promise<string> {
  const lobby = await read<Schemas["Lobby"]>("GET", `${service}/tables?game=${game}&status=open`);
  for (const { id } of seatsByHouse ? [] : lobby.tables) {
    if ((await ask("POST", `${service}/tables/${id}/seats`, {})).ok) return `${service}/tables/${id}`;
  }
  const table = await read<Schemas["Header"]>("POST", `${service}/tables`, { game, auto_start: true });
  const path = `${service}/tables/${table.id}`;
  await ask("POST", `${path}/seats`, {});
  for (const _ of seatsByHouse ? table.seats.slice(1) : []) {
    await ask("POST", `${path}/seats`, { house: "random" });
  }
  return path;
}

/** Returns any of the moves; as often as not null, if the player need not act: others and the clock go first. */
function choose({ moves, default: needed }: Decision): unknown {
  return needed || Math.random() < 1 / 2 ? moves[Math.floor(Math.random() * moves.length)] : null;
}

/** Plays until the game is over: tells what happens, and whenever the table has changed looks at it and acts. */
async function play(table: string): Promise<void> {
  let version = 0;
  for await (const line of lines(`${table}/stream`)) {
    if (line.type === "event") console.log(line.entry.message.text);
    if (line.type !== "history_lost" && (line.type === "event" ? line.entry.version : 1) <= version) continue;
    const view = await read<Schemas["SeatView"]>("GET", `${table}/view`);
    version = view.table.version;
    if (view.seat !== null && view.table.presence[view.seat]?.house) {
      await ask("POST", `${table}/seats`, {}); // I was away for too long, and the house plays: here I am again
      continue;
    }
    const move = view.decision && choose(view.decision);
    if (!view.decision || !move) continue;
    const answer = await ask("POST", `${table}/moves`, { move, decision: view.decision.id });
    // Not made: somebody was faster. The table has changed, and the stream will say so.
    if (!answer.ok) console.error(((await answer.json()) as Schemas["ProblemDetails"]).code);
  }
}

/** Enters a tournament, checks in whenever one is to, and plays at each table where I am given a seat, to the end. */
async function attend(service: string, tournament: string): Promise<void> {
  const path = `${service}/tournaments/${tournament}`;
  const { id } = await read<Schemas["Me"]>("GET", `${service}/me`);
  for await (const line of lines(`${path}/stream`)) {
    const kind = line.type === "tournament_event" ? line.entry.event.type : line.type;
    if (kind === "tournament_view" || kind === "registration_opened") {
      await ask("POST", `${path}/commands`, { type: "register" });
    } else if (kind === "check_in_opened") {
      await ask("POST", `${path}/commands`, { type: "check_in", entrant: id });
    } else if (kind === "round_started" || kind === "heartbeat") {
      // A table that is replayed opens after the event that says so.
      const { tables } = await read<Schemas["MyTables"]>("GET", `${service}/me/tables`);
      for (const { table } of tables) {
        if (table.tournament?.id === tournament) await play(`${service}/tables/${table.id}`);
      }
    }
  }
}

const [url = "", game = "", ...options] = process.argv.slice(2);
if (!/^https?:\/\//.test(url)) throw new Error(`"${url}" is not the URL of a service, such as http://127.0.0.1:8000`);
const service = `${url}/v1`;
const me = await read<Schemas["NewPlayer"]>("POST", `${service}/players`, { name: "Any move", bot: true });
headers["Authorization"] = `Bearer ${me.token}`;
if (game === "--tournament") await attend(service, options[0] ?? "");
else await play(await sitDown(service, game, options.includes("--seats-by-house")));
