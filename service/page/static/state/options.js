/** Options of games, and what else a schema describes as they are: their defaults, and how they read. */

import { code, fill, number, say, sentence, span } from "../words/words.js";

/** @typedef {Record<string, any>} Schema */

/** @param {Schema} field @returns {Schema} the schema of what is not null */
export const plain = (field) => (field.anyOf ? { ...field, ...field.anyOf.find((/** @type {any} */ each) => each.type !== "null") } : field);

/** @param {string} name @param {Schema} field @returns {string} what an option is called */
export const optionTitle = (name, field) => sentence(fill(field["x-label"] ?? name));

/** @param {Schema} schema @param {string} name @param {Record<string, any>} given @returns {any} what an option is where these are given */
export function defaultOf(schema, name, given) {
  const field = schema.properties[name];
  if (!field["x-defaults"]) return field.default ?? null;
  const isSo = (/** @type {[string, any]} */ [other, value]) => valueOf(schema, other, given) === value;
  return field["x-defaults"].find((/** @type {any} */ { when = {} }) => Object.entries(when).every(isSo))?.value ?? null;
}

/** @param {Schema} schema @param {string} name @param {Record<string, any>} given @returns {any} what an option is: what is given, if the table has such a seat */
export function valueOf(schema, name, given) {
  const isNoSeat = schema.properties[name]["x-values"]?.kind === "seat" && given["players"] <= given[name];
  return given[name] === undefined || isNoSeat ? defaultOf(schema, name, given) : given[name];
}

/** @param {Schema} schema @param {Record<string, any>} given @returns {Record<string, any>} what is given, without seats that the table has not */
export const fitting = (schema, given) => Object.fromEntries(Object.entries(given).filter(([name, value]) => value === valueOf(schema, name, given)));

/**
 * @param {string} name @param {Schema} field @param {any} value @param {string} game
 * @returns {string} the value of an option, in words
 */
export function optionValue(name, field, value, game) {
  const { kind, none } = field["x-values"] ?? {};
  if (value === null) return sentence(fill(none ?? "none"));
  if (kind === "seat") return say("seat", { seat: value + 1 });
  if (kind === "team" && Array.isArray(value)) return value.map((team) => optionValue(name, field, team, game)).join(" · ");
  if (kind === "team") return sentence(fill("team {number}", { number: value + 1 }));
  if (kind === "duration") return span(value);
  if (typeof value === "boolean") return value ? say("yes") : say("no");
  return typeof value === "string" ? sentence(code(field["x-codes"] ?? `options.${name}`, value, game)) : number(value);
}
