/** What people read, in their language: a bundle of Fluent messages, of the page's own and of the service's. */

import { FluentBundle, FluentNumber, FluentResource, computed, effect, signal } from "../vendor.js";
import { preferences } from "../state/session.js";
import { backOff, pause, reachable } from "../wire/http.js";

/** The languages that there are, by what each calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };

/** @returns {string} the language of this browser, among those that there are */
function ofBrowser() {
  const wanted = navigator.languages.map((each) => each.slice(0, 2));
  return wanted.find((each) => each in LANGUAGES) ?? "en";
}

export const language = computed(() => (preferences.value.language in LANGUAGES ? preferences.value.language : ofBrowser()));

/**
 * @typedef {{bundle: FluentBundle, ids: Map<string, string>, codes: Record<string, string>,
 *   units: Record<string, Record<string, string>>}} Words
 */
/** What is known of the language: at first what all pages need, then the words of games, and of other pages, as they are met. */
export const words = signal(/** @type {Words | null} */ (null));

/** Whether the service is newer than this page: what the page still needs is not there any more. */
export const isOutdated = signal(false);

const parts = /** @type {Map<string, Promise<void>>} */ (new Map());

/** The words that all pages need are on their way: those of a game are added to them. */
let general = Promise.resolve();

/** @param {string} wanted a language @param {string} part of its words: nothing, a game, `about`, `pages` or `refusals` @returns {Promise<any>} */
async function read(wanted, part) {
  const url = new URL(`../words/${wanted}${part && `/${part}`}.json`, import.meta.url);
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(url).catch(() => null);
    const words = answer?.ok ? await answer.json().catch(() => null) : null; // it may break off
    if (words) {
      reachable.value = true;
      return words;
    }
    if (answer?.status === 404) {
      isOutdated.value = true;
      throw new Error("A newer service has other words.");
    }
    reachable.value = false;
    await pause(backOff(attempt));
  }
}

/** @param {Words | null} known @param {string} wanted a language @param {string} part of its words @param {any} read that part @returns {Words} with it */
function added(known, wanted, part, { texts, templates, codes, units }) {
  const bundle = known?.bundle ?? new FluentBundle(wanted, { useIsolating: false });
  const beginning = `m${part.replaceAll("_", "-")}-`;
  bundle.addResource(new FluentResource(texts.replace(/^m(?=\d+ =)/gm, beginning)));
  const ids = new Map(known?.ids);
  for (const [at, template] of templates.entries()) ids.set(template, beginning + at);
  return { bundle, ids, codes: { ...known?.codes, ...codes }, units: { ...known?.units, ...units } };
}

/** @param {string} wanted a language @param {string[]} some parts of its words @param {Promise<void>} [before] what they are added to @returns {Promise<void>} */
async function load(wanted, some, before) {
  const found = await Promise.all(some.map((part) => read(wanted, part)));
  await before;
  if (language.value !== wanted) return;
  words.value = found.reduce((known, each, at) => added(known, wanted, some[at] ?? "", each), before ? words.value : null);
}

effect(() => {
  const wanted = language.value;
  document.documentElement.lang = wanted;
  // All that was learned comes at once: until then the page stays in the language in which it was.
  general = load(wanted, ["", ...parts.keys()]);
  general.catch(() => {}); // `isOutdated` tells
  for (const part of parts.keys()) parts.set(part, general);
});

/** The pages on which apps are allowed have no script: a cookie tells them the language that was chosen. */
effect(() => {
  const chosen = preferences.value.language;
  if (chosen in LANGUAGES) document.cookie = `parlour-language=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`;
});

/** @param {string} part whose words are needed from now on: a game, `about`, `pages` or `refusals` @returns {Promise<void>} they are there */
export async function learn(part) {
  const loaded = parts.get(part) ?? load(language.value, [part], general);
  parts.set(part, loaded);
  await loaded;
}

/** @param {number | string} written a number as programs and formatters write it @returns {string} the same with a minus sign, where they have a hyphen */
export const signed = (written) => String(written).replace("-", "−");

/** Numbers below this one are written alike in all languages that there are. */
const GROUPED = 1_000;

/** A whole number that is written as it is: to make the first formatter of numbers takes a phone longer than to draw half a table. */
class Plain extends FluentNumber {
  toString() {
    return signed(this.value);
  }
}

/** @param {string | number} value @returns {any} what Fluent is given for it */
const given = (value) => (Number.isInteger(value) && Math.abs(/** @type {number} */ (value)) < GROUPED ? new Plain(/** @type {number} */ (value)) : value);

/**
 * @param {string} id of a text in the language's file
 * @param {Record<string, string | number>} [args]
 * @returns {string} the text; the id if there is none
 */
export function say(id, args = {}) {
  const message = words.value?.bundle.getMessage(id);
  if (!message?.value) return id;
  const filled = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, given(value)]));
  return words.value?.bundle.formatPattern(message.value, filled, []) ?? id;
}

/**
 * @param {string} template a template of the service's list of messages
 * @param {Record<string, string | number>} [args] what fills its gaps
 * @returns {string} the text in the reader's language; in English if the page does not know the template
 */
export function fill(template, args = {}) {
  const id = words.value?.ids.get(template);
  if (id) return say(id, args);
  const shown = (/** @type {string | number} */ value) => (typeof value === "number" ? signed(value) : value);
  return template.replace(/\{(\w+)\}/g, (gap, name) => shown(args[name] ?? gap));
}

/** @param {string} field @param {string} code @param {string} [game] @returns {string} how a code reads */
export function code(field, code, game = "") {
  const codes = words.value?.codes ?? {};
  return fill(codes[`${game}/${field}/${code}`] ?? codes[`/${field}/${code}`] ?? code.replaceAll("_", " "));
}

/** The templates of codes by the game that has them and the last word of their field. */
const byWord = computed(() => new Map(Object.entries(words.value?.codes ?? {}).map(([key, template]) => [key.replace(/\/.*\.(?=[^/]*\/)/, "/"), template])));

/** @param {string} word the name of a gap of a message @param {string} value that fills it @param {string} [game] @returns {string} how it reads, if it is a code */
export function codeWord(word, value, game = "") {
  const template = byWord.value.get(`${game}/${word}/${value}`) ?? byWord.value.get(`/${word}/${value}`);
  return template ? fill(template) : value;
}

/** @param {string} template @param {string} gap @returns {string | undefined} in what an amount counts that fills the gap */
export const unitOf = (template, gap) => words.value?.units[template]?.[gap];

const lists = computed(() => new Intl.ListFormat(language.value, { type: "conjunction" }));

/** @param {string[]} parts @returns {string} */
export const list = (parts) => (parts.length > 1 ? lists.value.format(parts) : parts.join("")); // to make the first formatter takes long

/** @param {string[]} parts @returns {string} one after the other, where some have commas in them */
export const row = (parts) => parts.join(`${say("semicolon")} `);

/** @param {string} title @param {string} text @returns {string} the text behind its title */
export const titled = (title, text) => `${title}${say("colon")} ${text}`;

/** @param {number[]} numbers that rise @returns {string} such as `2–8`, or `2, 4, and 6` */
export function range(numbers) {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const isWhole = last - first === numbers.length - 1 && numbers.length > 2;
  return isWhole ? `${first}–${last}` : list(numbers.map(String));
}

/** @param {string} unit @param {number} number @returns {string} such as "three cards" */
export function amount(unit, number) {
  const id = `amount-${unit.replaceAll("_", "-")}`;
  const said = say(id, { number: Math.abs(number) });
  return number < 0 ? fill("minus {amount}", { amount: said }) : said;
}

/** @param {string} text @returns {string} */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1);

/** @param {number} ms since 1970 @returns {string} */
export function day(ms) {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}

/** @param {string} written such as `2026-11-23` @returns {string} */
export function date(written) {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(written));
}

/** @param {number} number @param {number} [places] @returns {string} with at most so many decimal places */
export const decimal = (number, places = 2) => signed(new Intl.NumberFormat(language.value, { maximumFractionDigits: places }).format(number));

/** @param {number} number that counts something, such as `1,234` @returns {string} */
export const number = (number) => new Intl.NumberFormat(language.value).format(number);

/** @param {number} share of all, such as 0.5 @returns {string} */
export const percent = (share) => new Intl.NumberFormat(language.value, { style: "percent" }).format(share);

const SPANS = /** @type {[string, number][]} */ ([["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1_000]]);

/** @param {number} ms @param {{about?: boolean}} [how] about: one decimal place is enough @returns {string} such as `2 minutes` */
export function span(ms, { about = false } = {}) {
  const [unit, length] = SPANS.find(([, each]) => ms >= each && (about || ms % each === 0)) ?? ["second", 1_000];
  return new Intl.NumberFormat(language.value, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: about ? 1 : 3 }).format(ms / length);
}
