/** What players may do beside their moves: take back, end; after the end, play again; and where to read on. */

import { html } from "../vendor.js";
import { entryOf } from "../state/catalogue.js";
import { namesAt } from "../state/names.js";
import { goingOn } from "../state/place.js";
import { isOver } from "../state/table.js";
import { list, say } from "../words/words.js";
import { Help } from "./help.js";
import { Refusal } from "./refusal.js";
import { RulesButton } from "./rules-button.js";
import { Sure } from "./sure.js";

/** @param {{table: import("../state/table.js").Table, id: string}} props at a table of a tournament: the way back to it; whoever waits for their first turn says that they have come */
function OfTournament({ table, id }) {
  const view = table.view.value;
  const last = table.entries.value.findLast((each) => each.seat === view?.seat);
  const isAwaited = view?.table.status === "playing" && last?.event.type === "seat_taken";
  return html`${isAwaited && html`<button type="button" class="main" onClick=${() => table.do("POST", "/seats")}>${say("am-here")}</button>`}
    <a class="button" href=${`/tournaments/${id}`}>${say("to-tournament")}</a>`;
}

/** @param {{table: import("../state/table.js").Table}} props of a game that is over: what stands with its end, since the board may be long */
export function Afterwards({ table }) {
  const view = table.view.value;
  if (!view) return null;
  const { rematch, tournament } = view.table;
  const again = async () => {
    const go = goingOn();
    const next = await table.do("POST", "/rematch");
    if (next) go(`/tables/${next.table.id}`);
  };
  return html`<${Refusal} problem=${table.refused.value} names=${namesAt(view.table, entryOf(view.table.game))} />
    <div class="actions">
      ${view.seat !== null && !tournament && !rematch && html`<button type="button" class="main" onClick=${again}>${say("rematch")}</button>`}
      ${rematch && html`<a class="button" href=${`/tables/${rematch}`}>${say("to-rematch")}</a>`}
      <a class="button" href=${`/tables/${table.id}/replay`}>${say("replay")}</a> <a class="button" href=${`/tables/${table.id}/proof`}>${say("prove")}</a>
      ${tournament && html`<${OfTournament} table=${table} id=${tournament.id} />`}
    </div>`;
}

/** @param {{table: import("../state/table.js").Table, choice: import("../state/choice.js").Choice}} props */
export function Beside({ table, choice }) {
  const view = table.view.value;
  if (!view) return null;
  const { status, presence, take_back: takeBack, tournament } = view.table;
  const here = view.seat === null ? null : presence[view.seat];
  const isOwn = here && !tournament; // who plays, and how it ends, a tournament sees to
  const over = isOver(view);
  const asked = takeBack?.asked;
  const game = entryOf(view.table.game);
  const names = namesAt(view.table, game);
  const isToldElsewhere = status === "open" || here || over;
  return html`${table.isLost.value && html`<p class="lost" role="status">${say("history-lost")}</p>`}
  ${!isToldElsewhere && html`<${Refusal} problem=${table.refused.value} names=${names} />`}
  <div class="actions">
    ${isOwn && status === "playing" && !here.calls_abort &&
    html`<${Sure} act=${() => table.do("POST", "/abort", { on: true })}>${say("end-without-result")}<//>`}
    ${isOwn && status === "playing" && here.calls_abort &&
    html`<button type="button" onClick=${() => table.do("POST", "/abort", { on: false })}>${say("play-on")}</button>`}
    ${isOwn && presence.some((each, seat) => each.absent && seat !== view.seat) && status === "playing" &&
    html`<${Sure} act=${() => table.do("POST", "/claim")}>${say("claim-abandoned")}<//>`}
    ${here && !asked && takeBack && takeBack.seat === view.seat &&
    html`<button type="button" onClick=${() => table.do("POST", "/take-back")}>${say("ask-take-back")}</button>`}
    ${asked && !asked.awaited.includes(view.seat ?? -1) && html`<span role="status">${say("take-back-awaits", { names: list(asked.awaited.map(names.seat)) })}</span>`}
    ${asked && view.seat !== null && asked.awaited.includes(view.seat) &&
    html`${say("take-back-asked")}
      <button type="button" onClick=${() => table.do("POST", "/take-back", { proposal: asked.proposal, consents: true })}>${say("yes")}</button>
      <button type="button" onClick=${() => table.do("POST", "/take-back", { proposal: asked.proposal, consents: false })}>${say("no")}</button>`}
    ${tournament && !over && html`<${OfTournament} table=${table} id=${tournament.id} />`}
    <${RulesButton} game=${view.table.game} />
    ${here && game && status === "playing" && html`<${Help} choice=${choice} game=${game} names=${names} />`}
  </div>`;
}
