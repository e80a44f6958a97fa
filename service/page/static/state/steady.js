/** Buttons that events move: a click on one that has just come under the pointer was meant for another, and so was the number of its place. */

const SLIP_MS = 250;

/** @param {number} [at] @returns {boolean} */
const isNew = (at = -SLIP_MS) => performance.now() - at < SLIP_MS;

export class Steady {
  constructor() {
    this.places = /** @type {Map<string, string>} */ (new Map());
    this.moved = /** @type {Map<string, number>} */ (new Map());
    /** Of those, the ones that were moved by an event, and not by what the player has chosen. */
    this.replaced = /** @type {Map<string, number>} */ (new Map());
    this.version = 0;
  }

  /** See where the buttons are now. @param {Element | null} list of buttons with `data-key` @param {number} version of the table */
  look(list, version) {
    const places = new Map();
    const now = performance.now();
    for (const button of list?.querySelectorAll("[data-key]") ?? []) {
      const { x, y } = button.getBoundingClientRect();
      const key = button.getAttribute("data-key") ?? "";
      places.set(key, `${Math.round(x + scrollX)} ${Math.round(y + scrollY)}`);
      if (!this.places.size || this.places.get(key) === places.get(key)) continue;
      this.moved.set(key, now);
      if (this.version !== version) this.replaced.set(key, now);
    }
    this.version = version;
    this.places = places;
  }

  /** @param {string} key @param {MouseEvent} event of a pointer; keys and screen readers press what they name @returns {boolean} */
  isSlip(key, event) {
    return event.detail > 0 && isNew(this.moved.get(key));
  }

  /** @param {string} key @returns {boolean} whether an event has just brought the button to its place */
  hasJustCome(key) {
    return isNew(this.replaced.get(key));
  }
}
