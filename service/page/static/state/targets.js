/** Where cards may be dropped: the seats and zones that offered moves name, and those moves themselves. */

import { kindsOf } from "./kinds.js";

/** Where cards are dropped whose one move names no place: what is everybody's. */
export const MIDDLE = "middle";

/** @param {import("../wire/types.js").Move} move @returns {string} the place of the move itself, where it is listed */
export const moveKey = (move) => JSON.stringify(move);

/** @param {number} seat @returns {string} */
export const seatKey = (seat) => `seat ${seat}`;

/** @param {string} id @returns {string} */
export const zoneKey = (id) => `zone ${id}`;

/** @param {import("../wire/types.js").Game} game @param {import("../wire/types.js").Move} move @returns {string[]} the seats and zones that are values of its fields */
export function placesOf(game, move) {
  const fields = kindsOf(game)[move.type]?.fields ?? {};
  return Object.entries(fields).flatMap(([name, field]) => {
    const kind = field["x-values"]?.kind;
    const value = move[name];
    if (typeof value !== "number") return [];
    if (kind === "seat") return [seatKey(value)];
    return kind === "meld" || kind === "offer" ? [zoneKey(`${kind}-${value}`)] : [];
  });
}

/**
 * @typedef {{move: import("../wire/types.js").Move, cards: string[], places: string[]}} Offer an offered move, with the cards and the places that it names
 * @param {Offer[]} fits offered moves that name all dragged cards @param {number} count how many are dragged
 * @returns {Map<string, Offer[]>} by place, the moves that are meant by a drop there
 */
export function targetsOf(fits, count) {
  const found = new Map(fits.map((each) => [moveKey(each.move), [each]]));
  for (const each of fits) for (const place of each.places) found.set(place, [...(found.get(place) ?? []), each]);
  const exact = fits.filter(({ cards }) => cards.length === count);
  if (exact.length === 1 && !exact[0]?.places.length) found.set(MIDDLE, exact);
  return found;
}
