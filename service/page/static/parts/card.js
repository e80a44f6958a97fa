/** A card, drawn from its face. */

import { html } from "../vendor.js";
import { entryOf } from "../state/catalogue.js";
import { cardAloud } from "../state/names.js";
import { fill, say } from "../words/words.js";

/** Paths of signs in a square of 24: shapes tell suits apart, with and without colours. */
const SIGNS = {
  "♠": "M12 2C9 7 3 10 3 15a4.5 4.5 0 0 0 7.6 3.2C10.400 20 9.500 21.500 8 22h8c-1.500-.5-2.400-2-2.600-3.800A4.500 4.500 0 0 0 21 15c0-5-6-8-9-13Z",
  "♥": "M12 21.500C5 15.500 2 12 2 8a5.200 5.200 0 0 1 10-2.200A5.200 5.200 0 0 1 22 8c0 4-3 7.500-10 13.500Z",
  "♦": "M12 1.500 20.500 12 12 22.500 3.500 12Z",
  "♣": "M12 2a4.600 4.600 0 0 0-3.900 7A4.700 4.700 0 1 0 10.700 17c-.1 2.200-1 4.300-2.700 5h8c-1.700-.7-2.600-2.800-2.700-5a4.700 4.700 0 1 0 2.600-8A4.600 4.600 0 0 0 12 2Z",
};

/** The largest number of letters that have room in a corner as they are. */
const WIDEST = 3;

/** @param {{sign: string}} props */
export function Sign({ sign }) {
  const path = SIGNS[/** @type {keyof typeof SIGNS} */ (sign)];
  if (!path) return html`<span class="sign" aria-hidden="true">${sign}\uFE0E</span>`;
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;
}

/** @param {import("../wire/types.js").Face} face @returns {[string, string]} the rank, and the sign of the suit */
function corners(face) {
  const rest = face.sign.startsWith(face.rank) ? face.sign.slice(face.rank.length) : "";
  return [face.rank, rest];
}

/** @param {{face: import("../wire/types.js").Face}} props */
function Face({ face }) {
  const [rank, sign] = corners(face);
  const isSign = sign.length === 1;
  const text = isSign || face.suit === null ? rank : face.sign;
  return html`<span class="corner" aria-hidden="true"
      ><b class=${text.length > WIDEST ? "long" : ""}>${text}</b>${isSign && html`<${Sign} sign=${sign} />`}</span
    >
    ${isSign && html`<span class="word" aria-hidden="true">${fill(face.rank_name)}</span>`}`;
}

/**
 * @param {{
 *   game: string, code: string, id: string, pressed?: boolean | undefined, playable?: boolean | undefined, isStop?: boolean,
 *   choice?: import("../state/choice.js").Choice | undefined,
 * }} props with a choice it can be touched, and Tab leads to it or, from that, arrows do; as long as all are the same, it is not drawn anew
 */
export function Card({ game, code, id, pressed = false, playable = false, isStop = false, choice }) {
  const entry = entryOf(game);
  const [card = "", meant] = code.split("=");
  const face = entry?.faces[meant ?? card];
  const classes = `card ${playable ? "playable" : ""} ${meant ? "stands-for" : ""}`;
  const inside = html`${face && html`<${Face} face=${face} />`}`;
  const name = cardAloud(entry, code);
  const marks = { "data-item": id, "data-colour": face?.colour ?? "plain", "data-suit": face?.suit ?? "" };
  if (!choice) return html`<span class=${classes} role="img" aria-label=${name} ...${marks}>${inside}</span>`;
  return html`<button type="button" class=${classes} aria-label=${name} aria-pressed=${pressed} tabindex=${isStop ? 0 : -1} onClick=${() => choice.touch(id)} ...${marks}>
    ${inside}
  </button>`;
}

/** @param {{count: number | null}} props a card that nobody here sees, and how many lie there; null: that is secret; 0: another one has told it */
export function Back({ count }) {
  const name = count === null ? say("secret-count") : say("face-down", { count });
  return html`<span class="card back" ...${count === 0 ? { "aria-hidden": true } : { role: "img", "aria-label": name }}>${count === null && html`<span class="corner" aria-hidden="true">?</span>`}</span>`;
}
