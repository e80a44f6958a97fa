/** The lobby: open tables, my tables, and players who seek opponents; kept up to date by the player's own stream. */

import { signal } from "../vendor.js";
import { backOff, mayPass, pause, waitAfter } from "../wire/http.js";
import { account, ask, follow } from "./session.js";

export const open = signal(/** @type {any[]} */ ([]));
export const mine = signal(/** @type {any[]} */ ([]));
export const invitations = signal(/** @type {any[]} */ ([]));
export const sought = signal(/** @type {any[]} */ ([]));

const AGAIN_MS = 5_000;
const SETTLED_MS = 200;

/** How often my tables were asked for, and which of these times has given those that are shown. */
let asked = 0;
let shown = 0;

export async function readMine() {
  const token = account.value?.token;
  const number = ++asked;
  const read = token ? await ask("GET", "/me/tables") : { tables: [], invitations: [] };
  if (account.value?.token !== token || number < shown) return; // a newer answer has overtaken this one
  shown = number;
  mine.value = read.tables;
  invitations.value = read.invitations;
}

async function readOpen() {
  const [tables, seeks] = await Promise.all([ask("GET", "/tables?status=open&limit=50"), ask("GET", "/seeks")]);
  open.value = tables.tables;
  sought.value = seeks.seeks;
}

/** Keep the lobby new until it is left. @param {AbortSignal} stopped */
export function visit(stopped) {
  let timer = 0;
  const read = () => {
    timer = 0;
    if (!stopped.aborted) void readMine().catch((error) => mayPass(error) && soon(waitAfter(error, AGAIN_MS)));
  };
  const soon = (ms = SETTLED_MS) => void (timer ||= setTimeout(read, ms));
  let connection = 0;
  const take = (/** @type {any} */ { type }, /** @type {number} */ since) => {
    // The first line of a stream may come after something that neither it nor what was read before has told.
    if (type !== "heartbeat" || since !== connection) soon();
    connection = since;
  };
  read();
  void (async () => {
    while (!stopped.aborted) {
      if (!document.hidden) await readOpen().catch(() => {});
      await pause(AGAIN_MS, stopped);
    }
  })();
  if (account.value) void follow("/me/stream", take, stopped).catch(() => {});
}

/**
 * Seek opponents, and be told the table where they are.
 * @param {object} wanted @param {AbortSignal} stopped withdraws the seek
 * @returns {Promise<string | null>} the table; null if it came to nothing
 */
export async function seek(wanted, stopped) {
  for (let attempt = 0; ; attempt++) {
    let seen = await ask("POST", "/seeks", wanted);
    if (seen.table) return seen.table;
    if (stopped.aborted) await ask("DELETE", `/seeks/${seen.id}`);
    const take = (/** @type {any} */ line) => {
      if (line.type === "seek") seen = line.seek;
      return line.type === "end" && line.why !== "stopping";
    };
    // The seek ends with its stream: that stays open in a hidden tab, too.
    await follow(`/seeks/${seen.id}/stream?cancel=close`, take, stopped, Infinity);
    // It may have ended as the connection broke: who has not withdrawn it seeks on.
    const isLost = ["withdrawn", "expired"].includes(seen.state);
    if (isLost) await pause(backOff(attempt), stopped);
    if (stopped.aborted || !isLost) return seen.table;
  }
}
