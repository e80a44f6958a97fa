/** The player's account: its name, and its tokens: that of this browser can be shown and kept, and each can be revoked; and whom they block. */

import { html, useSignal } from "../vendor.js";
import { depart } from "../state/place.js";
import { account, ask } from "../state/session.js";
import { say } from "../words/words.js";
import { Blocks } from "./blocks.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";
import { Sure } from "./sure.js";
import { Tokens } from "./tokens.js";
import { Welcome, submitted } from "./welcome.js";

export function AccountPage() {
  const name = useSignal(account.value?.name ?? "");
  const isShown = useSignal(false);
  const code = useSignal("");
  const made = useSignal(0);
  const refused = useSignal(/** @type {unknown} */ (null));
  const me = account.value;
  if (!me) return html`<main><${Welcome} /></main>`;

  const isSending = useSignal(false);
  const attempt = async (/** @type {() => Promise<any>} */ act) => {
    if (isSending.value) return undefined;
    [refused.value, isSending.value] = [null, true];
    try {
      return await act();
    } catch (error) {
      refused.value = error;
    } finally {
      isSending.value = false;
    }
  };
  /** In another tab somebody may have signed out meanwhile, or come as somebody else. @param {typeof account.value} changed */
  const keep = (changed) => account.value?.token === me.token && (account.value = changed);
  const rename = () => attempt(async () => keep({ ...me, name: (await ask("PATCH", "/me", { name: name.value.trim() })).name }));
  const leave = (/** @type {string} */ what) =>
    attempt(async () => {
      await ask("DELETE", what);
      depart(); // without an account this is another page
      keep(null);
    });
  const makeCode = () =>
    attempt(async () => {
      code.value = (await ask("POST", "/me/recovery", {})).code;
      made.value += 1;
    });
  return html`<main class="account">
    <${Heading} title=${say("account")} />
    <form onSubmit=${submitted(rename)}>
      <label>${say("your-name")} <input required maxlength="40" value=${name.value} onInput=${(/** @type {any} */ event) => (name.value = event.target.value)} /></label>
      <button>${say("save")}</button>
    </form>
    <p><a href=${`/players/${me.id}`}>${say("my-page")}</a></p>
    <p>${say("token-text")}</p>
    <div class="actions">
      <button type="button" onClick=${() => (isShown.value = !isShown.value)}>${isShown.value ? say("hide-token") : say("show-token")}</button>
      <button type="button" onClick=${makeCode}>${say("recovery-code")}</button>
      <${Sure} act=${() => leave("/me/token")} question=${say("sure-sign-out")}>${say("sign-out")}<//>
    </div>
    ${isShown.value && html`<p><code>${me.token}</code></p>`} <div role="status">${code.value && html`<p>${say("recovery-text")} <code>${code.value}</code></p>`}</div>
    <${Refusal} problem=${refused.value} />
    <${Tokens} key=${`${me.token} ${made.value}`} done=${() => (code.value = "")} />
    <${Blocks} key=${`${me.token} blocks`} />
    <p><${Sure} act=${() => leave("/me")} question=${say("sure-delete-account")}>${say("delete-account")}<//></p>
  </main>`;
}
