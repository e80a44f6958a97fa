/** The page of a table: waiting, playing, watching, and its end. */

import { html, useEffect, useMemo, useSignalEffect } from "../vendor.js";
import { Choice } from "../state/choice.js";
import { entryOf, titleOf } from "../state/catalogue.js";
import { keys } from "../state/keys.js";
import { namesAt } from "../state/names.js";
import { announce } from "../state/notice.js";
import { account } from "../state/session.js";
import { Table } from "../state/table.js";
import { go, invitation } from "../state/place.js";
import { said } from "../words/messages.js";
import { code, say, sentence } from "../words/words.js";
import { Board } from "./board.js";
import { Decision } from "./decision.js";
import { later } from "./later.js";
import { Aloud, Log } from "./log.js";
import { Refusal } from "./refusal.js";
import { Waiting } from "./waiting.js";

const Chat = later(async () => (await import("./chat.js")).Chat);

/** @param {import("../wire/types.js").View} view @returns {boolean} */
const isOver = ({ table: { status } }) => status === "finished" || status === "aborted";

/** @param {{table: Table}} props what the table's players may do beside their moves */
function Beside({ table }) {
  const view = table.view.value;
  if (!view) return null;
  const { status, presence, take_back: takeBack, rematch } = view.table;
  const here = view.seat === null ? null : presence[view.seat];
  const over = isOver(view);
  const again = async () => {
    const next = await table.do("POST", "/rematch");
    if (next) go(`/tables/${next.table.id}`);
  };
  const asked = takeBack?.asked;
  return html`<p class="actions">
    ${here && status === "playing" &&
    html`<button type="button" class="plain" onClick=${() => table.do("POST", "/abort", { on: !here.calls_abort })}>
      ${here.calls_abort ? say("play-on") : say("end-without-result")}
    </button>`}
    ${here && presence.some((each) => each.absent) && status === "playing" &&
    html`<button type="button" onClick=${() => table.do("POST", "/claim")}>${say("claim-abandoned")}</button>`}
    ${here && !asked && takeBack && takeBack.seat === view.seat &&
    html`<button type="button" onClick=${() => table.do("POST", "/take-back")}>${say("ask-take-back")}</button>`}
    ${asked && view.seat !== null && asked.awaited.includes(view.seat) &&
    html`${say("take-back-asked")}
      <button type="button" onClick=${() => table.do("POST", "/take-back", { proposal: asked.proposal, consents: true })}>${say("yes")}</button>
      <button type="button" onClick=${() => table.do("POST", "/take-back", { proposal: asked.proposal, consents: false })}>${say("no")}</button>`}
    ${over && here && !rematch && html`<button type="button" class="main" onClick=${again}>${say("rematch")}</button>`}
    ${over && rematch && html`<a class="button" href=${`/tables/${rematch}`}>${say("to-rematch")}</a>`}
    ${over && html`<a class="button" href=${`/tables/${table.id}/replay`}>${say("replay")}</a> <a class="button" href=${`/tables/${table.id}/proof`}>${say("prove")}</a>`}
    <a href=${entryOf(view.table.game)?.rulebook_page} target="_blank">${say("rulebook")}</a>
  </p>`;
}

/** @param {{id: string}} props */
export function TablePage({ id }) {
  const table = useMemo(() => new Table(id, invitation.value), [id, account.value?.token]);
  const choice = useMemo(() => new Choice(table), [table]);
  useEffect(() => {
    const stop = new AbortController();
    void table.follow(stop.signal);
    return () => stop.abort();
  }, [table]);
  useEffect(() => choice.watch(), [choice]);
  useEffect(() => keys(choice), [choice]);
  useSignalEffect(() => announce(Boolean(table.decision.value)));

  const view = table.view.value;
  const game = view ? entryOf(view.table.game) : undefined;
  if (!view || !game) {
    return html`<main class="table-page">
      <${Refusal} problem=${table.refused.value} />
      ${!table.refused.value && html`<p role="status">${say("loading")}</p>`}
    </main>`;
  }
  const names = namesAt(view.table, game);
  const around = { game: view.table.game, names, choice, seat: view.seat };
  const entries = table.entries.value;
  const moves = entries.at(-1)?.moves ?? [];
  return html`<main class="table-page" data-status=${view.table.status}>
    <h1>
      ${titleOf(view.table.game)} <small>${code("status", view.table.status)}${view.seat === null && view.table.status === "playing" ? ` · ${say("watching")}` : ""}</small>
    </h1>
    <${Waiting} table=${table} />
    ${isOver(view) && entries.length > 0 && html`<p class="outcome" role="status">${sentence(said(/** @type {any} */ (entries.at(-1)).message, names))}</p>`}
    <div class="play">
      <div class="felt">
        ${view.layout && html`<${Board} view=${view} around=${around} moves=${moves}><${Decision} table=${table} choice=${choice} game=${game} names=${names} /><//>`}
        <${Beside} table=${table} />
      </div>
      <aside>
        <${Log} entries=${entries} names=${names} seat=${view.seat} momentOf=${isOver(view) ? (/** @type {number} */ version) => `/tables/${id}/replay#v=${version}` : undefined} />
        ${view.table.settings.chat !== "off" && html`<${Chat} table=${table} />`}
      </aside>
    </div>
    <${Aloud} entries=${entries} names=${namesAt(view.table, game, { aloud: true })} />
  </main>`;
}
