/** Many buttons as one stop of the Tab key: arrows lead from one to the next (`keys.js`), and Tab comes back to where somebody was. */

import { useRef, useSignal } from "../vendor.js";

/** @param {string[]} ids of items that can be pressed, as they lie @param {string} label @returns {[string | undefined, object]} the item that Tab leads to, and what the element around them has */
export function useStop(ids, label) {
  const last = useSignal("");
  const place = useRef(0);
  // Where that item is gone, the one that has come into its place is the next.
  if (ids.includes(last.value)) place.current = ids.indexOf(last.value);
  const visit = (/** @type {any} */ { target }) => (last.value = target.dataset.item ?? last.value);
  return [ids[Math.min(place.current, ids.length - 1)], ids.length ? { role: "toolbar", "aria-label": label, onFocusIn: visit } : {}];
}
