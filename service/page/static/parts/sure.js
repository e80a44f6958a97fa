/** A button for what cannot be undone: it asks once more. */

import { html, useLayoutEffect, useRef, useSignal } from "../vendor.js";
import { say } from "../words/words.js";

/** @param {{act: () => unknown, question?: string, children?: any}} props */
export function Sure({ act, question = say("sure"), children }) {
  const isAsking = useSignal(false);
  const wasAsking = useRef(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  // The button that was pressed is gone: who plays by keyboard goes on from the one in its place.
  useLayoutEffect(() => {
    if (wasAsking.current !== isAsking.value) button.current?.focus({ preventScroll: true });
    wasAsking.current = isAsking.value;
  }, [isAsking.value]);
  if (!isAsking.value) return html`<button type="button" class="plain" ref=${button} onClick=${() => (isAsking.value = true)}>${children}</button>`;
  const answer = (/** @type {boolean} */ isSure) => {
    isAsking.value = false;
    if (isSure) act();
  };
  return html`<span class="sure" role="group" aria-label=${question}>
    <span role="alert">${question}</span>
    <button type="button" onClick=${() => answer(true)}>${say("yes")}</button>
    <button type="button" class="main" ref=${button} onClick=${() => answer(false)}>${say("no")}</button>
  </span>`;
}
