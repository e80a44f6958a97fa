/** A move by hand, from its fields as the schema describes them; whether it is legal, the service says. */

import { html, useSignal } from "../vendor.js";
import { kindsOf, label } from "../state/kinds.js";
import { kindName } from "../state/letters.js";
import { complete } from "../state/fields.js";
import { sentence, say } from "../words/words.js";
import { Field } from "./field.js";
import { told } from "./refusal.js";

/** @param {import("./decision.js").Props} props */
export function Builder({ table, choice, game, names }) {
  const kinds = kindsOf(game);
  const offered = [...new Set(choice.offered.value.map(({ move }) => move.type))];
  const types = [...offered, ...Object.keys(kinds).filter((type) => !offered.includes(type))];
  const type = useSignal(types[0] ?? "");
  const values = useSignal(/** @type {Record<string, any>} */ ({}));
  const judged = useSignal(/** @type {any} */ (null));
  const kind = kinds[type.value];
  if (!kind) return null;
  const move = complete(kind, values.value);
  const words = move ? sentence(label(game, move, names)) : "";

  async function check() {
    judged.value = move && (await table.do("POST", "/moves/check", { move }));
  }
  const set = (/** @type {Record<string, any>} */ filled) => ([values.value, judged.value] = [filled, null]);

  return html`<form
    class="builder"
    onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      const made = values.value;
      // What was filled in meanwhile is for the next move.
      if (move) void choice.make(move).then((isMade) => isMade && values.value === made && set({}));
    }}
  >
    <label>
      ${say("kind-of-move")}
      <select value=${type.value} onChange=${(/** @type {any} */ event) => ((type.value = event.target.value), set({}))}>
        ${types.map((each) => html`<option key=${each} value=${each}>${kindName(game, each, names)}</option>`)}
      </select>
    </label>
    ${Object.entries(kind.fields).map(
      ([name, field]) =>
        html`<${Field} key=${`${type.value}.${name}`} place=${`${type.value}.${name}`} field=${field} value=${values.value[name]}
          set=${(/** @type {any} */ value) => set({ ...values.value, [name]: value })} required=${kind.required.includes(name)}
          within=${{ view: table.view.value, game, names, chosen: choice.cards.value, values: values.value }} />`,
    )}
    <p aria-live="polite"><b>${words}</b> ${judged.value && (judged.value.legal ? say("is-legal") : told({ document: judged.value }, names))}</p>
    <button type="button" disabled=${!move} onClick=${check}>${say("check-move")}</button>
    <button type="submit" class="main" disabled=${!move || table.busy.value}>${say("make-move")}</button>
  </form>`;
}
