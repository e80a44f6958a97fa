/** What surrounds every page: where to go, whether the service answers, how the page looks. */

import { effect, html } from "../vendor.js";
import { account, preferences } from "../state/session.js";
import { reachable } from "../wire/http.js";
import { say } from "../words/words.js";

effect(() => {
  document.documentElement.dataset["theme"] = preferences.value.theme;
  document.documentElement.dataset["colours"] = preferences.value.colours;
});

export function Header() {
  return html`<header>
    <a class="brand" href="/">Parlour</a>
    <nav aria-label=${say("navigation")}>
      <a href="/docs" data-away>${say("guide")}</a>
      <a href="/settings">${say("settings")}</a>
      <a href="/account">${account.value ? account.value.name : say("sign-in")}</a>
    </nav>
    ${!reachable.value && html`<p class="unreachable" role="status">${say("unreachable")}</p>`}
  </header>`;
}
