/** All tokens of the account: where somebody is signed in, and which apps act for them; what they do not need, they revoke, or all others at once. */

import { html, useEffect, useSignal } from "../vendor.js";
import { ask } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { day, learn, say } from "../words/words.js";
import { Refusal } from "./refusal.js";
import { Sure } from "./sure.js";

await learn("pages");

/** @param {{token: import("../wire/types.js").ShownToken, revoke: () => unknown}} props */
function Row({ token: { name, app, current, created_at: made, used_at: used }, revoke }) {
  const called = name ? setApart(name) : say("token-without-name");
  const lastUsed = used && Math.max(made, used); // of the last use only the hour is known
  const facts = [current && say("this-browser"), app && say("token-of-app"), say("token-made", { day: day(made) }), lastUsed && say("token-used", { day: day(lastUsed) })];
  return html`<li>
    <b>${called}</b> <small>${facts.filter(Boolean).join(" · ")}</small>
    ${!current && html`<${Sure} act=${revoke}>${say("revoke")} <span class="unseen">${called}</span><//>`}
  </li>`;
}

/** @param {{done: () => unknown}} props what to do when all others are revoked, and the recovery code with them */
export function Tokens({ done }) {
  const known = useSignal(/** @type {import("../wire/types.js").MyTokens} */ ({ tokens: [], recovery_made_at: null }));
  const isAlone = useSignal(false);
  const refused = useSignal(/** @type {unknown} */ (null));
  const read = async () => (known.value = await ask("GET", "/me/tokens"));
  useEffect(() => void read().catch(() => {}), []); // a token that may not change the account may not know the others
  const revoke = async (/** @type {string} */ id) => {
    refused.value = null;
    const isGone = (/** @type {any} */ error) => error.code === "not_found" || Promise.reject(error);
    await ask("DELETE", `/me/tokens/${id}`).catch(isGone).then(read).catch((error) => (refused.value = error));
  };
  const revokeOthers = async () => {
    refused.value = null;
    const isDone = () => {
      isAlone.value = true;
      done();
    };
    await ask("DELETE", "/me/tokens").then(isDone).then(read).catch((error) => (refused.value = error));
  };
  const { tokens, recovery_made_at: made } = known.value;
  if (!tokens.length) return null;
  return html`<section>
    <h2>${say("tokens")}</h2>
    <ul class="rows">${tokens.map((token) => html`<${Row} key=${token.id} token=${token} revoke=${() => revoke(token.id)} />`)}</ul>
    ${made && html`<p>${say("recovery-made", { day: day(made) })}</p>`}
    ${(tokens.length > 1 || made) && html`<div class="actions"><${Sure} act=${revokeOthers} question=${say("sure-revoke-all")}>${say("revoke-all")}<//></div>`}
    <p role="status">${isAlone.value && say("all-revoked")}</p>
    <${Refusal} problem=${refused.value} />
  </section>`;
}
