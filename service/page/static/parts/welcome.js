/** Who plays: a name to begin with. */

import { html, useSignal } from "../vendor.js";
import { depart } from "../state/place.js";
import { recover, signIn, signUp } from "../state/session.js";
import { say } from "../words/words.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";

/** What is no longer is a recovery code; tokens are. */
const LONGEST_CODE = 42;

/** @param {(event: Event) => unknown} act @returns {(event: Event) => void} */
export const submitted = (act) => (event) => {
  event.preventDefault();
  void act(event);
};

/** Asks for a name before anything that needs one. `beside`: it stands on a page that has a heading of its own.
 *
 * @param {{beside?: boolean}} props */
export function Welcome({ beside = false }) {
  const name = useSignal("");
  const token = useSignal("");
  const refused = useSignal(/** @type {unknown} */ (null));
  const isSending = useSignal(false);
  const attempt = async (/** @type {() => Promise<void>} */ act) => {
    if (isSending.value) return;
    [refused.value, isSending.value] = [null, true];
    depart(); // with an account this is another page
    await act().catch((error) => (refused.value = error));
    isSending.value = false;
  };
  const comeBack = (/** @type {string} */ typed) => (typed.length <= LONGEST_CODE ? recover(typed) : signIn(typed));
  return html`<section class="welcome" aria-labelledby="welcome">
    ${beside ? html`<h2 id="welcome">${say("welcome")}</h2>` : html`<${Heading} id="welcome" title="">${say("welcome")}<//>`}
    <p>${say("welcome-text")}</p>
    <form onSubmit=${submitted(() => attempt(() => signUp(name.value.trim())))}>
      <label>${say("your-name")} <input required maxlength="40" autocomplete="nickname" value=${name.value} onInput=${(/** @type {any} */ event) => (name.value = event.target.value)} /></label>
      <button class="main">${say("begin")}</button>
    </form>
    <${Refusal} problem=${refused.value} />
    ${/** @type {any} */ (refused.value)?.code === "too_many_tokens" &&
    html`<p><button type="button" onClick=${() => attempt(() => recover(token.value.trim(), true))}>${say("revoke-others")}</button></p>`}
    <details>
      <summary>${say("have-token")}</summary>
      <form onSubmit=${submitted(() => attempt(() => comeBack(token.value.trim())))}>
        <label>${say("token")} <input required autocomplete="off" value=${token.value} onInput=${(/** @type {any} */ event) => (token.value = event.target.value)} /></label>
        <button>${say("sign-in")}</button>
      </form>
    </details>
  </section>`;
}
