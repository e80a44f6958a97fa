/** Who somebody is, by their id: each is asked for once. */

import { signal } from "../vendor.js";
import { fill, say } from "../words/words.js";
import { setApart } from "../words/messages.js";
import { ask } from "./session.js";

/** Maximum number of requests at the same time: the page has few connections. */
const AT_ONCE = 3;
/** Number of names that are shown together: for each, a list of a thousand would be drawn anew. */
const TOGETHER = 50;

const known = signal(/** @type {Record<string, import("../wire/types.js").Profile>} */ ({}));
const asked = new Set();
/** @type {string[]} */
const waiting = [];
let asking = 0;
/** @type {import("../wire/types.js").Profile[]} */
const found = [];

function show() {
  known.value = { ...known.value, ...Object.fromEntries(found.splice(0).map((each) => [each.id, each])) };
}

async function askNext() {
  const id = waiting.shift();
  if (!id || asking >= AT_ONCE) return void (id && waiting.unshift(id));
  asking += 1;
  try {
    found.push(await ask("GET", `/players/${id}`));
  } catch {
    asked.delete(id); // it is called by its id until somebody asks again
  }
  asking -= 1;
  if (found.length && (!waiting.length || found.length >= TOGETHER)) show();
  void askNext();
}

/** @param {string} id @returns {import("../wire/types.js").Profile | undefined} it is there later, if it is not yet */
export function profileOf(id) {
  if (!asked.has(id)) {
    asked.add(id);
    waiting.push(id);
    queueMicrotask(askNext);
  }
  return known.value[id];
}

/** @param {import("../wire/types.js").Profile} profile @returns {string} */
export function calledBy({ id, name, former }) {
  return former ? say("former", { beginning: id.slice(0, 8) }) : setApart(name);
}

/** @param {string} id @returns {string} their name; until it is known, how their id begins */
export function nameOf(id) {
  const profile = profileOf(id);
  return profile ? calledBy(profile) : fill("player {beginning}", { beginning: id.slice(0, 8) });
}
