/** A seat: who sits there, whether it is their turn, their numbers, and what lies before them. */

import { html } from "../vendor.js";
import { atSeat, ownerKey, seatName, teamName } from "../state/names.js";
import { account } from "../state/session.js";
import { seatKey } from "../state/targets.js";
import { said } from "../words/messages.js";
import { sentence, say, signed } from "../words/words.js";
import { Clock } from "./clock.js";
import { Zone, aim } from "./zone.js";

/** @param {{counters: import("../wire/types.js").Counter[], names: import("../words/messages.js").Names, owner?: string}} props at whose seat they stand */
export function Counters({ counters, names, owner = "" }) {
  if (!counters.length) return null;
  return html`<ul class="counters">
    ${counters.map(({ label, value }, at) => html`<li key=${at}><span>${sentence(atSeat(said(label, names), owner))}</span> <b>${signed(value)}</b></li>`)}
  </ul>`;
}

/** @param {{table: import("../wire/types.js").Header, seat: number}} props who sits there; another player's name leads to their page, where they can be blocked */
export function Sitter({ table, seat }) {
  const { player, kind } = table.presence[seat] ?? {};
  const name = seatName(table, seat);
  return player && kind !== "house" && player !== account.value?.id ? html`<a href=${`/players/${player}`}>${name}</a>` : name;
}

/**
 * @param {{
 *   view: import("../wire/types.js").View & {layout: import("../wire/types.js").Layout},
 *   seat: number, around: import("./zone.js").Around,
 * }} props
 */
export function Seat({ view: { table, layout, seat: mine }, seat, around }) {
  const here = layout.seats[seat];
  const place = table.presence[seat];
  const name = seatName(table, seat);
  const owns = (/** @type {{owner: any}} */ each) => ownerKey(each.owner) === ownerKey({ seat });
  const marks = [
    place?.kind === "bot" && say("bot"),
    place?.absent && say("absent"),
    place?.house && place.kind !== "house" && say("house-plays"),
    place?.calls_abort && say("calls-abort"),
    here?.won === true && say("has-won"),
  ].filter(Boolean);
  return html`<section class=${`seat ${here?.to_act ? "to-act" : ""} ${seat === mine ? "mine" : ""} ${around.choice?.isOfExamples ? "" : "all"} ${aim(around.choice, seatKey(seat))}`} data-seat=${seat} aria-label=${name}>
    <h2>
      <span class="name"><${Sitter} table=${table} seat=${seat} /></span>
      ${here?.team != null && html` <span class="mark">${teamName(here.team)}</span>`}
      ${marks.map((mark) => html` <span class="mark">${mark}</span>`)}
      ${here?.to_act && html` <span class="turn">${say("to-act")}</span>`}
      ${place?.kind !== "house" && table.status === "playing" && html`<${Clock} deadline=${here?.to_act ? here.deadline : null} reserve=${place?.reserve_ms} />`}
    </h2>
    <${Counters} counters=${layout.counters.filter(owns)} names=${around.names} owner=${name} />
    <div class="zones">
      ${layout.zones.filter(owns).map((zone) => html`<${Zone} key=${zone.id} zone=${zone} around=${around} owner=${name} />`)}
    </div>
  </section>`;
}
