/** The table as it lies before the visitor: the others around, what is everybody's in the middle, their own seat below. */

import { html, signal, useLayoutEffect, useRef } from "../vendor.js";
import { ownerKey } from "../state/names.js";
import { Motion } from "../state/motion.js";
import { MIDDLE } from "../state/targets.js";
import { say } from "../words/words.js";
import { Counters, Seat } from "./seat.js";
import { Zone, aim } from "./zone.js";

/** Where there is little room, what others have stands last: all that a player needs for a move is in sight without it. */
const little = matchMedia("(max-width: 40rem), (max-height: 40rem)");
const isLittle = signal(little.matches);
little.addEventListener("change", () => (isLittle.value = little.matches));

/** @param {{view: import("../wire/types.js").View, around: import("./zone.js").Around, moves?: any[], children?: any}} props what is asked for stands below the own seat */
export function Board({ view, around, moves = [], children }) {
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const motion = useRef(new Motion());
  useLayoutEffect(() => motion.current.play(board.current, view.table.version, moves));
  const { layout, table, seat } = view;
  if (!layout) return null;
  const first = seat ?? 0;
  const seats = table.seats.map((_, at) => (first + 1 + at) % table.seats.length);
  const others = seat === null ? seats : seats.slice(0, -1);
  const ofAll = (/** @type {{owner: any}} */ each) => ownerKey(each.owner) === "table" || "team" in (each.owner ?? {});
  const shown = /** @type {any} */ (view);
  const isPlaying = Boolean(around.choice);
  const scrolled = (/** @type {string} */ label, isScrolled = isPlaying) => isScrolled && { role: "group", "aria-label": label, tabindex: 0 };
  const theirs = html`<div key="others" class="others" ...${scrolled(say("others"), isPlaying && !isLittle.value)}>${others.map((each) => html`<${Seat} key=${each} view=${shown} seat=${each} around=${around} />`)}</div>`;
  const isLast = isPlaying && isLittle.value;
  return html`<div class=${`board ${isPlaying ? "seated" : ""}`} ref=${board}>
    ${!isLast && theirs}
    <div key="middle" class=${`middle ${aim(around.choice, MIDDLE)}`} ...${scrolled(say("middle"))}>
      <${Counters} counters=${layout.counters.filter(ofAll)} names=${around.names} />
      ${layout.zones.filter(ofAll).map((zone) => html`<${Zone} key=${zone.id} zone=${zone} around=${around} />`)}
    </div>
    ${seat !== null && html`<${Seat} key=${seat} view=${shown} seat=${seat} around=${around} />`} ${children} ${isLast && theirs}
  </div>`;
}
