/** What the player is asked for, and what they may answer: the offered moves, and any other by hand. */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useSignal } from "../vendor.js";
import { allZones } from "../state/choice.js";
import { label } from "../state/kinds.js";
import { cardAloud } from "../state/names.js";
import { preferences } from "../state/session.js";
import { Steady } from "../state/steady.js";
import { moveKey, seatKey, zoneKey } from "../state/targets.js";
import { said } from "../words/messages.js";
import { sentence, say } from "../words/words.js";
import { Clock } from "./clock.js";
import { later } from "./later.js";
import { Refusal } from "./refusal.js";
import { aim } from "./zone.js";

const Builder = later(async () => (await import("./builder.js")).Builder);
const Narrow = later(async () => (await import("./narrow.js")).Narrow);

/** The largest number of moves that are listed at once. */
const LISTED = 16;

/**
 * @typedef {{
 *   table: import("../state/table.js").Table, choice: import("../state/choice.js").Choice,
 *   game: import("../wire/types.js").Game, names: import("../words/messages.js").Names,
 * }} Props
 */

/** @param {import("../state/choice.js").Choice} choice @param {number} at the place of a move among those that fit @returns {string} the key that makes it; empty: there is none */
function shortcutOf({ fitting, letters }, at) {
  const type = fitting.value[at]?.move.type ?? "";
  const isAlone = fitting.value.filter(({ move }) => move.type === type).length === 1;
  const letter = isAlone && letters.value[type]?.toUpperCase();
  return letter || (at < 9 && preferences.value.shortcuts ? String(at + 1) : "");
}

/** @param {Props} props @returns {string} where the chosen cards were dropped, in words */
function placeName({ table, choice, names }) {
  const place = choice.place.value;
  const { layout } = table.view.value ?? {};
  const zone = allZones(layout?.zones ?? []).find(({ id }) => zoneKey(id) === place);
  const seat = layout?.seats.find((each) => seatKey(each.seat) === place);
  return zone ? said(zone.label, names) : seat ? names.seat(seat.seat) : "";
}

/** Stands on both sides of a card in a text until it is drawn; no text has it. */
const MARK = "\0";

/** A move as its button has it: cards are signs to the eye, and have their names for those who hear the button or call it by its words (WCAG 2.5.3). @param {{game: Props["game"], move: import("../wire/types.js").Move, names: Props["names"]}} props */
function Label({ game, move, names }) {
  const text = sentence(label(game, move, { ...names, card: (code) => MARK + code + MARK }));
  const parts = text.replaceAll(`${MARK} ${MARK}`, " ").split(MARK);
  const drawn = (/** @type {string[]} */ codes) => html`<span role="img" aria-label=${codes.map((code) => cardAloud(game, code)).join(", ")}>${codes.map(names.card).join(" ")}</span>`;
  return html`<span>${parts.map((part, at) => (at % 2 ? drawn(part.split(" ")) : part))}</span>`;
}

/** @param {Props} props */
function Offers({ table, choice, game, names }) {
  const fitting = choice.fitting.value;
  const only = choice.only.value;
  const chosen = choice.cards.value;
  const place = placeName({ table, choice, game, names });
  const view = table.view.value;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useMemo(() => (choice.steady = new Steady()), [choice]); // with these buttons a list begins
  useLayoutEffect(() => choice.steady.look(list.current, view?.table.version ?? 0));
  return html`<div class="offers">
    ${chosen.length > 0 &&
    html`<p class="chosen">
      ${say("chosen", { cards: chosen.map(names.card).join(" ") + (place && ` → ${place}`) })}
      <button type="button" class="plain" onClick=${() => choice.clear()}>${say("clear-choice")} <kbd>Esc</kbd></button>
    </p>`}
    ${(choice.offered.value.length > LISTED || Object.keys(choice.narrow.value).length > 0) && html`<${Narrow} choice=${choice} game=${game} names=${names} />`}
    <ul class="moves" ref=${list}>
      ${fitting.slice(0, LISTED).map(({ move }, at) => {
        const key = moveKey(move);
        const shortcut = move === only ? "↵" : shortcutOf(choice, at);
        return html`<li key=${key}>
            <button
              type="button"
              data-key=${key}
              aria-keyshortcuts=${shortcut === "↵" ? "Enter" : shortcut || undefined}
              class=${`${move === only ? "main" : ""} ${aim(choice, key)}`}
              disabled=${table.busy.value}
              onClick=${(/** @type {MouseEvent} */ event) => choice.steady.isSlip(key, event) || void choice.make(move)}
            >
              <${Label} game=${game} move=${move} names=${names} />${shortcut && html` <kbd aria-hidden="true">${shortcut}</kbd>`}
            </button>
          </li>`;
      })}
    </ul>
    <p role="status">${chosen.length > 0 && !fitting.length && say("no-offer-fits")}</p>
    ${fitting.length > LISTED && html`<p>${say("more-offers", { count: fitting.length - LISTED })}</p>`}
  </div>`;
}

/** Where a move is refused, go on from what made it: while it was sent, that could not be pressed, and lost the focus. @param {boolean} isBusy @param {unknown} refused */
function useReturn(isBusy, refused) {
  const pressed = useRef(/** @type {Element | null} */ (null));
  useLayoutEffect(() => {
    if (isBusy) pressed.current = document.activeElement;
    else if (refused && document.activeElement === document.body && pressed.current instanceof HTMLElement) pressed.current.focus({ preventScroll: true });
  }, [isBusy]);
}

/** @param {Props} props */
export function Decision(props) {
  const { table, names, choice } = props;
  const isBuilding = useSignal(false);
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  // The button that was pressed is gone with its decision: who plays by keyboard goes on from here.
  useEffect(() => {
    if (document.activeElement === document.body) here.current?.focus({ preventScroll: true });
  }, [table.decision.value?.id]);
  useReturn(table.busy.value, table.refused.value);
  const decision = table.decision.value;
  const view = table.view.value;
  if (!view || view.seat === null || view.table.status !== "playing") return null;
  if (view.table.presence[view.seat]?.house) {
    return html`<section class="decision">
      <p>${say("house-plays-for-you")}</p>
      <${Refusal} problem=${table.refused.value} names=${names} />
      <button type="button" class="main" onClick=${() => table.do("POST", "/seats")}>${say("take-seat-back")}</button>
    </section>`;
  }
  const latest = table.entries.value.at(-1); // where the list of what has happened is out of sight
  // Between two events of one move nobody is to act: it may be this player's turn after them.
  const others = view.layout?.seats.some((each) => each.to_act) ? say("others-act") : "\u00a0";
  return html`<section class="decision" aria-label=${decision ? say("your-turn") : others} tabindex="-1" ref=${here}>
    <h2>
      ${decision ? html`<span>${sentence(said(decision.prompt, names))}</span> <${Clock} deadline=${decision.deadline} reserve=${view.table.presence[view.seat]?.reserve_ms} />` : others}
    </h2>
    ${latest && html`<p class="latest" aria-hidden="true">${sentence(said(latest.message, names))}</p>`}
    <${Refusal} problem=${table.refused.value} names=${names} />
    ${decision && html`<${Offers} ...${props} />`}
    ${decision &&
    html`<p>
      <button type="button" class="plain" aria-expanded=${isBuilding.value} onClick=${() => (isBuilding.value = !isBuilding.value)}>
        ${say("by-hand")}
      </button>
    </p>`}
    ${decision && isBuilding.value && html`<${Builder} ...${props} key=${choice.offered.value.length ? "some" : "none"} />`}
  </section>`;
}
