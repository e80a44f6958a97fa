/** The moves of a game as its schema describes them: labels, fields, and what these take. The page knows no other rules. */

import { amount, code, fill, row, unitOf } from "../words/words.js";

/**
 * @typedef {{
 *   kind: string, from?: string[], of?: string, most?: number, minimum?: number, maximum?: number,
 *   cards?: Record<string, string[]>, joker?: boolean, part?: string,
 * }} Values
 * @typedef {Record<string, any> & {"x-values"?: Values}} Field a JSON Schema
 * @typedef {{type: string, labels: any[], fields: Record<string, Field>, required: string[]}} Kind
 */

/** @type {WeakMap<object, Record<string, Kind>>} */
const known = new WeakMap();

/** @param {import("../wire/types.js").Game} game @returns {Record<string, Kind>} its kinds of moves, by type */
export function kindsOf(game) {
  const found = known.get(game) ?? Object.fromEntries(defined(game).map((kind) => [kind.type, kind]));
  known.set(game, found);
  return found;
}

/** @param {import("../wire/types.js").Game} game @returns {Kind[]} */
function defined(game) {
  const parts = /** @type {Record<string, any>} */ (/** @type {any} */ (game.moves)["$defs"]);
  return Object.values(parts)
    .filter((part) => part.properties?.type)
    .map(({ properties: { type, ...fields }, required = [], "x-labels": labels = [] }) => ({
      type: type.enum?.[0] ?? type.const,
      labels,
      fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, resolved(field, parts)])),
      required,
    }));
}

/** @param {any} schema @param {Record<string, any>} parts @returns {any} the schema without references */
function resolved(schema, parts) {
  if (schema.$ref) return resolved({ ...parts[schema.$ref.split("/").at(-1)], ...schema, $ref: undefined }, parts);
  const { items, properties } = schema;
  return {
    ...schema,
    ...(items && { items: resolved(items, parts) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, resolved(each, parts)])) }),
  };
}

const GAP = /\{(\w+)\}/g;

/** @param {any[]} labels @param {Record<string, any>} values @returns {string | undefined} the template that fits */
function fitting(labels, values) {
  const fits = labels.find(
    ({ template, when = {} }) =>
      [...template.matchAll(GAP)].every(([, name]) => values[name] !== undefined && values[name] !== null) &&
      Object.entries(when).every(([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value)),
  );
  return fits?.template;
}

/**
 * @param {import("../wire/types.js").Game} game
 * @param {any} move
 * @param {import("../words/messages.js").Names} names
 * @returns {string} the move in words
 */
export function label(game, move, names) {
  const kind = kindsOf(game)[move.type];
  const template = kind && fitting(kind.labels, move);
  if (!kind || !template) return move.type.replaceAll("_", " ");
  const gaps = [...template.matchAll(GAP)].map(([, name]) => /** @type {string} */ (name));
  return fill(template, Object.fromEntries(gaps.map((name) => [name, shown(move[name], kind.fields[name] ?? {}, `${move.type}.${name}`, game, names, unitOf(template, name))])));
}

/**
 * @param {import("../wire/types.js").Game} game @param {any} move @param {string} name of a field of it
 * @param {import("../words/messages.js").Names} names
 * @returns {string | number} what the field is filled with, in words
 */
export function named(game, move, name, names) {
  return shown(move[name], kindsOf(game)[move.type]?.fields[name] ?? {}, `${move.type}.${name}`, game, names);
}

/**
 * @param {any} value @param {Field} field @param {string} place such as `declare.set`
 * @param {import("../wire/types.js").Game} game @param {import("../words/messages.js").Names} names
 * @param {string} [unit] in which an amount counts
 * @returns {string | number}
 */
function shown(value, field, place, game, names, unit) {
  const values = field["x-values"] ?? { kind: "" };
  if (Array.isArray(value)) return listed(value, field, game, names);
  if (typeof value === "object") return holders(value, values, game, names);
  switch (values.kind) {
    case "card":
      return names.card(value);
    case "seat":
      return names.seat(value);
    case "amount":
      return unit && typeof value === "number" ? amount(unit, value) : value; // a gap that is left open has no number
    case "set":
    case "choice":
      return code(place, value, game.id);
    default:
      return value;
  }
}

/** @param {any[]} values @param {Field} field @param {import("../wire/types.js").Game} game @param {import("../words/messages.js").Names} names */
function listed(values, field, game, names) {
  const part = field["x-values"]?.part;
  const one = (/** @type {any} */ value) => {
    if (Array.isArray(value)) return fill(part ?? "{cards}", { cards: value.map(names.card).join(names.between ?? " ") });
    if (typeof value === "object") {
      const template = fitting(field.items["x-labels"] ?? [], value) ?? "{card}";
      const gaps = Object.entries(value).map(([name, each]) => [name, shown(each, field.items.properties[name], name, game, names)]);
      return fill(template, Object.fromEntries(gaps));
    }
    return names.card(value);
  };
  if (values.length) return values.some((value) => typeof value === "object") ? row(values.map(one)) : values.map(one).join(names.between ?? " ");
  return amount("card", 0);
}

/** @param {Record<string, any>} map @param {Values} values @param {import("../wire/types.js").Game} game @param {import("../words/messages.js").Names} names */
function holders(map, values, game, names) {
  const cards = Object.keys(game.faces).filter((card) => card in map); // in the order of the deck
  return row(cards.map((card) => fill(values.part ?? "{card}: {seat}", { card: names.card(card), seat: names.seat(map[card]) })));
}

/** @param {import("../wire/types.js").Game} game @param {any} move @returns {string[]} the cards that the move names, without jokers' meanings */
export function cardsIn(game, move) {
  const fields = kindsOf(game)[move.type]?.fields ?? {};
  return Object.entries(fields).flatMap(([name, field]) => cardsOf(move[name], field));
}

/** @param {any} value @param {Field} field @returns {string[]} */
function cardsOf(value, field) {
  if (value === undefined || value === null) return [];
  if (field.properties) return Object.entries(field.properties).flatMap(([name, part]) => cardsOf(value[name], /** @type {Field} */ (part)));
  const isCard = field["x-values"]?.kind === "card";
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) || isCard ? cardsOf(each, { "x-values": { kind: "card" } }) : cardsOf(each, field.items)));
  if (typeof value === "object") return isCard ? Object.keys(value) : [];
  return isCard ? [String(value).split("=")[0] ?? ""] : [];
}
