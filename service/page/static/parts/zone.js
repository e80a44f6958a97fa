/** A place where cards lie, drawn by its arrangement. */

import { html } from "../vendor.js";
import { placesInDeck } from "../state/catalogue.js";
import { allZones } from "../state/choice.js";
import { atSeat } from "../state/names.js";
import { useStop } from "../state/stop.js";
import { zoneKey } from "../state/targets.js";
import { said } from "../words/messages.js";
import { sentence, say, titled } from "../words/words.js";
import { Back, Card } from "./card.js";

/** The largest number of hidden cards that are drawn one by one. */
const BACKS = 5;

/**
 * @typedef {{
 *   game: string,
 *   names: import("../words/messages.js").Names,
 *   choice?: import("../state/choice.js").Choice,
 *   seat?: number | null,
 * }} Around what a zone is drawn in
 */

/** @param {import("../wire/types.js").Zone} zone @param {string} game @returns {import("../wire/types.js").Item[]} its cards; those of a hand in the order of the deck */
function arranged({ kind, cards }, game) {
  if (kind !== "hand") return cards ?? [];
  const places = placesInDeck(game);
  return [...(cards ?? [])].sort((one, other) => (places.get(one.card) ?? 0) - (places.get(other.card) ?? 0));
}

/** @param {{zone: import("../wire/types.js").Zone, around: Around, stop: string | undefined}} props */
function Cards({ zone, around: { game, choice, seat }, stop }) {
  const isOthers = zone.owner !== null && "seat" in zone.owner && zone.owner.seat !== seat;
  if (zone.cards?.length) {
    return arranged(zone, game).map(({ card, id }) => {
      const playable = !isOthers && choice?.playable.value.has(card.split("=")[0] ?? "");
      return html`<${Card} key=${id} game=${game} code=${card} id=${id} playable=${playable} isStop=${id === stop} pressed=${choice?.ids.value.includes(id)} choice=${choice} />`;
    });
  }
  if (zone.count === null) return html`<${Back} count=${null} />`;
  if (!zone.count) return null;
  const backs = zone.arrangement === "fan" ? Math.min(zone.count, BACKS) : 1;
  return Array.from({ length: backs }, (_, at) => html`<${Back} key=${at} count=${at ? 0 : zone.count} />`);
}

/** @param {import("../state/choice.js").Choice | undefined} choice @param {string} place @returns {string} its classes while cards are dragged that may be dropped there */
export function aim(choice, place) {
  if (!choice?.targets.value.has(place)) return "";
  return choice.over.value === place ? "target over" : "target";
}

/** @param {{zone: import("../wire/types.js").Zone, around: Around, owner?: string, stop?: string | undefined}} props at whose seat it lies; of a zone in another one, the card that Tab leads to in all of that */
export function Zone({ zone, around, owner = "", stop }) {
  const name = sentence(said(zone.label, around.names));
  // What holds other zones, and no cards beside them, is not empty.
  const isCounted = zone.count !== null && (zone.count > 0 || !zone.zones.length);
  const count = isCounted ? say("card-count", { count: zone.count ?? 0 }) : "";
  // In a trick a card stands below the name of who has played it.
  const isPlayed = zone.kind === "trick" && zone.label.template === "card of {seat}";
  const title = isPlayed ? said({ ...zone.label, template: "{seat}" }, around.names) : sentence(atSeat(said(zone.label, around.names), owner));
  const ids = (/** @type {import("../wire/types.js").Zone[]} */ zones) => (around.choice && !stop ? zones.flatMap((each) => arranged(each, around.game).map(({ id }) => id)) : []);
  const [stopHere, here] = useStop(ids([zone]), title);
  const [stopWithin, within] = useStop(ids(allZones(zone.zones)), title);
  const empty = zone.count === 0 && !zone.cards?.length && !zone.zones.length;
  return html`<section
    class=${`zone ${zone.arrangement} ${zone.kind} ${empty ? "empty" : ""} ${zone.zones.length ? "holds" : ""} ${aim(around.choice, zoneKey(zone.id))}`}
    data-zone=${zone.id}
    aria-label=${count ? titled(name, count) : name}
  >
    <h3 aria-hidden="true"><span>${title}</span>${isCounted && !isPlayed && html` <small>${zone.count}</small>`}</h3>
    <div class="cards" ...${here}><${Cards} zone=${zone} around=${around} stop=${stop ?? stopHere} /></div>
    ${zone.zones.length > 0 &&
    html`<div class="inner" ...${within}>${zone.zones.map((inner) => html`<${Zone} key=${inner.id} zone=${inner} around=${around} owner=${owner} stop=${stop ?? stopWithin} />`)}</div>`}
  </section>`;
}
