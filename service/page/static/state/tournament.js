/** A tournament: what is known of it, kept new by its stream. */

import { signal } from "../vendor.js";
import { mayPass, waitAfter } from "../wire/http.js";
import { setApart } from "../words/messages.js";
import { decimal, say } from "../words/words.js";
import { nameOf } from "./people.js";
import { account, ask, follow } from "./session.js";

const SETTLED_MS = 150;
/** Milliseconds after which it is read again that could not be read. */
const AGAIN_MS = 5_000;
const SHARES = ["matchpoints", "rank_points", "joint"];

export class Tournament {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/tournaments/${id}`;
    this.seen = signal(/** @type {import("../wire/types.js").SeenTournament | null} */ (null));
    this.entrants = signal(/** @type {Map<string, import("../wire/types.js").Entrant>} */ (new Map()));
    this.standings = signal(/** @type {import("../wire/types.js").Standing[]} */ ([]));
    this.rounds = signal(/** @type {import("../wire/types.js").Round[]} */ ([]));
    this.refused = signal(/** @type {unknown} */ (null));
    /** Why it could not be read: that is over when it is read, while a command stays refused. @type {unknown} */
    this.missed = null;
    /** The commands that are on their way. @type {Set<string>} */
    this.asking = new Set();
    /** @type {Record<string, string>} */
    this.texts = {};
  }

  /** Read it, and again after each event, until it has ended or is left. @param {AbortSignal} stopped */
  async follow(stopped) {
    let timer = 0;
    let isReading = false;
    const read = async () => {
      if (isReading) return soon();
      isReading = true;
      await this.read().catch((error) => {
        this.refused.value = this.missed = error;
        if (mayPass(error)) soon(waitAfter(error, AGAIN_MS));
      });
      isReading = false;
    };
    const soon = (ms = SETTLED_MS) => {
      clearTimeout(timer);
      if (!stopped.aborted) timer = setTimeout(read, ms);
    };
    const take = (/** @type {any} */ line) => {
      if (line.type !== "heartbeat") soon();
      return line.type === "end" && line.why === "finished";
    };
    try {
      await follow(`${this.path}/stream`, take, stopped);
    } catch (error) {
      this.refused.value = error;
    }
  }

  /** Read all of it. What of its rounds is over stays as it is. */
  async read() {
    const [seen, entrants, standings] = await Promise.all(["", "/entrants", "/standings"].map((part) => ask("GET", this.path + part)));
    Object.assign(this.texts, seen.texts, entrants.texts);
    const had = this.rounds.value;
    const published = seen.tournament.rounds.filter((/** @type {any} */ round) => round.state !== "drafted");
    const rounds = [];
    for (const { number } of published) {
      const old = had.find((each) => each.round.number === number);
      const isSettled = old?.round.state === "finished" && number < published.length;
      rounds.push(isSettled ? old : (await ask("GET", `${this.path}/rounds/${number}`)).round);
    }
    this.entrants.value = new Map(entrants.entrants.map((/** @type {any} */ each) => [each.id, each]));
    this.standings.value = rounds.length ? standings.standings : []; // before the first round all are equal
    this.rounds.value = rounds;
    this.seen.value = seen;
    if (this.refused.value === this.missed) this.refused.value = this.missed = null;
  }

  /** Ask something of it, unless just that is being asked already. @param {string} type @param {object} [fields] */
  async command(type, fields = {}) {
    const command = JSON.stringify([type, fields]);
    if (this.asking.has(command)) return;
    this.asking.add(command);
    this.refused.value = null;
    try {
      await ask("POST", `${this.path}/commands`, { type, ...fields });
      await this.read().catch((error) => (this.refused.value = this.missed = error)); // it is read again by its stream
    } catch (error) {
      this.refused.value = error;
    }
    this.asking.delete(command);
  }

  /** @param {string} text what was typed, or the hash that stands for it @returns {string} */
  typed(text) {
    const found = this.texts[text];
    return found ? setApart(found) : "";
  }

  /** @returns {string} */
  get title() {
    const title = this.seen.value?.tournament.title;
    return (title && this.typed(title)) || say("tournament");
  }

  /** @param {string} id of an entrant @returns {string} */
  called(id) {
    const entrant = this.entrants.value.get(id);
    if (entrant?.house) return say("house-entrant", { number: entrant.number ?? 0 });
    const name = entrant?.name && this.typed(entrant.name);
    return name || (entrant && entrant.members.length > 1 ? say("team", { number: entrant.number ?? 0 }) : nameOf(id));
  }

  /** @param {number} points @returns {string} in the unit of the scoring: of shares, the most that a round gives is 1 */
  score(points) {
    const isShare = SHARES.includes(this.seen.value?.tournament.settings.scoring ?? "");
    return isShare ? decimal(points / 10_000, 4) : decimal(points);
  }

  /** @param {import("../wire/types.js").Round} round @returns {boolean} whether anybody may look at its tables now */
  mayWatch({ round }) {
    const { duplicate, table } = /** @type {any} */ (this.seen.value).tournament.settings;
    return round.state === "finished" || (!duplicate && table?.spectators !== false);
  }

  /** @param {import("../wire/types.js").RoundTable} table @returns {boolean} whether the reader sits there */
  isMine(table) {
    return table.seats.includes(account.value?.id ?? "");
  }
}
