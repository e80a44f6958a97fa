/** Parts of the page that are loaded when they are opened. */

import { effect, html, signal, useEffect } from "../vendor.js";
import { reachable } from "../wire/http.js";
import { say } from "../words/words.js";

/** @param {() => Promise<any>} load gives the component @returns {any} a component that stands for it until it is there */
export function later(load) {
  const loaded = signal(/** @type {any} */ (null));
  const isMissing = signal(false);
  let isLoading = false;
  const begin = () => {
    if (isLoading) return;
    [isLoading, isMissing.value] = [true, false];
    load().then((part) => (loaded.value = part), () => ([isLoading, isMissing.value] = [false, true]));
  };
  effect(() => void (reachable.value && isMissing.peek() && begin()));
  return (/** @type {any} */ props) => {
    useEffect(begin, []);
    if (loaded.value) return html`<${loaded.value} ...${props} />`;
    if (!isMissing.value) return html`<p role="status">${say("loading")}</p>`;
    // Some browsers do not ask again for a module that did not come; and a newer service has other files.
    return html`<p role="alert">${say("not-loaded")} <button type="button" onClick=${() => location.reload()}>${say("load-again")}</button></p>`;
  };
}
