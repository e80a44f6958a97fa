/** One table, followed by its stream: the visitor's view, what has happened, and what is said. */

import { batch, computed, signal } from "../vendor.js";
import { Problem, ahead, mayPass, pause } from "../wire/http.js";
import { patched } from "../wire/patch.js";
import { account, ask, follow } from "./session.js";

/** Number of events before the first view that are read, for the list of what has happened. */
const EARLIER = 200;
/** Maximum number of chat messages in one request. */
const CHATS = 200;
const MOVES = "POST /moves";
/** Why the lines of a table end for good. */
const ENDS = ["finished", "aborted"];
/** Milliseconds after the end of a game for which the page still asks for messages and a rematch, and between two requests. */
const STAY_MS = 900_000;
const AGAIN_MS = 4_000;

/** @param {import("../wire/types.js").View} view @returns {boolean} */
export const isOver = ({ table: { status } }) => status === "finished" || status === "aborted";

export class Table {
  /** @param {string} id @param {string | null} [invitation] with which somebody may look at a private table, and sit down */
  constructor(id, invitation = null) {
    this.id = id;
    this.invitation = invitation;
    this.view = signal(/** @type {import("../wire/types.js").View | null} */ (null));
    this.entries = signal(/** @type {import("../wire/types.js").Entry[]} */ ([]));
    this.chat = signal(/** @type {import("../wire/types.js").Said[]} */ ([]));
    /** Whether some of what was seen here has never happened, as after the restore of a backup. */
    this.isLost = signal(false);
    /** Whether the visitor sees the seats by a link, and not yet what happens and is said there. */
    this.isLooking = signal(false);
    this.refused = signal(/** @type {Problem | null} */ (null));
    /** The commands that are on their way: none is sent twice, and a move waits for the move before it. */
    this.sending = signal(/** @type {string[]} */ ([]));
    /** The version of the last move that was made here: until the stream is there, the old decision stands in the view. */
    this.made = signal(0);
    this.madeAt = 0;
    this.busy = computed(() => this.sending.value.includes(MOVES) || this.made.value > (this.view.value?.table.version ?? 0));
    this.decision = computed(() => this.view.value?.decision ?? null);
    this.seat = computed(() => this.view.value?.seat ?? null);
    this.stop = /** @type {(() => void) | null} */ (null);
  }

  get path() {
    return `/tables/${this.id}`;
  }

  /** Follow the table, if that has not begun. @returns {() => void} ends it */
  start() {
    if (this.stop) return this.stop;
    const cut = new AbortController();
    this.stop = () => ((this.stop = null), cut.abort());
    void this.follow(cut.signal);
    return this.stop;
  }

  /** @param {AbortSignal} stopped @returns {Promise<void>} */
  async follow(stopped) {
    const isPlayer = Boolean(account.value);
    try {
      // The chat is for players with a token; anybody may watch.
      await follow(`${this.path}/stream?with=changes${isPlayer ? "&chat=true" : ""}`, (line, since) => this.take(line, since), stopped);
    } catch (error) {
      if (stopped.aborted || !(error instanceof Problem)) return;
      if (this.invitation && isPlayer) await this.look(stopped);
      else [this.view.value, this.refused.value] = [null, error];
    }
    if (!stopped.aborted) await this.stay(stopped);
  }

  /** After the end: what is still said, and whether somebody plays again. @param {AbortSignal} stopped */
  async stay(stopped) {
    const until = (this.view.value?.table.finished_at ?? 0) + STAY_MS;
    while (!stopped.aborted && Date.now() + ahead.value < until) {
      if (!document.hidden) await Promise.all([this.readRematch(), this.readChats()]).catch(() => {});
      await pause(AGAIN_MS, stopped);
    }
  }

  async readRematch() {
    if (this.view.value?.table.rematch) return;
    const { rematch } = await ask("GET", this.path);
    const view = this.view.value;
    if (view && rematch) this.view.value = { ...view, table: { ...view.table, rematch } };
  }

  /** Show the table to somebody who has an invitation, and no seat yet, for as long as seats are taken. @param {AbortSignal} stopped */
  async look(stopped) {
    const read = `?invitation=${this.invitation}`;
    this.isLooking.value = true;
    let table = await this.do("GET", read);
    while (table && !stopped.aborted) {
      this.view.value = { table, seat: null, state: null, layout: null, decision: null };
      if (table.status !== "open") return;
      await pause(AGAIN_MS, stopped);
      if (!document.hidden && !stopped.aborted) table = await ask("GET", this.path + read).catch((error) => this.missed(error, table));
    }
  }

  /** @template T @param {unknown} error @param {T} table as it was @returns {T | null} null: it is not to be seen any more */
  missed(error, table) {
    if (mayPass(error)) return table;
    [this.view.value, this.refused.value] = [null, /** @type {Problem} */ (error)];
    return null;
  }

  /**
   * @param {any} line of the stream @param {number} since when the stream was asked for
   * @returns {boolean | "anew"} whether the stream is over, or is to begin anew
   */
  take(line, since) {
    batch(() => {
      if (line.type === "view") this.takeView(line.view, since);
      else if (line.type === "event") this.takeEvent(line);
      else if (line.type === "chat") this.takeSaid(line.channel, [line.entry]);
    });
    if (line.type === "history_lost") return this.lose(line.tables);
    if (line.type !== "end" || line.why === "stopping") return false;
    return ENDS.includes(line.why) || "anew";
  }

  /** @param {{table: string, version: number}[]} tables with the last versions that are still valid @returns {"anew"} */
  lose(tables) {
    const last = tables.find(({ table }) => table === this.id)?.version ?? 0;
    this.entries.value = this.entries.value.filter((entry) => entry.version <= last);
    this.chat.value = []; // all that was said is told again
    this.isLost.value = true;
    return "anew";
  }

  /**
   * @param {import("../wire/types.js").View} view with which the stream begins, and begins anew where events were lost
   * @param {number} since when the stream was asked for: if a move was made later, the view may be older than the move
   */
  takeView(view, since) {
    const { version } = view.table;
    this.view.value = view;
    if (since > this.madeAt) this.made.value = Math.min(this.made.value, version);
    this.entries.value = this.entries.value.filter((entry) => entry.version <= version);
    if ((this.entries.value.at(-1)?.version ?? -1) < version) void this.readEarlier(version).catch(() => {});
  }

  /** @param {{entry: import("../wire/types.js").Entry, changes: any[]}} line */
  takeEvent({ entry, changes }) {
    const view = this.view.value;
    if (!view || entry.version <= view.table.version) return;
    this.view.value = patched(view, changes);
    this.entries.value = [...this.entries.value, entry];
  }

  /** @param {string} channel @param {any[]} said */
  takeSaid(channel, said) {
    const known = this.chat.value.filter((old) => !said.some((one) => old.channel === channel && old.number === one.number));
    const all = [...known, ...said.map((one) => ({ channel, ...one }))].sort((one, other) => one.at - other.at || one.number - other.number);
    const gone = new Set(all.flatMap((each) => (each.removes ?? []).map((/** @type {number} */ number) => `${each.channel} ${number}`)));
    this.chat.value = all.map((each) => (gone.has(`${each.channel} ${each.number}`) ? { ...each, removed: true } : each));
  }

  /** @param {number} version up to which events are read */
  async readEarlier(version) {
    const { events } = await ask("GET", `${this.path}/events?after=${Math.max(0, version - EARLIER)}`);
    const known = new Set(this.entries.value.map((entry) => entry.version));
    const missing = events.filter((/** @type {any} */ each) => !known.has(each.version));
    this.entries.value = [...missing, ...this.entries.value].sort((one, other) => one.version - other.version);
  }

  /** @returns {string} the channel that the visitor may read and write */
  get channel() {
    return this.seat.value === null ? "spectators" : "seats";
  }

  /** @param {{from?: string}} [how] from: all since the first message of this player is read again */
  async readChats({ from } = {}) {
    if (!account.value || (this.view.value?.table.settings.chat ?? "off") === "off") return;
    const known = this.chat.value.filter((each) => each.channel === this.channel);
    let after = from ? (known.find((each) => each.author === from)?.number ?? 1) - 1 : known.at(-1)?.number ?? 0;
    for (let isMore = true; isMore; ) {
      const { entries } = await ask("GET", `${this.path}/chat/${this.channel}?after=${after}&limit=${CHATS}`);
      if (entries.length) this.takeSaid(this.channel, entries);
      after = entries.at(-1)?.number ?? after;
      isMore = entries.length === CHATS;
    }
  }

  /**
   * Do something at the table. What is refused stands in `refused` until the next thing is done.
   * @param {string} method @param {string} path below that of the table @param {unknown} [body]
   * @returns {Promise<any>} the answer; null if it was refused, or is being done already
   */
  async do(method, path, body = method === "POST" ? {} : undefined) {
    return this.attempt(`${method} ${path}`, () => ask(method, this.path + path, body));
  }

  /** @param {string} command by which it is known whether it is being done already @param {() => Promise<any>} act @param {import("../vendor.js").Signal<any>} [refused] where it stands if it is refused @returns {Promise<any>} as of `do` */
  async attempt(command, act, refused = this.refused) {
    if (this.sending.value.includes(command)) return null;
    refused.value = null;
    this.sending.value = [...this.sending.value, command];
    try {
      return (await act()) ?? true;
    } catch (error) {
      refused.value = /** @type {Problem} */ (error);
      return null;
    } finally {
      this.sending.value = this.sending.value.filter((each) => each !== command);
    }
  }

  /** @param {object} move @returns {Promise<boolean>} whether it was made */
  async move(move) {
    const decision = this.decision.value?.id;
    if (!decision || this.busy.value) return false;
    const answer = await this.do("POST", "/moves", { move, decision });
    if (answer) [this.made.value, this.madeAt] = [answer.version, performance.now()];
    return Boolean(answer);
  }
}
