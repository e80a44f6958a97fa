/** One table, followed by its stream: the view of whoever looks, what has happened, and what is said. */

import { batch, computed, signal } from "../vendor.js";
import { Problem } from "../wire/http.js";
import { follow } from "../wire/lines.js";
import { patched } from "../wire/patch.js";
import { account, ask } from "./session.js";

/** Number of events before the first view that are read, for the list of what has happened. */
const EARLIER = 200;

export class Table {
  /** @param {string} id @param {string | null} [invitation] with which somebody may look at a private table, and sit down */
  constructor(id, invitation = null) {
    this.id = id;
    this.invitation = invitation;
    this.view = signal(/** @type {import("../wire/types.js").View | null} */ (null));
    this.entries = signal(/** @type {import("../wire/types.js").Entry[]} */ ([]));
    this.chat = signal(/** @type {import("../wire/types.js").Said[]} */ ([]));
    this.refused = signal(/** @type {Problem | null} */ (null));
    this.sending = signal(false);
    /** The version of the last move that was made here: until the stream is there, the old decision stands in the view. */
    this.made = signal(0);
    this.busy = computed(() => this.sending.value || this.made.value > (this.view.value?.table.version ?? 0));
    this.decision = computed(() => this.view.value?.decision ?? null);
    this.seat = computed(() => this.view.value?.seat ?? null);
  }

  get path() {
    return `/tables/${this.id}`;
  }

  /** @param {AbortSignal} stopped @returns {Promise<void>} */
  async follow(stopped) {
    const token = account.value?.token ?? null;
    try {
      await follow(`${this.path}/stream?with=changes&chat=true`, token, (line) => this.take(line), stopped);
    } catch (error) {
      if (stopped.aborted || !(error instanceof Problem)) return;
      if (this.invitation && token) await this.look();
      else this.refused.value = error;
    }
  }

  /** Show the table to whoever has an invitation, and no seat yet. */
  async look() {
    const table = await this.do("GET", `?invitation=${this.invitation}`);
    if (table) this.view.value = { table, seat: null, state: null, layout: null, decision: null };
  }

  /** @param {any} line of the stream @returns {boolean} whether the stream is over */
  take(line) {
    batch(() => {
      if (line.type === "view") {
        const first = this.view.value === null;
        this.view.value = line.view;
        if (first) void this.readEarlier(line.view.table.version);
      } else if (line.type === "event") this.takeEvent(line);
      else if (line.type === "chat") this.takeSaid(line.channel, [line.entry]);
    });
    return line.type === "end" && line.why !== "stopping";
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
    this.chat.value = [...known, ...said.map((one) => ({ channel, ...one }))].sort((one, other) => one.at - other.at);
  }

  /** @param {number} version up to which events are read */
  async readEarlier(version) {
    const { events } = await ask("GET", `${this.path}/events?after=${Math.max(0, version - EARLIER)}`);
    const first = this.entries.value[0]?.version ?? Infinity;
    this.entries.value = [...events.filter((/** @type {any} */ each) => each.version < first), ...this.entries.value];
  }

  /** @param {string} channel */
  async readChat(channel) {
    const said = await ask("GET", `${this.path}/chat/${channel}`).catch(() => null);
    if (said) this.takeSaid(channel, said.entries);
  }

  /**
   * Do something at the table. What is refused stands in `refused` until the next thing is done.
   * @param {string} method @param {string} path below that of the table @param {unknown} [body]
   * @returns {Promise<any>} the answer; null if it was refused
   */
  async do(method, path, body = method === "POST" ? {} : undefined) {
    this.refused.value = null;
    this.sending.value = true;
    try {
      return await ask(method, this.path + path, body);
    } catch (error) {
      this.refused.value = /** @type {Problem} */ (error);
      return null;
    } finally {
      this.sending.value = false;
    }
  }

  /** @param {object} move @returns {Promise<boolean>} whether it was made */
  async move(move) {
    const decision = this.decision.value?.id;
    if (!decision || this.busy.value) return false;
    const answer = await this.do("POST", "/moves", { move, decision });
    if (answer) this.made.value = answer.version;
    return Boolean(answer);
  }
}
