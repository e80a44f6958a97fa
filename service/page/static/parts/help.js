/** The button that shows all keys; with it, a table listens to keys and pointers. */

import { html, useLayoutEffect, useRef } from "../vendor.js";
import { drags } from "../state/drag.js";
import { keys } from "../state/keys.js";
import { kindName, lettersOf } from "../state/letters.js";
import { preferences } from "../state/session.js";
import { say } from "../words/words.js";
import { later } from "./later.js";

const KeyList = later(async () => (await import("./keys.js")).KeyList);

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
