/** Letters for the kinds of moves of a game, from what the contract calls these. */

import { kindsOf, label } from "./kinds.js";
import { sentence } from "../words/words.js";

/** @param {import("../wire/types.js").Game} game @param {string} type @param {import("../words/messages.js").Names} names @returns {string} what such moves are called, with gaps left open */
export function kindName(game, type, names) {
  const { fields = {}, labels = [] } = kindsOf(game)[type] ?? {};
  const open = Object.fromEntries(Object.keys(fields).map((name) => [name, "…"]));
  // Where each label is for some values only, the first one stands for all.
  const usual = labels.every(({ when }) => when) ? labels[0]?.when : {};
  return sentence(label(game, { ...open, ...usual, type }, { ...names, seat: () => "…", card: () => "…" }));
}

/**
 * @param {import("../wire/types.js").Game} game @param {import("../words/messages.js").Names} names
 * @returns {Record<string, string>} by type a letter: the first one in what moves of this kind are called that no other kind has
 */
export function lettersOf(game, names) {
  const letters = /** @type {Record<string, string>} */ ({});
  for (const type of Object.keys(kindsOf(game))) {
    const called = kindName(game, type, names).normalize("NFD").toLowerCase();
    const letter = called.match(/[a-z]/g)?.find((each) => !Object.values(letters).includes(each));
    if (letter) letters[type] = letter;
  }
  return letters;
}
