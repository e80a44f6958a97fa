/** How seats and cards are called at a table. */

import { fill, list, say } from "../words/words.js";
import { cardName, setApart } from "../words/messages.js";

/**
 * @param {import("../wire/types.js").Header} table
 * @param {number} seat
 * @returns {string} the player's name; with the seat's number where two at the table would be called the same
 */
export function seatName(table, seat) {
  const here = table.presence[seat];
  if (!here?.player) return say("seat", { seat: seat + 1 });
  if (here.kind === "house") return say("house-player", { seat: seat + 1 });
  if (here.name === null) return say("former-player", { seat: seat + 1 });
  const same = table.presence.filter((other) => other.name === here.name);
  return setApart(here.name) + (same.length > 1 ? ` (${seat + 1})` : "");
}

/**
 * @param {import("../wire/types.js").Header} table
 * @param {import("../wire/types.js").Game | undefined} game
 * @param {{aloud?: boolean}} [how] aloud: cards by their names, for those who hear the page
 * @returns {import("../words/messages.js").Names}
 */
export function namesAt(table, game, how = {}) {
  return {
    game: table.game,
    seat: (seat) => seatName(table, seat),
    place: (seat) => fill("seat {number}", { number: seat + 1 }),
    card: (code) => (how.aloud ? cardAloud(game, code) : cardSign(game, code).replaceAll("-", UNBROKEN)),
    between: how.aloud ? ", " : " ",
  };
}

/** A hyphen at which no line ends. */
const UNBROKEN = "\u2011";

/** @param {string} code @returns {string[]} the card, and the card that it stands for, if it does */
const parts = (code) => code.split("=");

/** @param {import("../wire/types.js").Game | undefined} game @param {string} code @returns {string} such as `10♥` */
export function cardSign(game, code) {
  return parts(code)
    .map((part) => game?.faces[part]?.sign ?? part)
    .join(" = ");
}

/** A sign that can be said as it is seen, such as `A-3`. */
const SAYABLE = /^[\w-]+$/;

/** @param {import("../wire/types.js").Game | undefined} game @param {string} code @returns {string} such as `the ten of hearts` */
export function cardAloud(game, code) {
  const [card = "", meant] = parts(code).map((part) => {
    const face = game?.faces[part];
    return face && (face.suit === null || !SAYABLE.test(face.sign)) ? cardName(face) : cardSign(game, part);
  });
  return meant ? say("stands-for", { card, meant }) : card;
}

/** @param {import("../wire/types.js").Counter["owner"]} owner @returns {string} */
export function ownerKey(owner) {
  return owner ? JSON.stringify(owner) : "table";
}

/** @param {string} label of what lies at a seat @param {string} owner who sits there @returns {string} the label without its "of Ada": it stands below that name */
export const atSeat = (label, owner) => (owner ? label.replace(say("of-owner", { owner }), "").replace("  ", " ").trim() : label);

/** @param {import("../wire/types.js").Header} table @returns {string} who sits there */
export function whoSits(table) {
  return list(table.presence.map((_, seat) => seatName(table, seat)));
}

/** @param {number} team @returns {string} */
export const teamName = (team) => fill("team {number}", { number: team + 1 });
