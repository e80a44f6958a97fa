/** What a player is about to choose: cards that they have touched, and the offered moves that fit them. */

import { computed, effect, signal } from "../vendor.js";
import { cardsIn } from "./kinds.js";
import { entryOf, placesInDeck } from "./catalogue.js";
import { Steady } from "./steady.js";
import { moveKey, placesOf, targetsOf } from "./targets.js";

/** @param {import("../wire/types.js").Zone[]} zones @returns {import("../wire/types.js").Zone[]} these, and those in them */
export function allZones(zones) {
  return zones.flatMap((zone) => [zone, ...allZones(zone.zones)]);
}

/** @param {string[]} some @param {string[]} all @returns {boolean} whether all has each of some, as often */
function within(some, all) {
  const left = [...all];
  return some.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** @typedef {{move: import("../wire/types.js").Move, cards: string[], places: string[]}} Offer */

/** @param {Offer[]} offers @param {string} game @param {Set<string>} seen cards @returns {Offer[]} those of a kind that name one seen card, in the order in which people hold their cards; all others stay where they are */
function inOrder(offers, game, seen) {
  const places = placesInDeck(game);
  const place = (/** @type {Offer} */ { cards }) => places.get(cards[0] ?? "") ?? 0;
  const sorted = offers.filter(({ cards }) => cards.length === 1 && seen.has(cards[0] ?? "")).sort((one, other) => place(one) - place(other));
  const moving = new Set(sorted);
  const next = (/** @type {string} */ type) => sorted.splice(sorted.findIndex(({ move }) => move.type === type), 1)[0];
  return offers.map((offer) => (moving.has(offer) && next(offer.move.type)) || offer);
}

/** @param {Offer} offer @returns {string} what it says beside its cards */
const kindOf = ({ move, cards }) => JSON.stringify(Object.values(move).filter((each) => !Array.isArray(each) && each !== cards[0]));

/** @param {Offer} offer @param {string[]} chosen cards @returns {Offer[]} the same move with these cards, if they are all that it says, or, for as many, stand in its one list */
function likeIt({ move, cards, places }, chosen) {
  const said = Object.entries(move).filter(([each]) => each !== "type");
  const lists = said.filter(([, value]) => Array.isArray(value));
  const [name = "", value] = lists[0] ?? said[0] ?? [];
  const isOne = value === cards[0] && said.length === 1 && chosen.length === 1;
  const isList = lists.length === 1 && String(value) === String(cards) && (said.length === 1 ? chosen.length >= cards.length : chosen.length === cards.length);
  if (!cards.length || !(isOne || isList)) return [];
  return [{ move: /** @type {any} */ ({ ...move, [name]: isList ? chosen : chosen[0] }), cards: chosen, places }];
}

export class Choice {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** The ids of cards that are chosen, in the order in which they were touched. */
    this.ids = signal(/** @type {string[]} */ ([]));
    /** What offered moves are to have, by the names of fields, as JSON; empty: anything. */
    this.narrow = signal(/** @type {Record<string, string>} */ ({}));
    /** Where the chosen cards were dropped: only moves that name this place are wanted; empty: nowhere. */
    this.place = signal("");
    /** The ids of cards that are being dragged, and the place that they are over. */
    this.dragged = signal(/** @type {string[]} */ ([]));
    this.over = signal("");
    /** Where the buttons of the offered moves are. */
    this.steady = new Steady();
    /** The letters of kinds of moves, by type; none while letters are no shortcuts. */
    this.letters = signal(/** @type {Record<string, string>} */ ({}));
    this.cards = computed(() => this.codes(this.ids.value));
    /** The cards on the table that the visitor can see, by the ids of their items. */
    this.seen = computed(() => {
      const items = allZones(table.view.value?.layout?.zones ?? []).flatMap((zone) => zone.cards ?? []);
      return new Map(items.map((item) => [item.id, item.card.split("=")[0] ?? ""]));
    });
    /** The offered moves, each with its cards and places. */
    this.offered = computed(() => {
      const view = table.view.value;
      const game = view && entryOf(view.table.game);
      const moves = /** @type {import("../wire/types.js").Move[]} */ (view?.decision?.moves ?? []);
      if (!view || !game) return [];
      const seen = new Set(this.seen.value.values());
      return inOrder(moves.map((move) => ({ move, cards: cardsIn(game, move), places: placesOf(game, move) })), view.table.game, seen);
    });
    /** The codes of cards that some offered move names, and of those in hand with which a move like one can be made. */
    this.playable = computed(() => {
      const { layout, seat } = table.view.value ?? {};
      const hands = allZones(layout?.zones ?? []).filter(({ kind, owner }) => kind === "hand" && owner && "seat" in owner && owner.seat === seat);
      const held = hands.flatMap(({ cards }) => this.codes((cards ?? []).map(({ id }) => id)));
      const alike = held.filter((card) => this.likewise(this.offered.value, [card], []).length);
      return new Set([...this.offered.value.flatMap(({ cards }) => cards), ...alike]);
    });
    /** The places where what is dragged may be dropped, each with the offered moves that this means. */
    this.targets = computed(() => {
      const cards = this.codes(this.dragged.value);
      return targetsOf(cards.length ? this.fits(this.offered.value, cards) : [], cards.length);
    });
    /** The offered moves that have what `narrow` and `place` want; what none of them has, nobody wants any more. */
    this.wanted = computed(() => {
      const wishes = Object.entries(this.narrow.value).map(([name, value]) => (/** @type {any} */ { move }) => JSON.stringify(move[name]) === value);
      if (this.place.value && this.ids.value.length) wishes.push(({ places }) => places.includes(this.place.value));
      return wishes.reduce((left, wish) => (left.some(wish) ? left.filter(wish) : left), this.offered.value);
    });
    this.fitting = computed(() => (this.cards.value.length ? this.fits(this.wanted.value, this.cards.value) : this.wanted.value));
    /** The one move that names the chosen cards and no others. */
    this.only = computed(() => {
      const chosen = this.cards.value;
      const exact = this.fitting.value.filter(({ cards }) => cards.length === chosen.length);
      return chosen.length && exact.length === 1 ? exact[0]?.move : undefined;
    });
  }

  /** Whether the offered moves are examples of what may be done. */
  get isOfExamples() {
    return (this.table.view.value?.decision?.grade ?? "enumerated") !== "enumerated";
  }

  /** @param {Offer[]} offers @param {string[]} chosen cards, some @returns {Offer[]} those that name all of them, and moves like them; those that name no others come first */
  fits(offers, chosen) {
    const fits = offers.filter(({ cards }) => within(chosen, cards));
    const exact = fits.filter(({ cards }) => cards.length === chosen.length);
    return [...exact, ...this.likewise(offers, chosen, exact), ...fits.filter((each) => !exact.includes(each))];
  }

  /** @param {Offer[]} offers @param {string[]} chosen cards @param {Offer[]} exact @returns {Offer[]} moves of other kinds with them, like examples that name cards in sight; the service says whether they are legal */
  likewise(offers, chosen, exact) {
    if (!this.isOfExamples) return [];
    const seen = [...this.seen.value.values()];
    const kinds = new Set(exact.map(kindOf));
    return offers.filter(({ cards }) => within(cards, seen)).flatMap((each) => {
      const like = kinds.has(kindOf(each)) ? [] : likeIt(each, chosen);
      if (like.length) kinds.add(kindOf(each));
      return like;
    });
  }

  /** Drop cards that are out of sight: the others stay chosen whatever others do meanwhile. @returns {() => void} */
  watch() {
    return effect(() => {
      const seen = this.seen.value;
      const left = this.ids.peek().filter((id) => seen.has(id));
      if (left.length < this.ids.peek().length) this.ids.value = left;
    });
  }

  /** @param {string} id of an item */
  touch(id) {
    const chosen = this.ids.value;
    this.ids.value = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
  }

  /** @param {string[]} ids of items @returns {string[]} the cards that they are */
  codes(ids) {
    const seen = this.seen.value;
    return ids.map((id) => seen.get(id) ?? "");
  }

  clear() {
    [this.ids.value, this.narrow.value, this.place.value] = [[], {}, ""];
  }

  /**
   * Choose cards for a place: the one move that names these and no others is made, of more the player chooses one.
   * @param {string[]} ids of items @param {string} place one of `targets`
   */
  async drop(ids, place) {
    const meant = this.targets.value.get(place) ?? [];
    const exact = meant.filter(({ cards }) => cards.length === ids.length || place === moveKey(meant[0]?.move ?? { type: "" }));
    [this.ids.value, this.narrow.value, this.place.value] = [ids, {}, place];
    if (exact[0] && exact.length === 1) await this.make(exact[0].move);
  }

  /** @param {import("../wire/types.js").Move} move @returns {Promise<boolean>} whether it was made */
  async make(move) {
    const [chosen, narrow] = [this.ids.value, this.narrow.value];
    if (!(await this.table.move(move))) return false;
    // What was touched meanwhile is for the next move.
    this.ids.value = this.ids.value.filter((id) => !chosen.includes(id));
    if (this.narrow.value === narrow) this.narrow.value = {};
    this.place.value = "";
    return true;
  }
}
