/** All tokens of the account: where somebody is signed in, and which apps act for them; what they do not need, they revoke. */

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
  const facts = [current && say("this-browser"), app && say("token-of-app"), say("token-made", { day: day(made) }), used && say("token-used", { day: day(used) })];
  return html`<li>
    <b>${called}</b> <small>${facts.filter(Boolean).join(" · ")}</small>
    ${!current && html`<${Sure} act=${revoke}>${say("revoke")} <span class="unseen">${called}</span><//>`}
  </li>`;
}

export function Tokens() {
  const tokens = useSignal(/** @type {import("../wire/types.js").ShownToken[]} */ ([]));
  const refused = useSignal(/** @type {unknown} */ (null));
  const read = async () => (tokens.value = (await ask("GET", "/me/tokens")).tokens);
  useEffect(() => void read().catch(() => {}), []); // a token that may not change the account may not know the others
  const revoke = async (/** @type {string} */ id) => {
    refused.value = null;
    const isGone = (/** @type {any} */ error) => error.code === "not_found" || Promise.reject(error);
    await ask("DELETE", `/me/tokens/${id}`).catch(isGone).then(read).catch((error) => (refused.value = error));
  };
  if (!tokens.value.length) return null;
  return html`<section>
    <h2>${say("tokens")}</h2>
    <ul class="rows">${tokens.value.map((token) => html`<${Row} key=${token.id} token=${token} revoke=${() => revoke(token.id)} />`)}</ul>
    <${Refusal} problem=${refused.value} />
  </section>`;
}
