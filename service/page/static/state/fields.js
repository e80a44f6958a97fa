/** What a field of a move may be filled with, by its annotations: see the guide, "Labels and building moves". */

import { allZones } from "./choice.js";
import { ownerKey } from "./names.js";

/**
 * @typedef {{
 *   view: import("../wire/types.js").View, game: import("../wire/types.js").Game,
 *   names: import("../words/messages.js").Names, chosen: string[], values: Record<string, any>,
 * }} Within what a field is filled in
 */

/** @param {import("./kinds.js").Kind} kind @param {Record<string, any>} values @returns {any} the move; null while a field is missing */
export function complete(kind, values) {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const move = /** @type {any} */ ({ type: kind.type, ...Object.fromEntries(filled) });
  const isWhole = Object.entries(kind.fields).every(([name, { items }]) =>
    (items?.required ?? []).every((/** @type {string} */ part) => (move[name] ?? []).every((/** @type {object} */ each) => part in each)),
  );
  return isWhole && kind.required.every((name) => name in move) ? move : null;
}

/** @param {Within} within @param {string} kind of zones @returns {import("../wire/types.js").Zone[]} */
function zonesOf(within, kind) {
  return allZones(within.view.layout?.zones ?? []).filter((zone) => zone.kind === kind);
}

/** @param {import("../wire/types.js").Zone[]} zones @returns {string[]} the cards in them */
const cardsIn = (zones) => zones.flatMap((zone) => (zone.cards ?? []).map(({ card }) => card.split("=")[0] ?? ""));

/** @param {string} from a place @param {Within} within @param {import("./kinds.js").Values} values @returns {string[]} */
function cardsFrom(from, within, values) {
  const own = ownerKey({ seat: within.view.seat ?? -1 });
  const zones = (/** @type {string} */ kind) => zonesOf(within, kind);
  const mine = (/** @type {string} */ kind) => {
    const tops = (within.view.layout?.zones ?? []).filter((zone) => zone.kind === kind && ownerKey(zone.owner) === own);
    return allZones(tops);
  };
  switch (from) {
    case "hand":
      return cardsIn(mine("hand"));
    case "melds":
      return cardsIn(mine("meld"));
    case "deck":
      return Object.keys(within.game.faces);
    case "set":
      return setOf(within)?.[within.values["set"]] ?? [];
    default:
      return cardsIn(zones(from));
  }
}

/** @param {Within} within @returns {Record<string, string[]> | undefined} all sets with their cards */
function setOf({ game }) {
  const parts = /** @type {Record<string, any>} */ (/** @type {any} */ (game.moves)["$defs"]);
  return Object.values(parts).find((part) => part.properties?.set)?.properties.set["x-values"].cards;
}

/** @param {import("./kinds.js").Values} values @param {Within} within @returns {string[]} the cards that a field may have */
export function cards(values, within) {
  const found = (values.from ?? []).flatMap((from) => cardsFrom(from, within, values));
  if (!values.joker) return found;
  return found.flatMap((card) => (within.game.faces[card]?.suit ? [card] : jokers(card, within.game)));
}

/** @param {string} joker @param {import("../wire/types.js").Game} game @returns {string[]} the joker as each card that it may stand for */
function jokers(joker, game) {
  return Object.entries(game.faces).flatMap(([card, face]) => (face.suit && !card.includes("=") ? [`${joker}=${card}`] : []));
}

/** @param {string | undefined} of @param {Within} within @returns {number[]} */
export function seats(of, { view: { layout, seat } }) {
  const all = layout?.seats ?? [];
  const team = all.find((each) => each.seat === seat)?.team ?? null;
  const fits = all.filter((each) => {
    const isMate = team !== null && each.team === team;
    switch (of) {
      case "own":
        return each.seat === seat;
      case "others":
        return each.seat !== seat;
      case "team":
        return isMate;
      case "mates":
        return isMate && each.seat !== seat;
      case "opponents":
        return each.seat !== seat && !isMate;
      default:
        return true;
    }
  });
  return fits.map((each) => each.seat);
}

/** @param {import("./kinds.js").Values} values @param {Within} within @returns {{number: number, zone: import("../wire/types.js").Zone}[]} numbered zones */
export function numbered({ kind, of }, within) {
  const wanted = new Set(seats(of, within).map((seat) => ownerKey({ seat })));
  return allZones(within.view.layout?.zones ?? []).flatMap((zone) => {
    const [name, number] = zone.id.split("-");
    return name === kind && (!of || wanted.has(ownerKey(zone.owner))) ? [{ number: Number(number), zone }] : [];
  });
}

/** @param {import("./kinds.js").Field} field @param {Within} within @returns {[number, number]} from where to where a number goes */
export function bounds(field, within) {
  const values = field["x-values"] ?? { kind: "" };
  const lying = (values.from ?? []).flatMap((from) => cardsFrom(from, within, values)).length;
  return [values.minimum ?? field["minimum"] ?? 0, values.maximum ?? field["maximum"] ?? values.most ?? (lying || 99)];
}
