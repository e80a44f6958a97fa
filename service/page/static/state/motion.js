/** Motion of cards between two drawings of a table: first, last, invert, play (FLIP), by the ids of items. */

const DURATION_MS = 260;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{x: number, y: number}} Point */

/** @param {Element} element @param {Element} board @returns {Point} where it is on the board, wherever that is scrolled to */
function point(element, board) {
  const [inner, outer] = [element.getBoundingClientRect(), board.getBoundingClientRect()];
  return { x: inner.x - outer.x, y: inner.y - outer.y };
}

export class Motion {
  constructor() {
    this.version = 0;
    this.cards = /** @type {Map<string | null, Point>} */ (new Map());
    this.zones = /** @type {Map<string | undefined, Point>} */ (new Map());
  }

  /**
   * Let what has moved since the last drawing move there. Nothing moves that would be over after the next event.
   * @param {HTMLElement | null} board @param {number} version that it shows
   * @param {{from: string | null, to: string | null, ids: string[], count: number}[]} moves of the last event
   */
  play(board, version, moves) {
    if (!board) return;
    const cards = new Map([...board.querySelectorAll("[data-item]")].map((card) => [card.getAttribute("data-item"), card]));
    const zones = new Map([...board.querySelectorAll("[data-zone] > .cards")].map((zone) => [zone.parentElement?.dataset["zone"], zone]));
    if (version === this.version + 1 && !still.matches && !document.hidden) this.animate(board, cards, zones, moves);
    this.version = version;
    this.cards = new Map([...cards].map(([id, card]) => [id, point(card, board)]));
    this.zones = new Map([...zones].map(([id, zone]) => [id, point(zone, board)]));
  }

  /** @param {Element} board @param {Map<any, Element>} cards @param {Map<any, Element>} zones @param {any[]} moves */
  animate(board, cards, zones, moves) {
    for (const [id, card] of cards) {
      const before = this.cards.get(id) ?? this.origin(id, card, moves);
      if (before) slide(card, before, board);
    }
    for (const { to, from, ids, count } of moves) {
      const [zone, before] = [zones.get(to), this.zones.get(from)];
      const card = zone?.querySelector(".back:last-child");
      if (card && before && count > ids.length) slide(card, before, board);
    }
  }

  /** @param {string} id @param {Element} card @param {any[]} moves @returns {Point | undefined} where a card comes from that was not seen */
  origin(id, card, moves) {
    const zone = card.closest("[data-zone]")?.getAttribute("data-zone");
    const move = moves.find((each) => each.to === zone && each.from && !each.ids.includes(id));
    return move && this.zones.get(move.from);
  }
}

/** @param {Element} card @param {Point} before @param {Element} board */
function slide(card, before, board) {
  const after = point(card, board);
  const [x, y] = [before.x - after.x, before.y - after.y];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: DURATION_MS, easing: "ease-out" });
}
