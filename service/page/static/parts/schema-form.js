/** A form made from a JSON Schema with labels: options of a game, settings of a table. */

import { html } from "../vendor.js";
import { code, fill, say, sentence } from "../words/words.js";

/** @param {any} field @returns {any} the schema of what is not null */
const plain = (field) => (field.anyOf ? { ...field, ...field.anyOf.find((/** @type {any} */ each) => each.type !== "null") } : field);

/** @param {{name: string, field: any, value: any, set: (value: any) => void, game: string}} props */
function Option({ name, field, value, set, game }) {
  const schema = plain(field);
  const values = field["x-values"] ?? {};
  const title = sentence(fill(field["x-label"] ?? name));
  const isNullable = Boolean(field.anyOf);
  if (schema.type === "boolean") {
    return html`<label class="check"><input type="checkbox" checked=${value} onChange=${(/** @type {any} */ event) => set(event.target.checked)} /> ${title}</label>`;
  }
  if (schema.enum) {
    return html`<label
      >${title}
      <select value=${value} onChange=${(/** @type {any} */ event) => set(event.target.value)}>
        ${schema.enum.map((/** @type {any} */ each) => html`<option key=${each} value=${each}>${typeof each === "string" ? sentence(code(field["x-codes"] ?? `options.${name}`, each, game)) : each}</option>`)}
      </select>
    </label>`;
  }
  if (schema.type !== "integer") return null;
  const scale = values.kind === "duration" ? 1_000 : 1;
  const unit = scale > 1 ? ` (${say("seconds")})` : "";
  return html`<label
    >${title}${unit}
    <input type="number" value=${value === null ? "" : value / scale} min=${(schema.minimum ?? 0) / scale} max=${schema.maximum && schema.maximum / scale}
      placeholder=${isNullable ? fill(values.none ?? "none") : ""} required=${!isNullable}
      onInput=${(/** @type {any} */ event) => set(event.target.value === "" ? null : Math.round(Number(event.target.value) * scale))} />
  </label>`;
}

/**
 * @param {{schema: any, values: Record<string, any>, set: (values: Record<string, any>) => void, game: string, without?: string[]}} props
 */
export function SchemaForm({ schema, values, set, game, without = [] }) {
  const fields = Object.entries(/** @type {Record<string, any>} */ (schema.properties)).filter(([name]) => !without.includes(name));
  return html`<div class="fields">
    ${fields.map(
      ([name, field]) => html`<${Option} key=${name} name=${name} field=${field} game=${game} value=${values[name] ?? field.default ?? null}
        set=${(/** @type {any} */ value) => set({ ...values, [name]: value })} />`,
    )}
  </div>`;
}
