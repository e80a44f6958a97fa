/** What surrounds every page: where to go, whether the service answers, how the page looks. */

import { effect, html, useEffect, useSignal } from "../vendor.js";
import { invitations, mine, readMine } from "../state/lobby.js";
import { place } from "../state/place.js";
import { account, isForgetful, isSignedOut, preferences } from "../state/session.js";
import { putOff, reachable } from "../wire/http.js";
import { isOutdated, say } from "../words/words.js";
import { told } from "./refusal.js";

effect(() => {
  document.documentElement.dataset["theme"] = preferences.value.theme;
  document.documentElement.dataset["colours"] = preferences.value.colours;
});

/** So often it is asked whose turn it is at other tables than the one that is shown, and who invites. */
const AGAIN_MS = 20_000;

/** Where somebody is waited for, or invited to, but at the table that they look at. */
function Elsewhere() {
  const [where, id] = place.value;
  const token = account.value?.token;
  useEffect(() => {
    if (!token || where === undefined) return undefined;
    const read = () => document.hidden || void readMine().catch(() => {});
    read();
    const timer = setInterval(read, AGAIN_MS);
    return () => clearInterval(timer);
  }, [token, where, id]);
  const waiting = token ? mine.value.filter(({ table, to_act: toAct }) => toAct && table.id !== id) : [];
  const invited = token ? invitations.value.filter(({ table }) => table.id !== id) : [];
  const isLobby = where === undefined; // which lists them: that one has come is told only to those who hear the page
  const of = (/** @type {any[]} */ some, /** @type {string} */ words, looks = "") =>
    some.length > 0 && (isLobby ? words : html`<a class=${looks} href=${some.length === 1 ? `/tables/${some[0].table.id}` : "/"}>${words}</a>`);
  return html`<span class=${isLobby || !(waiting.length + invited.length) ? "unseen" : ""} role="status">
    ${of(waiting, say("turn-elsewhere", { count: waiting.length }), "turn")} ${of(invited, say("invited-elsewhere", { count: invited.length }))}
  </span>`;
}

export function Header() {
  const isOpen = useSignal(false); // in a narrow window, where the links have no room in one line
  return html`<header>
    <a class="brand" href="/">Parlour</a>
    <${Elsewhere} />
    <button type="button" class="menu" aria-expanded=${isOpen.value} onClick=${() => (isOpen.value = !isOpen.value)}>${say("menu")}</button>
    <nav aria-label=${say("navigation")} onClick=${() => (isOpen.value = false)}>
      <a href="/tournaments">${say("tournaments")}</a>
      <a href="/leaderboards">${say("leaderboards")}</a>
      <a href="/docs" data-away>${say("guide")}</a>
      <a href="/settings">${say("settings")}</a>
      <a href="/account">${account.value ? account.value.name : say("sign-in")}</a>
    </nav>
    ${isSignedOut.value && html`<p class="unreachable" role="alert">${say("signed-out")}</p>`}
    ${account.value && isForgetful.value && html`<p class="unreachable" role="status">${say("keeps-nothing")} <a href="/account">${say("account")}</a></p>`}
    ${isOutdated.value && html`<p class="unreachable" role="alert">${say("not-loaded")} <button type="button" onClick=${() => location.reload()}>${say("load-again")}</button></p>`}
    ${reachable.value && putOff.value && html`<p class="unreachable" role="status">${told(putOff.value)}</p>`}
    ${!reachable.value && html`<p class="unreachable" role="status">${say("unreachable")}</p>`}
  </header>`;
}
