/** Parts of the page that are loaded when they are opened. */

import { html, signal, useEffect } from "../vendor.js";
import { say } from "../words/words.js";

/** @param {() => Promise<any>} load gives the component @returns {any} a component that stands for it until it is there */
export function later(load) {
  const loaded = signal(/** @type {any} */ (null));
  return (/** @type {any} */ props) => {
    useEffect(() => void (loaded.value ?? load().then((part) => (loaded.value = part))), []);
    return loaded.value ? html`<${loaded.value} ...${props} />` : html`<p role="status">${say("loading")}</p>`;
  };
}
