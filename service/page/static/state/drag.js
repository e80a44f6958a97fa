/** Dragging of cards by mouse, pen or finger, beside touching them: what is dropped is chosen as if it had been clicked. */

import { MIDDLE, seatKey, zoneKey } from "./targets.js";

/** A pointer that goes no further has clicked. */
const CLICK_PX = 8;

/** @param {Element} from @param {Map<string, any>} targets @returns {string | undefined} the innermost place there that is one of these */
function placeOf(from, targets) {
  for (let each = /** @type {Element | null} */ (from); each; each = each.parentElement) {
    const { zone, seat, key } = /** @type {HTMLElement} */ (each).dataset ?? {};
    const place = zone ? zoneKey(zone) : seat ? seatKey(Number(seat)) : key ?? (each.matches(".middle") ? MIDDLE : "");
    if (targets.has(place)) return place;
  }
  return undefined;
}

/** What follows the pointer: the dragged cards as they look. */
class Shadow {
  /** @param {string[]} ids of items @param {Element} board */
  constructor(ids, board) {
    this.element = Object.assign(document.createElement("div"), { className: "dragged", ariaHidden: "true" });
    for (const id of ids) {
      const card = board.querySelector(`[data-item="${CSS.escape(id)}"]`);
      if (!card) continue;
      const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
      const { width, height } = card.getBoundingClientRect();
      Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
      for (const name of ["data-item", "aria-pressed"]) copy.removeAttribute(name);
      copy.inert = true;
      this.element.append(copy);
    }
    document.body.append(this.element);
  }

  /** @param {PointerEvent} pointer */
  follow({ clientX, clientY }) {
    this.element.style.translate = `${clientX}px ${clientY}px`;
  }
}

/** @param {import("./choice.js").Choice} choice @returns {() => void} stops listening */
export function drags(choice) {
  /** @type {{card: HTMLElement, id: string, x: number, y: number, pointer: number, isGivenUp?: boolean} | null} */
  let held = null;
  /** @type {Shadow | null} */
  let shadow = null;
  const over = () => choice.over.value;

  function drop() {
    shadow?.element.remove();
    [held, shadow] = [null, null];
    // Where nothing was dragged nothing is drawn anew: a press alone would look as if it had moved the buttons.
    if (choice.dragged.value.length) [choice.dragged.value, choice.over.value] = [[], ""];
  }
  /** @param {PointerEvent} event */
  function press(event) {
    if (shadow && event.pointerId !== held?.pointer) return;
    drop();
    const card = event.target instanceof Element ? event.target.closest("button.card.playable") : null;
    const id = card instanceof HTMLElement && card.dataset.item;
    if (id && event.button === 0 && event.isPrimary) held = { card, id, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }
  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || event.pointerId !== held.pointer || held.isGivenUp) return;
    if (!shadow) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < CLICK_PX) return;
      const board = held.card.closest(".board");
      if (!board || choice.table.busy.value) return giveUp();
      choice.dragged.value = choice.ids.value.includes(held.id) ? choice.ids.value : [held.id];
      held.card.setPointerCapture(held.pointer);
      shadow = new Shadow(choice.dragged.value, board);
    }
    if (!choice.seen.value.has(held.id)) return giveUp(); // it has gone meanwhile
    event.preventDefault();
    shadow.follow(event);
    const below = document.elementFromPoint(event.clientX, event.clientY);
    choice.over.value = (below && placeOf(below, choice.targets.value)) ?? "";
  }
  /** @param {PointerEvent} event */
  function release(event) {
    if (!held || event.pointerId !== held.pointer) return;
    const place = over();
    const ids = choice.dragged.value;
    if (shadow || held.isGivenUp) {
      addEventListener("click", swallow, { capture: true, once: true });
      // The click that follows comes at once, if it comes: a later one is meant.
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    }
    if (shadow && place) void choice.drop(ids, place);
    drop();
  }
  /** @param {Event} click with which the drag has ended */
  function swallow(click) {
    click.stopPropagation();
    click.preventDefault();
  }
  /** @param {KeyboardEvent} event */
  function escape(event) {
    if (!shadow || event.key !== "Escape") return;
    event.stopPropagation();
    giveUp();
  }
  /** End the drag: where the pointer goes, and comes up, means nothing any more. */
  function giveUp() {
    const given = held && { ...held, isGivenUp: true };
    drop();
    held = given;
  }
  const heard = /** @type {[string, any, boolean][]} */ ([
    ["pointerdown", press, false],
    ["pointermove", move, false],
    ["pointerup", release, false],
    ["pointercancel", drop, false],
    ["keydown", escape, true],
  ]);
  for (const [name, listener, capture] of heard) addEventListener(name, listener, { capture });
  return () => {
    drop();
    for (const [name, listener, capture] of heard) removeEventListener(name, listener, { capture });
  };
}
