/** Motion of cards between two drawings of a table: first, last, invert, play (FLIP), by the ids of items. */

const DURATION_MS = 260;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{x: number, y: number, zone: string | undefined}} Point */

export class Motion {
  constructor() {
    this.version = 0;
    this.cards = /** @type {Map<string, Point>} */ (new Map());
    this.zones = /** @type {Map<string, Point>} */ (new Map());
    this.running = /** @type {Animation[]} */ ([]);
  }

  /**
   * Let the cards that went to another zone since the last drawing move there. It is over when the next event comes.
   * @param {HTMLElement | null} board @param {number} version that it shows
   * @param {{from: string | null, to: string | null, ids: string[], count: number}[]} moves of the last event
   */
  play(board, version, moves) {
    if (!board || still.matches) return;
    for (const animation of this.running) animation.cancel();
    const cards = found(board, "[data-item]", (card) => card.dataset["item"]);
    const zones = found(board, "[data-zone] > .cards", (zone) => zone.parentElement?.dataset["zone"]);
    // All is measured before anything is animated: each animation makes the next measure compute all styles anew.
    const [cardsNow, zonesNow] = measured(board, cards, zones);
    const animated = version === this.version + 1 && !document.hidden;
    this.running = animated ? this.slides(cards, zones, cardsNow, moves).flatMap(animate) : [];
    this.version = version;
    this.cards = cardsNow;
    this.zones = zonesNow;
  }

  /**
   * @param {Map<string, HTMLElement>} cards @param {Map<string, HTMLElement>} zones @param {Map<string, Point>} now where the cards are
   * @param {{from: string | null, to: string | null, ids: string[], count: number}[]} moves
   * @returns {[HTMLElement, number, number][]} what slides, and from how far
   */
  slides(cards, zones, now, moves) {
    const seen = [...cards].map(([id, card]) => [card, this.cards.get(id) ?? this.origin(now.get(id), id, moves), now.get(id)]);
    const hidden = moves.map(({ to, from, ids, count }) => {
      const card = count > ids.length && to && zones.get(to)?.querySelector(".back:last-child");
      return [card, from && this.zones.get(from), to && this.zones.get(to)];
    });
    return /** @type {any[]} */ ([...seen, ...hidden])
      .filter(([card, before, after]) => card && before && after && before.zone !== after.zone)
      .map(([card, before, after]) => [card, before.x - after.x, before.y - after.y]);
  }

  /** @param {Point | undefined} now @param {string} id @param {any[]} moves @returns {Point | undefined} where a card comes from that was not seen */
  origin(now, id, moves) {
    const move = moves.find((each) => each.to === now?.zone && each.from && !each.ids.includes(id));
    return move && this.zones.get(move.from);
  }
}

/** @param {HTMLElement} board @param {string} selector @param {(element: HTMLElement) => string | undefined} idOf @returns {Map<string, HTMLElement>} */
function found(board, selector, idOf) {
  return new Map([.../** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(selector))].map((each) => [idOf(each) ?? "", each]));
}

/** @param {HTMLElement} board @param {Map<string, HTMLElement>[]} groups @returns {any} where each is on the board, and in which zone */
function measured(board, ...groups) {
  const outer = board.getBoundingClientRect();
  const point = (/** @type {Element} */ element) => {
    const inner = element.getBoundingClientRect();
    const zone = /** @type {HTMLElement | null} */ (element.closest("[data-zone]"))?.dataset["zone"];
    return { x: inner.x - outer.x, y: inner.y - outer.y, zone };
  };
  return groups.map((group) => new Map([...group].map(([id, element]) => [id, point(element)])));
}

/** @param {[HTMLElement, number, number]} slide @returns {Animation[]} */
function animate([card, x, y]) {
  if (Math.abs(x) + Math.abs(y) < 2) return [];
  return [card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: DURATION_MS, easing: "ease-out" })];
}
