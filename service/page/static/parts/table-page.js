/** The page of a table: waiting, playing, watching, and its end. */

import { html, useEffect, useMemo, useRef } from "../vendor.js";
import { Choice } from "../state/choice.js";
import { entryOf, titleOf } from "../state/catalogue.js";
import { namesAt } from "../state/names.js";
import { account } from "../state/session.js";
import { isOver } from "../state/table.js";
import { tableOf } from "../state/opened.js";
import { said } from "../words/messages.js";
import { code, say, sentence } from "../words/words.js";
import { Afterwards, Beside } from "./beside.js";
import { Board } from "./board.js";
import { Decision } from "./decision.js";
import { Heading } from "./heading.js";
import { Instead } from "./instead.js";
import { later } from "./later.js";
import { Aloud, Log } from "./log.js";
import { useTurn } from "./turn.js";

const Chat = later(async () => (await import("./chat.js")).Chat);
const Waiting = later(async () => (await import("./waiting.js")).Waiting);

/** @param {{text: string, isNews: boolean}} props how the game has ended: what players had before them is gone, and they go on from here */
function Outcome({ text, isNews }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (isNews && document.activeElement?.matches("body, .board *")) here.current?.focus();
  }, []);
  return html`<p class="outcome" tabindex="-1" ref=${here}>${text}</p>`;
}

/** @param {{id: string}} props */
export function TablePage({ id }) {
  const table = useMemo(() => tableOf(id), [id, account.value?.token]);
  const choice = useMemo(() => new Choice(table), [table]);
  useEffect(() => table.start(), [table]);
  useEffect(() => choice.watch(), [choice]);
  useTurn(() => table.view.value && Boolean(table.decision.value), [table]);

  const wasPlaying = useRef(/** @type {unknown} */ (null));
  const view = table.view.value;
  const game = view ? entryOf(view.table.game) : undefined;
  const names = useMemo(() => view && namesAt(view.table, game), [view?.table.presence, game]);
  const isPlaying = view?.table.status === "playing" && view.seat !== null;
  if (isPlaying) wasPlaying.current = table;
  // As long as this is the same, zones that are the same are not drawn again.
  const around = useMemo(() => names && { game: names.game ?? "", names, seat: view?.seat ?? null, ...(isPlaying && { choice }) }, [names, view?.seat, isPlaying, choice]);
  if (!view || !game || !names || !around) {
    const problem = table.refused.value;
    const isToSignIn = problem && !account.value && (problem.status === 401 || table.invitation);
    if (table.invitation && problem?.status === 403) return html`<main class="table-page"><${Heading} title=${say("not-open")} /><p class="refusal" role="alert">${say("link-is-over")}</p></main>`;
    return html`<main class="table-page">${!isToSignIn && html`<${Instead} problem=${problem} />`}</main>`;
  }
  const entries = table.entries.value;
  const moves = entries.at(-1)?.moves ?? [];
  // After the end, a rematch may have been recorded.
  const ended = isOver(view) && entries.findLast((each) => each.event.at <= (view.table.finished_at ?? 0));
  return html`<main class="table-page" data-status=${view.table.status}>
    <${Heading} title=${titleOf(view.table.game)}>
      <small>${code("status", view.table.status)}${view.seat === null && view.table.status === "playing" ? ` · ${say("watching")}` : ""}</small>
    <//>
    ${view.table.status === "open" && html`<${Waiting} table=${table} />`}
    ${ended && html`<${Outcome} text=${sentence(said(ended.message, names))} isNews=${wasPlaying.current === table} />`}
    ${isOver(view) && html`<${Afterwards} table=${table} />`}
    <div class="play">
      <div class="felt">
        ${view.layout && html`<${Board} view=${view} around=${around} moves=${moves}><${Decision} table=${table} choice=${choice} game=${game} names=${names} /><//>`}
        <${Beside} table=${table} choice=${choice} />
      </div>
      ${!table.isLooking.value && html`<aside>
        <${Log} entries=${entries} names=${names} seat=${view.seat} momentOf=${isOver(view) ? (/** @type {number} */ version) => `/tables/${id}/replay#v=${version}` : undefined} />
        ${account.value && view.table.settings.chat !== "off" && html`<${Chat} table=${table} />`}
      </aside>`}
    </div>
    <${Aloud} entries=${entries} names=${namesAt(view.table, game, { aloud: true })} prompt=${view.decision?.prompt} />
  </main>`;
}
