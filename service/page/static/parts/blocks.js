/** Players whom somebody blocks: all of them in the account, and one on that player's page. */

import { html, useEffect, useSignal } from "../vendor.js";
import { ask } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { say } from "../words/words.js";
import { Refusal } from "./refusal.js";
import { Sure } from "./sure.js";

/** @param {() => unknown} [changed] what follows when it has changed @returns the list of the account; null until it is known: a token that may not change the account may not know it */
function useBlocks(changed) {
  const blocks = useSignal(/** @type {import("../wire/types.js").Blocks | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const read = async () => (blocks.value = (await ask("GET", "/me/blocks")).blocks);
  useEffect(() => void read().catch(() => {}), []);
  const set = async (/** @type {"PUT" | "DELETE"} */ method, /** @type {string} */ id) => {
    refused.value = null;
    await ask(method, `/me/blocks/${id}`).then(read).then(changed).catch((error) => (refused.value = error));
  };
  return { blocks: blocks.value, refused: refused.value, set };
}

export function Blocks() {
  const { blocks, refused, set } = useBlocks();
  if (!blocks?.length) return null;
  return html`<section>
    <h2>${say("blocks")}</h2>
    <ul class="rows">
      ${blocks.map(({ player, name }) => html`<li key=${player}>
          <a href=${`/players/${player}`}>${setApart(name)}</a>
          <button type="button" class="plain" onClick=${() => set("DELETE", player)}>${say("unblock")} <span class="unseen">${setApart(name)}</span></button>
        </li>`)}
    </ul>
    <${Refusal} problem=${refused} />
  </section>`;
}

/** @param {{id: string, changed?: () => unknown, children?: any}} props a player other than oneself; children: what else may be done as long as they are not blocked */
export function Block({ id, changed, children }) {
  const { blocks, refused, set } = useBlocks(changed);
  if (!blocks) return children;
  const isBlocked = blocks.some(({ player }) => player === id);
  return html`<div class="actions">
    ${!isBlocked && children}
    <span role="status">${isBlocked && say("is-blocked")}</span>
    ${isBlocked
      ? html`<button type="button" class="plain" onClick=${() => set("DELETE", id)}>${say("unblock")}</button>`
      : html`<${Sure} act=${() => set("PUT", id)} question=${say("sure-block")}>${say("block")}<//>`}
    <${Refusal} problem=${refused} />
  </div>`;
}
