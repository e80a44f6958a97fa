/** Buttons that events move: a click on one that has just come under the pointer was meant for another, and so was the number of its place. */

const SLIP_MS = 250;

/** @param {number} [at] @returns {boolean} */
const isNew = (at = -SLIP_MS) => performance.now() - at < SLIP_MS;

/** @param {number} x @param {number} y @returns {string} a place, in whole pixels */
const rounded = (x, y) => `${Math.round(x)} ${Math.round(y)}`;

export class Steady {
  constructor() {
    this.places = /** @type {Map<string, {inList: string, onPage: string}>} */ (new Map());
    this.moved = /** @type {Map<string, number>} */ (new Map());
    /** Of those, the ones that were moved by an event, and not by what the player has chosen. */
    this.replaced = /** @type {Map<string, number>} */ (new Map());
    this.version = 0;
  }

  /**
   * See where the buttons are now. Where no event moved them but what stands above the list, they did so at any time since.
   * @param {Element | null} list of buttons with `data-key` @param {number} version of the table
   */
  look(list, version) {
    const places = new Map();
    const now = performance.now();
    const corner = list?.getBoundingClientRect() ?? new DOMRect();
    for (const button of list?.querySelectorAll("[data-key]") ?? []) {
      const { x, y } = button.getBoundingClientRect();
      const key = button.getAttribute("data-key") ?? "";
      const place = { inList: rounded(x - corner.x, y - corner.y), onPage: rounded(x + scrollX, y + scrollY) };
      places.set(key, place);
      const before = this.places.get(key);
      const hasMoved = this.version === version ? before?.inList !== place.inList : before?.onPage !== place.onPage;
      if (!this.places.size || !hasMoved) continue;
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
