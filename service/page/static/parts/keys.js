/** Which keys there are, and whether signs alone are shortcuts (WCAG 2.1.4). */

import { html } from "../vendor.js";
import { prefer, preferences } from "../state/session.js";
import { learn, say } from "../words/words.js";

await learn("pages");

const KEYS = ["arrows", "space", "enter", "escape"];
const SHORTCUTS = ["numbers", "letters", "question"];

/** @param {{children?: any}} props what follows are more of them */
export function KeyList({ children }) {
  const shown = preferences.value.shortcuts ? [...KEYS, ...SHORTCUTS] : KEYS;
  return html`<label class="check"
      ><input type="checkbox" checked=${preferences.value.shortcuts} onChange=${(/** @type {any} */ event) => prefer({ shortcuts: event.target.checked })} /> ${say("shortcuts")}</label
    >
    <dl class="keys">
      ${shown.map((key) => html`<dt key=${key}><kbd>${say(`key-${key}`)}</kbd></dt><dd>${say(`key-${key}-does`)}</dd>`)} ${children}
    </dl>`;
}
