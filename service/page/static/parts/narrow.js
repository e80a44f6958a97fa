/** Many offered moves made fewer: by whom they are for, by a card that nobody here has, by whatever else they differ in. */

import { html } from "../vendor.js";
import { named } from "../state/kinds.js";
import { kindName } from "../state/letters.js";
import { say } from "../words/words.js";
import { title } from "./field.js";

/** @param {{choice: import("../state/choice.js").Choice, game: import("../wire/types.js").Game, names: import("../words/messages.js").Names}} props */
export function Narrow({ choice, game, names }) {
  const moves = choice.offered.value.map(({ move }) => /** @type {Record<string, any>} */ (move));
  const fields = [...new Set(moves.flatMap((move) => Object.keys(move)))];
  const called = (/** @type {any} */ move, /** @type {string} */ name) => (name === "type" ? kindName(game, move.type, names) : named(game, move, name, names));
  const valuesOf = (/** @type {string} */ name) => new Map(moves.flatMap((move) => (["string", "number"].includes(typeof move[name]) ? [[JSON.stringify(move[name]), move]] : [])));
  const differing = fields.flatMap((name) => {
    const values = valuesOf(name);
    return values.size > 1 ? [{ name, values }] : [];
  });
  if (!differing.length) return null;
  return html`<p class="narrow" role="group" aria-label=${say("narrow")}>
    ${differing.map(
      ({ name, values }) => {
        const about = name === "type" ? say("kind-of-move") : title(name);
        return html`<select
          key=${name}
          aria-label=${about}
          value=${choice.narrow.value[name] ?? ""}
          onChange=${(/** @type {any} */ event) => (choice.narrow.value = { ...choice.narrow.value, [name]: event.target.value })}
        >
          <option value="">${about}</option>
          ${[...values].map(([value, move]) => html`<option key=${value} value=${value}>${called(move, name)}</option>`)}
        </select>`;
      },
    )}
  </p>`;
}
