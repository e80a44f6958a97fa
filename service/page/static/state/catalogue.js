/** The games that the service has, each asked for once. */

import { signal } from "../vendor.js";
import { learn } from "../words/words.js";
import { mayPass, pause, waitAfter } from "../wire/http.js";
import { account, ask } from "./session.js";

/** Milliseconds after which something is asked for again that did not come. */
const AGAIN_MS = 5_000;

/** All games, in short. */
export const games = signal(/** @type {import("../wire/types.js").GameSummary[]} */ ([]));

/** Games with all that is to be known of them, by id. */
export const entries = signal(/** @type {Record<string, import("../wire/types.js").Game>} */ ({}));

const asked = new Set();

/** @param {string} path @returns {Promise<any>} what is there: it is asked for until the service has answered @throws {import("../wire/http.js").Problem} */
async function found(path) {
  for (;;) {
    const token = account.value?.token;
    try {
      return await ask("GET", path);
    } catch (error) {
      if (mayPass(error)) await pause(waitAfter(error, AGAIN_MS));
      else if (account.value?.token === token) throw error; // else it was the token that was refused
    }
  }
}

/** @type {Promise<void> | null} */
let loading = null;

/** @returns {Promise<void>} they are there, or will not come */
export function loadGames() {
  loading ??= found("/games").then(
    (answer) => void (games.value = answer.games),
    () => void (loading = null),
  );
  return loading;
}

/** @param {string} id @returns {import("../wire/types.js").Game | undefined} it comes into `entries` later, with its words, if it is not there */
export function entryOf(id) {
  if (!asked.has(id)) {
    asked.add(id);
    const words = learn(id).catch(() => {}); // the page says so
    found(`/games/${id}`).then(
      (entry) => words.then(() => (entries.value = { ...entries.value, [id]: entry })),
      () => asked.delete(id),
    );
  }
  return entries.value[id];
}

/** @param {string} id of a game @returns {Map<string, number>} its cards, each with its place in the deck: in this order people hold them */
export function placesInDeck(id) {
  return new Map(Object.keys(entryOf(id)?.faces ?? {}).map((code, at) => [code, at]));
}

/** @param {string} id @returns {string} */
export const titleOf = (id) => games.value.find((game) => game.id === id)?.title ?? id;
