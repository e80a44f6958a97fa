/** A button that opens the rulebook of a game beside whatever is shown. */

import { html, useRef, useSignal } from "../vendor.js";
import { say } from "../words/words.js";
import { later } from "./later.js";

const Rulebook = later(async () => (await import("./rulebook.js")).Rulebook);

/** @param {{game: string}} props */
export function RulesButton({ game }) {
  const isOpen = useSignal(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const close = () => {
    isOpen.value = false;
    button.current?.focus();
  };
  return html`<button type="button" ref=${button} aria-expanded=${isOpen.value} onClick=${() => (isOpen.value = !isOpen.value)}>${say("rulebook")}</button>
    ${isOpen.value && html`<${Rulebook} game=${game} close=${close} leave=${() => (isOpen.value = false)} />`}`;
}
