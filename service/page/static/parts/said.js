/** A message of a chat, and what a reader may do about it: mute or block who says such things, report it, or take back what is their own. */

import { html, useSignal } from "../vendor.js";
import { account, ask } from "../state/session.js";
import { code, say } from "../words/words.js";
import { Block } from "./blocks.js";

const REASONS = /** @type {import("../wire/types.js").Reason[]} */ (["abuse", "cheating", "spam", "other"]);

/** @param {import("../wire/types.js").Said} said @returns {string} */
function text(said) {
  if (said.removed) return say("was-removed");
  if (said.hidden) return say("is-muted");
  return said.phrase ? code("phrase", said.phrase) : said.text ?? "";
}

/**
 * @param {{
 *   table: import("../state/table.js").Table, said: import("../wire/types.js").Said, author: string,
 *   attempt: (command: string, act: () => Promise<any>) => Promise<any>,
 * }} props `attempt` is as that of a table
 */
export function SaidLine({ table, said, author, attempt }) {
  const isOpen = useSignal(false);
  const isReported = useSignal(false);
  const reason = useSignal(/** @type {import("../wire/types.js").Reason | ""} */ (""));
  const me = account.value?.id;
  const path = `${table.path}/chat/${said.channel}/${said.number}`;
  const read = () => attempt("read", () => table.readChats({ from: said.author }));
  const mute = async (/** @type {"PUT" | "DELETE"} */ method) => (await attempt(`mute ${said.author}`, () => ask(method, `/me/mutes/${said.author}`))) && read();
  const report = async () => {
    const body = { reason: reason.value };
    if (body.reason && (await attempt(`report ${path}`, () => ask("POST", `${path}/reports`, body)))) isReported.value = true;
  };
  return html`<li>
    <b>${author}</b> <bdi class=${said.removed || said.hidden ? "mark" : ""}>${text(said)}</bdi>
    ${me && !said.removed && html` <button type="button" class="plain more" aria-expanded=${isOpen.value} aria-label=${say("more-about", { name: author })} onClick=${() => (isOpen.value = !isOpen.value)}>…</button>`}
    ${isOpen.value && !said.removed &&
    html`<div class="about">
      ${said.author === me && html`<button type="button" onClick=${() => attempt(`remove ${path}`, () => ask("DELETE", path))}>${say("remove-said")}</button>`}
      ${said.author && said.author !== me &&
      html`<${Block} id=${said.author} changed=${read}>
        <button type="button" onClick=${() => mute(said.hidden ? "DELETE" : "PUT")}>${said.hidden ? say("hear-again") : say("mute")}</button>
      <//>`}
      ${said.author !== me && !isReported.value &&
      html`<select aria-label=${say("report")} value=${reason.value} onChange=${(/** @type {any} */ event) => (reason.value = event.target.value)}>
          <option value="">${say("report")}</option>
          ${REASONS.map((each) => html`<option key=${each} value=${each}>${say(`reason-${each}`)}</option>`)}
        </select>
        <button type="button" disabled=${!reason.value} aria-label=${say("send-report")} onClick=${report}>${say("send")}</button>`}
      <span role="status">${isReported.value && say("was-reported")}</span>
    </div>`}
  </li>`;
}
