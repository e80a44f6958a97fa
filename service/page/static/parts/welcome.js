/** Who plays: a name to begin with. */

import { html, useSignal } from "../vendor.js";
import { signIn, signUp } from "../state/session.js";
import { say } from "../words/words.js";
import { Refusal } from "./refusal.js";

/** @param {(event: Event) => unknown} act @returns {(event: Event) => void} */
export const submitted = (act) => (event) => {
  event.preventDefault();
  void act(event);
};

/** Asks for a name before anything that needs one. */
export function Welcome() {
  const name = useSignal("");
  const token = useSignal("");
  const refused = useSignal(/** @type {unknown} */ (null));
  const attempt = async (/** @type {Promise<void>} */ done) => {
    refused.value = null;
    await done.catch((error) => (refused.value = error));
  };
  return html`<section class="welcome">
    <h1>${say("welcome")}</h1>
    <p>${say("welcome-text")}</p>
    <form onSubmit=${submitted(() => attempt(signUp(name.value.trim())))}>
      <label>${say("your-name")} <input required maxlength="40" autocomplete="nickname" value=${name.value} onInput=${(/** @type {any} */ event) => (name.value = event.target.value)} /></label>
      <button class="main">${say("begin")}</button>
    </form>
    <${Refusal} problem=${refused.value} />
    <details>
      <summary>${say("have-token")}</summary>
      <form onSubmit=${submitted(() => attempt(signIn(token.value.trim())))}>
        <label>${say("token")} <input required autocomplete="off" value=${token.value} onInput=${(/** @type {any} */ event) => (token.value = event.target.value)} /></label>
        <button>${say("sign-in")}</button>
      </form>
    </details>
  </section>`;
}
