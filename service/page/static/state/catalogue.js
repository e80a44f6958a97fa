/** The games that the service has, each asked for once. */

import { signal } from "../vendor.js";
import { learn } from "../words/words.js";
import { ask } from "./session.js";

/** All games, in short. */
export const games = signal(/** @type {import("../wire/types.js").GameSummary[]} */ ([]));

/** Games with all that is to be known of them, by id. */
export const entries = signal(/** @type {Record<string, import("../wire/types.js").Game>} */ ({}));

const asked = new Set();

export async function loadGames() {
  if (!games.value.length) games.value = (await ask("GET", "/games")).games;
}

/** @param {string} id @returns {import("../wire/types.js").Game | undefined} it comes into `entries` later, with its words, if it is not there */
export function entryOf(id) {
  if (!asked.has(id)) {
    asked.add(id);
    const words = learn(id).catch(() => {}); // the page says so
    ask("GET", `/games/${id}`).then(
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
