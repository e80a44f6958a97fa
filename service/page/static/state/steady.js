/** Buttons that events move: a click on one that has just come under the pointer was meant for another. */

const SLIP_MS = 250;

export class Steady {
  constructor() {
    this.places = /** @type {Map<string, string>} */ (new Map());
    this.moved = /** @type {Map<string, number>} */ (new Map());
  }

  /** See where the buttons are now. @param {Element | null} list of buttons with `data-key` */
  look(list) {
    const places = new Map();
    for (const button of list?.querySelectorAll("[data-key]") ?? []) {
      const { x, y } = button.getBoundingClientRect();
      const key = button.getAttribute("data-key") ?? "";
      places.set(key, `${Math.round(x + scrollX)} ${Math.round(y + scrollY)}`);
      if (this.places.size && this.places.get(key) !== places.get(key)) this.moved.set(key, performance.now());
    }
    this.places = places;
  }

  /** @param {string} key @param {MouseEvent} event of a pointer; keys and screen readers press what they name @returns {boolean} */
  isSlip(key, event) {
    return event.detail > 0 && performance.now() - (this.moved.get(key) ?? -SLIP_MS) < SLIP_MS;
  }
}
