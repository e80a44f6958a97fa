/** Playing by keyboard: arrows within a zone, numbers for offered moves, Enter for the one that fits, Escape to begin anew. */

import { preferences } from "./session.js";

/** @param {Element} from a card @param {number} by how many cards */
function step(from, by) {
  const cards = [...(from.closest(".cards")?.querySelectorAll("button.card") ?? [])];
  const to = cards[(cards.indexOf(from) + by + cards.length) % cards.length];
  if (to instanceof HTMLElement) to.focus();
}

/** @param {EventTarget | null} target @returns {boolean} whether keys are meant as text there */
const isTyping = (target) => target instanceof Element && target.matches("input, select, textarea, [contenteditable]");

/** @param {import("./choice.js").Choice} choice @returns {() => void} stops listening */
export function keys(choice) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (!preferences.value.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const card = event.target instanceof Element && event.target.matches("button.card") ? event.target : null;
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (card && steps) {
      event.preventDefault();
      step(card, steps);
    } else if (event.repeat) return; // a key that is held makes no second move
    else if (event.key === "Escape") choice.clear();
    else if (event.key === "Enter" && choice.only.value && !(event.target instanceof Element && event.target.matches("button:not(.card), a"))) {
      event.preventDefault();
      void choice.make(choice.only.value);
    } else if (/^[1-9]$/.test(event.key)) {
      const offer = choice.fitting.value[Number(event.key) - 1];
      if (offer) void choice.make(offer.move);
    }
  }
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
