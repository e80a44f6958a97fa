/** Playing by keyboard: arrows, Home and End within a zone, Enter for the move that fits, and shortcuts that can be switched off. */

import { preferences } from "./session.js";
import { moveKey } from "./targets.js";

/** @param {Element} from a card @param {string} key @returns {unknown} the card of its zone to which a key leads */
function ahead(from, key) {
  const cards = [...(from.closest("[role=toolbar]")?.querySelectorAll("button.card") ?? [])];
  const at = cards.indexOf(from);
  return { ArrowRight: cards[at + 1] ?? cards[0], ArrowLeft: cards.at(at - 1), Home: cards[0], End: cards.at(-1) }[key];
}

/** @param {Element} target @returns {boolean} whether keys are meant for something else there */
const isElsewhere = (target) => target.matches("input, select, textarea, [contenteditable]") || target.closest("dialog") !== null;

/** @param {import("./choice.js").Choice} choice @param {string} type make the one offered move of this kind, or leave only those, in place of another kind */
function chooseKind(choice, type) {
  const before = choice.narrow.value;
  const { type: _, ...open } = before;
  choice.narrow.value = open;
  const [first, ...others] = choice.fitting.value.filter(({ move }) => move.type === type);
  if (!first) choice.narrow.value = before;
  else if (others.length) choice.narrow.value = { ...open, type: JSON.stringify(type) };
  else void choice.make(first.move);
}

/** @param {import("./choice.js").Choice} choice @param {KeyboardEvent} event of a sign @param {() => void} help */
function shortcut(choice, { key }, help) {
  const offer = /^[1-9]$/.test(key) && choice.fitting.value[Number(key) - 1];
  const type = Object.entries(choice.letters.value).find(([, letter]) => letter === key.toLowerCase())?.[0];
  if (key === "?") help();
  else if (offer) choice.steady.hasJustCome(moveKey(offer.move)) || void choice.make(offer.move);
  else if (type) chooseKind(choice, type);
}

/** @param {import("./choice.js").Choice} choice @param {() => void} help shows which keys there are @returns {() => void} stops listening */
export function keys(choice, help) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(target)) return;
    const card = target.matches("button.card") && ahead(target, event.key);
    if (card instanceof HTMLElement) {
      event.preventDefault();
      card.focus();
    } else if (event.repeat) return; // a key that is held makes no second move
    else if (event.key === "Escape") choice.clear();
    else if (event.key === "Enter" && choice.only.value && !target.matches("button:not(.card), a")) {
      event.preventDefault();
      void choice.make(choice.only.value);
    } else if (preferences.value.shortcuts) shortcut(choice, event, help);
  }
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
