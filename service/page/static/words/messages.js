/** Messages of the service (`GET /v1/messages`) as texts: of the names at a table, and of the faces of its cards. */

import { amount, codeWord, fill, list, row } from "./words.js";

/**
 * @typedef {{
 *   seat: (seat: number) => string,
 *   place: (seat: number) => string,
 *   card: (code: string) => string,
 *   between?: string,
 *   game?: string,
 * }} Names how seats, by who sits there and by number, and cards are called where a message is read, and what is between cards
 */

/** Marks that keep a stranger's name from turning the text around it (Unicode 9, 6.1.1). */
const APART = ["\u2068", "\u2069"];

/** Hashes are shown by their beginning: nobody compares all of one by eye. */
const HASH = /^[0-9a-f]{64}$/;

/** @param {string} name @returns {string} */
export const setApart = (name) => APART.join(name);

/** @param {import("../wire/types.js").Face} face @returns {string} the card's name in the reader's language */
export function cardName(face) {
  const rank = fill(face.rank_name);
  return face.suit ? fill("the {rank} of {suit}", { rank, suit: fill(face.suit) }) : rank;
}

/**
 * @param {string} name of a gap
 * @param {any} value of it
 * @param {Names} names
 * @returns {string | number}
 */
function filled(name, value, names) {
  if (typeof value === "string") return HASH.test(value) ? value.slice(0, 8) : codeWord(name, value, names.game);
  if (typeof value !== "object" || value === null) return value;
  switch (value.kind) {
    case "seats":
      return list(value.seats.map(names.seat));
    case "team":
      return fill("team {number}", { number: value.team + 1 });
    case "player":
      return value.name ? setApart(value.name) : fill("player {beginning}", { beginning: value.player.slice(0, 8) });
    case "cards":
      return value.cards.map(names.card).join(names.between ?? " ");
    case "amount":
      return amount(value.of, value.amount);
    case "list":
      return list(value.items.map((/** @type {any} */ each) => codeWord(name.replace(/s$/, ""), String(each), names.game)));
    case "parts":
      return row(value.parts.map((/** @type {any} */ part) => said(part, names)));
    case "message":
      return said(value, names);
    default:
      return "";
  }
}

/**
 * @param {{template: string, arguments?: Record<string, any>}} message
 * @param {Names} names
 * @returns {string} the message in the reader's language
 */
export function said(message, names) {
  const gaps = Object.entries(message.arguments ?? {});
  // Where a message names players, or who plays for the house, a seat is a place: "Ada takes seat 1"; several are who sits there.
  const isOfPlayers = gaps.some(([name, value]) => value?.kind === "player" || name === "house");
  const near = isOfPlayers ? { ...names, seat: names.place } : names;
  return fill(message.template, Object.fromEntries(gaps.map(([name, value]) => [name, filled(name, value, name === "seats" ? names : near)])));
}
