/** A table whose game has not begun: who has come, how many are missing, and how to invite others. */

import { html, useSignal } from "../vendor.js";
import { invitations } from "../state/lobby.js";
import { nameOf } from "../state/people.js";
import { tellAnew } from "../state/opened.js";
import { goingOn } from "../state/place.js";
import { account, ask, signUp } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { say } from "../words/words.js";
import { Refusal } from "./refusal.js";
import { Sitter } from "./seat.js";
import { Sure } from "./sure.js";

/** @param {{table: import("../state/table.js").Table}} props */
export function Waiting({ table }) {
  const link = useSignal("");
  const copied = useSignal(false);
  const view = table.view.value;
  if (!view || view.table.status !== "open") return null;
  const { presence, creator, reserved } = view.table;
  const mine = presence.findIndex((each) => each.player === account.value?.id);
  const isCreator = creator === account.value?.id;
  const mayPlace = isCreator || mine >= 0;
  const isFull = presence.every((each) => each.player);
  const mayTake = (/** @type {number} */ seat) => mine < 0 && !presence[seat]?.player && [null, account.value?.id].includes(reserved[seat]);
  const takeable = presence.filter((_, seat) => mayTake(seat)).length;
  const isForAnybody = presence.some((each, seat) => !each.player && !reserved[seat]);
  const isInvited = mine < 0 && invitations.value.some((each) => each.table.id === view.table.id);
  const free = (/** @type {number} */ seat) => {
    const kept = reserved[seat];
    if (!kept) return say("free-seat", { seat: seat + 1 });
    return kept === account.value?.id ? say("kept-for-you", { seat: seat + 1 }) : say("kept-seat", { seat: seat + 1, name: nameOf(kept) });
  };
  const which = (/** @type {number} */ seat) => html` <span class="unseen">${say("seat", { seat: seat + 1 })}</span>`;
  // Without a seat the service gives the first one that is free by then: friends who come by one link may come at once.
  const sit = async (/** @type {number | undefined} */ seat) => {
    const { invitation } = table;
    const go = goingOn();
    if (!account.value && !(await table.attempt("", () => signUp(say("guest")).then(() => true)))) return;
    const seated = await table.do("POST", "/seats", { seat, ...(invitation && { invitation }) });
    if (!seated) tellAnew(table);
    else if (invitation) go(table.path, { instead: true });
  };
  const isTaken = (/** @type {any} */ error) => error.code === "seat_taken" || Promise.reject(error);
  const fill = () => table.attempt("fill", async () => {
    for (const [seat, each] of presence.entries()) {
      if (!each.player) await ask("POST", `${table.path}/seats`, { seat, house: "random" }).catch(isTaken);
    }
  });
  const makeLink = async () => {
    const made = await table.do("POST", "/invitations/link");
    if (made) [link.value, copied.value] = [`${location.origin}/tables/${table.id}?invitation=${made.token}`, false];
  };
  const copy = async () => {
    // Pages of http may not copy: then the link stands there, to be copied by hand.
    copied.value = await (navigator.clipboard?.writeText(link.value) ?? Promise.reject()).then(() => true, () => false);
    if (!copied.value) /** @type {HTMLElement | null} */ (document.querySelector(".waiting input"))?.focus();
  };
  return html`<section class="waiting" aria-label=${say("who-plays")}>
    <h2>${say("who-plays")}</h2>
    <${Refusal} problem=${table.refused.value} />
    ${isInvited && html`<p>${say("invited-by", { name: setApart(view.table.creator_name ?? say("somebody")) })}</p>`}
    <ul class="seats">
      ${presence.map(
        (each, seat) => html`<li key=${seat}>
          <b>${each.player ? html`<${Sitter} table=${view.table} seat=${seat} />` : free(seat)}</b>
          ${takeable > 1 && mayTake(seat) && html`<button type="button" class="plain" onClick=${() => sit(seat)}>${say("sit-here")}${which(seat)}</button>`}
          ${!each.player && mayPlace &&
          html`<button type="button" onClick=${() => table.do("POST", "/seats", { seat, house: "random" })}>${say("seat-house")}${which(seat)}</button>`}
          ${each.player && (isCreator || seat === mine) &&
          html`<button type="button" class="plain" onClick=${() => table.do("DELETE", `/seats/${seat}`)}>${seat === mine ? say("leave-it") : say("free-it")}${which(seat)}</button>`}
        </li>`,
      )}
    </ul>
    ${!isFull && view.table.auto_start && html`<p>${say("begins-when-full")}</p>`}
    <div class="actions">
      ${takeable > 0 && html`<button type="button" class="main" onClick=${() => sit(undefined)}>${say("sit-down")}</button>`}
      ${isCreator && !isFull && html`<button type="button" class=${mine >= 0 && isForAnybody && !link.value ? "main" : ""} onClick=${makeLink}>${say("invite-by-link")}</button>`}
      ${mayPlace && !isFull && html`<button type="button" onClick=${fill}>${say("fill-with-house")}</button>`}
      ${isCreator && isFull && html`<button type="button" class="main" onClick=${() => table.do("POST", "/start")}>${say("start")}</button>`}
      ${isCreator && html`<${Sure} act=${() => table.do("POST", "/abort")}>${say("close-table")}<//>`}
    </div>
    <div role="status">${link.value &&
    html`<p>
      <label>${say("link-for-friends")} <input readonly value=${link.value} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
      <button type="button" class="main" onClick=${copy}>${copied.value ? say("copied") : say("copy")}</button>
    </p>`}</div>
  </section>`;
}
