/** A form made from a JSON Schema with labels: options of a game, settings of a table. */

import { html } from "../vendor.js";
import { optionTitle, optionValue, plain, valueOf } from "../state/options.js";
import { say } from "../words/words.js";

/** @typedef {{name: string, field: any, value: any, set: (value: any) => void, game: string, players: number}} Props of a field */

/** @param {Props & {label: string, values: any[]}} props one of a few values */
function Few({ name, field, value, set, game, label, values }) {
  return html`<label
    >${label}
    <select value=${JSON.stringify(value)} onChange=${(/** @type {any} */ event) => set(JSON.parse(event.target.value))}>
      ${values.map((each) => html`<option key=${each} value=${JSON.stringify(each)}>${optionValue(name, field, each, game)}</option>`)}
    </select>
  </label>`;
}

/** @param {Props} props a value for each seat */
function OfSeats(props) {
  const { name, field, value, set } = props;
  return html`<fieldset>
    <legend>${optionTitle(name, field)}</legend>
    <div class="fields">
      ${plain(field).prefixItems.map(
        (/** @type {any} */ each, /** @type {number} */ seat) =>
          html`<${Few} key=${seat} ...${props} label=${say("seat", { seat: seat + 1 })} value=${value[seat]} values=${whole(each.minimum, each.maximum)}
            set=${(/** @type {any} */ one) => set(value.with(seat, one))} />`,
      )}
    </div>
  </fieldset>`;
}

/** @param {number} from @param {number} to @returns {number[]} */
const whole = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** @param {Props} props */
function Option(props) {
  const { name, field, value, set, players } = props;
  const schema = plain(field);
  const values = field["x-values"] ?? {};
  const title = optionTitle(name, field);
  const isNullable = Boolean(field.anyOf);
  if (schema.type === "boolean") {
    return html`<label class="check"><input type="checkbox" checked=${value} onChange=${(/** @type {any} */ event) => set(event.target.checked)} /> ${title}</label>`;
  }
  if (schema.enum) return html`<${Few} ...${props} label=${title} values=${schema.enum} />`;
  if (values.kind === "seat") return html`<${Few} ...${props} label=${title} values=${[...(isNullable ? [null] : []), ...whole(0, players - 1)]} />`;
  if (schema.prefixItems) return html`<${OfSeats} ...${props} />`;
  if (schema.type !== "integer") return null;
  const scale = values.kind === "duration" ? 1_000 : 1;
  const unit = scale > 1 ? ` (${say("seconds")})` : "";
  return html`<label
    >${title}${unit}
    <input type="number" value=${value === null ? "" : value / scale} min=${(schema.minimum ?? 0) / scale} max=${schema.maximum && schema.maximum / scale}
      step=${scale > 1 ? "any" : 1} placeholder=${isNullable ? optionValue(name, field, null, "") : ""} required=${!isNullable}
      onInput=${(/** @type {any} */ event) => set(event.target.value === "" ? null : Math.round(Number(event.target.value) * scale))} />
  </label>`;
}

/**
 * @param {{schema: any, values: Record<string, any>, set: (values: Record<string, any>) => void, game: string, players?: number, without?: string[], faulty?: Map<string, string>}} props
 *   players: how many seats the table has; faulty: what the service says, in English, of fields that it did not take
 */
export function SchemaForm({ schema, values, set, game, players = 0, without = [], faulty = new Map() }) {
  const given = { ...values, players };
  const fields = Object.entries(/** @type {Record<string, any>} */ (schema.properties)).filter(([name]) => !without.includes(name));
  return html`<div class="fields">
    ${fields.map(
      ([name, field]) => html`<div key=${name} class=${faulty.has(name) ? "faulty" : ""}>
        <${Option} name=${name} field=${field} game=${game} players=${players} value=${valueOf(schema, name, given)}
          set=${(/** @type {any} */ value) => set({ ...values, [name]: value })} />
        ${faulty.has(name) && html`<span class="refusal">${say("option-refused")} <span lang="en">${faulty.get(name)}</span></span>`}
      </div>`,
    )}
  </div>`;
}
