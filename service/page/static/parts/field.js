/** A field of a move, to be filled in. */

import { html, useRef, useSignal } from "../vendor.js";
import { bounds, cards, numbered, seats } from "../state/fields.js";
import { said } from "../words/messages.js";
import { code, say, sentence, titled } from "../words/words.js";

/**
 * @typedef {{
 *   place: string, field: import("../state/kinds.js").Field, value: any, set: (value: any) => void,
 *   required?: boolean, within: import("../state/fields.js").Within,
 * }} Props
 */

/** @param {string} place such as `ask.target` @returns {string} what the field is called */
export function title(place) {
  const name = place.split(".").at(-1) ?? place;
  const own = say(`field-${name.replaceAll("_", "-")}`);
  return sentence(own.startsWith("field-") ? name.replaceAll("_", " ") : own);
}

/** @param {Props & {options: [any, string][], mark?: string}} props */
function Select({ place, mark = place, value, set, required, options }) {
  return html`<label data-field=${mark}>
    ${title(place)}
    <select value=${value === undefined ? "" : JSON.stringify(value)} onChange=${(/** @type {any} */ { target }) => set(target.value ? JSON.parse(target.value) : undefined)}>
      <option value="">${required ? "–" : say("none")}</option>
      ${options.map(([each, name]) => html`<option key=${each} value=${JSON.stringify(each)}>${name}</option>`)}
    </select>
  </label>`;
}

/** @param {{options: [string, string][], add: (card: string) => void}} props a card is added by the button: who chooses by keys passes by others */
function AddCard({ options, add }) {
  const chosen = useSignal("");
  const list = useRef(/** @type {HTMLSelectElement | null} */ (null));
  const card = options.some(([each]) => each === chosen.value) ? chosen.value : "";
  const give = () => {
    if (card) add(card);
    chosen.value = "";
    list.current?.focus(); // for the next one
  };
  return html`<select value=${card} ref=${list} aria-label=${sentence(say("field-card"))} onChange=${(/** @type {any} */ event) => (chosen.value = event.target.value)}>
      <option value="">–</option>
      ${options.map(([each, name]) => html`<option key=${each} value=${each}>${name}</option>`)}
    </select>
    <button type="button" onClick=${give}>${say("add-card")}</button>`;
}

/** @param {Props} props a list of cards, or lists of lists of them */
function CardList({ place, field, value, set, within }) {
  const values = field["x-values"] ?? { kind: "card" };
  const nested = field["items"]?.type === "array";
  const groups = /** @type {string[][]} */ (nested ? value ?? [] : [value ?? []]);
  const give = (/** @type {string[][]} */ some) => set(nested ? some : some[0]);
  // A deck may have a card more than once.
  const left = [...cards(values, within)];
  for (const card of groups.flat()) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  const put = (/** @type {number} */ at, /** @type {string[]} */ group) => give(groups.with(at, group));
  return html`<fieldset data-field=${place}>
    <legend>${title(place)}</legend>
    ${groups.map(
      (group, at) => html`<p key=${at} class="group">
        ${group.map((card, index) => html`<button key=${card + index} type="button" onClick=${() => put(at, group.toSpliced(index, 1))}>${within.names.card(card)} ✕</button>`)}
        <${AddCard} options=${[...new Set(left)].map((card) => [card, within.names.card(card)])} add=${(/** @type {string} */ card) => put(at, [...group, card])} />
        ${within.chosen.length > 0 && html`<button type="button" onClick=${() => put(at, [...within.chosen])}>${say("use-chosen")}</button>`}
        ${nested && html`<button type="button" onClick=${() => give(groups.toSpliced(at, 1))}>${say("remove-group")}</button>`}
      </p>`,
    )}
    ${nested && html`<button type="button" onClick=${() => give([...groups, []])}>${say("add-group")}</button>`}
    ${!value && html`<button type="button" onClick=${() => set([])}>${say("no-cards")}</button>`}
  </fieldset>`;
}

/** @param {Props} props a list of objects */
function Parts({ place, field, value, set, within }) {
  const properties = Object.entries(field["items"].properties);
  const parts = value ?? [];
  return html`<fieldset data-field=${place}>
    <legend>${title(place)}</legend>
    ${parts.map(
      (/** @type {any} */ part, /** @type {number} */ at) => html`<div key=${at} class="group">
        ${properties.map(
          ([name, each]) => html`<${Field} key=${name} place=${`${place}.${name}`} field=${each} value=${part[name]} within=${within}
            required=${field["items"].required?.includes(name)} set=${(/** @type {any} */ filled) => set(parts.with(at, without(part, name, filled)))} />`,
        )}
        <button type="button" onClick=${() => set(parts.toSpliced(at, 1))}>${say("remove-group")}</button>
      </div>`,
    )}
    <button type="button" onClick=${() => set([...parts, {}])}>${say("add-group")}</button>
    ${!value && html`<button type="button" onClick=${() => set([])}>${say("no-cards")}</button>`}
  </fieldset>`;
}

/** @param {any} part @param {string} name @param {any} value @returns {any} */
function without(part, name, value) {
  const { [name]: _, ...others } = part;
  return value === undefined ? others : { ...others, [name]: value };
}

/** @param {Props} props a seat for each card */
function Holders({ place, field, value = {}, set, within }) {
  const options = seats(field["additionalProperties"]?.["x-values"]?.of, within);
  return html`<fieldset data-field=${place}>
    <legend>${title(place)}</legend>
    ${cards(field["x-values"] ?? { kind: "card" }, within).map(
      (card) => html`<${Select} key=${card} mark=${card} place=${within.names.card(card)} field=${{}} within=${within} required value=${value[card]}
        set=${(/** @type {any} */ seat) => set(without(value, card, seat))} options=${options.map((seat) => [seat, within.names.seat(seat)])} />`,
    )}
  </fieldset>`;
}

/** @param {Props} props @returns {[any, string][]} */
function options({ place, field, within }) {
  const values = field["x-values"] ?? { kind: "" };
  switch (values.kind) {
    case "card":
      return [...new Set(cards(values, within))].map((card) => [card, within.names.card(card)]);
    case "seat":
      return seats(values.of, within).map((seat) => [seat, within.names.seat(seat)]);
    case "meld":
    case "offer":
      return numbered(values, within).map(({ number, zone }) => [number, titled(String(number), said(zone.label, within.names))]);
    case "set":
      return Object.keys(values.cards ?? {}).map((set) => [set, code(place, set, within.game.id)]);
    case "choice":
      return field["enum"].map((/** @type {string} */ each) => [each, code(place, each, within.game.id)]);
    case "bool":
      return [[true, say("yes")], [false, say("no")]];
    default: {
      const [least, most] = bounds(field, within);
      return Array.from({ length: Math.min(most, least + 200) - least + 1 }, (_, at) => [least + at, String(least + at)]);
    }
  }
}

/** @param {Props} props */
export function Field(props) {
  const { field } = props;
  if (field["type"] === "array") return field["items"].properties ? html`<${Parts} ...${props} />` : html`<${CardList} ...${props} />`;
  if (field["type"] === "object") return html`<${Holders} ...${props} />`;
  return html`<${Select} ...${props} options=${options(props)} />`;
}
