/** Which keys there are, and whether signs alone are shortcuts (WCAG 2.1.4). */

import { html, useLayoutEffect, useRef } from "../vendor.js";
import { drags } from "../state/drag.js";
import { keys } from "../state/keys.js";
import { kindName, lettersOf } from "../state/letters.js";
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

/**
 * @param {{
 *   choice: import("../state/choice.js").Choice, game: import("../wire/types.js").Game, names: import("../words/messages.js").Names,
 * }} props listens to keys and pointers for as long as it is shown
 */
export function Help({ choice, game, names }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const open = () => dialog.current?.open || dialog.current?.showModal();
  const letters = preferences.value.shortcuts ? lettersOf(game, names) : {};
  // Not after the next frame: as soon as the button is there, keys and pointers do what it says.
  useLayoutEffect(() => keys(choice, open), [choice]);
  useLayoutEffect(() => drags(choice), [choice]);
  useLayoutEffect(() => void (choice.letters.value = letters), [choice, JSON.stringify(letters)]);
  return html`<button type="button" class="plain" onClick=${open}>${say("keys")} <kbd aria-hidden="true">?</kbd></button>
    <dialog ref=${dialog} aria-label=${say("keys")}>
      <h2>${say("keys")}</h2>
      <${KeyList}>
        ${Object.entries(letters).map(([type, letter]) => html`<dt key=${type}><kbd>${letter.toUpperCase()}</kbd></dt><dd>${kindName(game, type, names)}</dd>`)}
      <//>
      <button type="button" class="main" onClick=${() => dialog.current?.close()}>${say("shut")}</button>
    </dialog>`;
}
