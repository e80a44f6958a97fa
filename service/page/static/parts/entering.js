/** What a player does in a tournament: register, check in, accept, withdraw, come back. */

import { html, useSignal } from "../vendor.js";
import { account } from "../state/session.js";
import { say } from "../words/words.js";
import { submitted } from "./welcome.js";

/** @param {any} seen a tournament as the reader sees it @returns {boolean} whether somebody may still register, alone */
function isOpen({ state, settings, rounds }) {
  if (settings.registration === "upload" || (settings.team_size ?? 1) > 1 || settings.exchanged_seats) return false;
  return state === "registration" || (state === "playing" && (settings.late_entries?.until_round ?? 0) > rounds.length);
}

/** @param {any} seen a tournament as the reader sees it @param {import("../wire/types.js").Entrant | undefined} mine @returns {boolean} whether the reader is out, and may come back */
function mayReturn({ state, check_in: checkIn }, mine) {
  if (mine?.state === "withdrawn") return state === "check_in" || state === "playing";
  return state === "check_in" && checkIn?.closed && mine?.state === "waiting" && !mine.checked_in;
}

/** @param {{tournament: import("../state/tournament.js").Tournament}} props */
export function Enter({ tournament }) {
  const code = useSignal("");
  const seen = /** @type {any} */ (tournament.seen.value).tournament;
  const { state, settings, entrant: id, invitations } = seen;
  const mine = id ? tournament.entrants.value.get(id) : undefined;
  const isIn = mine && !["withdrawn", "declined"].includes(mine.state);
  const isOut = mayReturn(seen, mine);
  const isOver = state === "finished" || state === "cancelled";
  if (isOver) return null;
  if (!account.value) return isOpen(seen) ? html`<p>${say("register-signed-in")} <a href="/account">${say("sign-in")}</a></p>` : null;
  const register = () => tournament.command("register", settings.registration === "code" ? { code: code.value.trim() } : {});
  // The rounds stand below the standings, which may be long.
  const table = tournament.rounds.value.at(-1)?.tables.find((each) => tournament.isMine(each) && !each.over);
  const needsCheckIn = seen.check_in && !seen.check_in.closed && isIn && !mine.checked_in;
  return html`<section class="entering" aria-label=${say("taking-part")}>
    ${mine && (isIn || isOut) && html`<p role="status">${say("you-are", { state: say(`entrant-${mine.state}`) })}${mine.checked_in ? ` · ${say("checked-in")}` : ""}</p>`}
    ${invitations.map(
      (/** @type {string} */ team) => html`<p key=${team} class="actions">
        ${say("invited-to-team", { team: tournament.called(team) })}
        <button type="button" class="main" onClick=${() => tournament.command("accept", { entrant: team })}>${say("yes")}</button>
        <button type="button" onClick=${() => tournament.command("withdraw", { entrant: team })}>${say("no")}</button>
      </p>`,
    )}
    ${isOut && html`<p class="actions"><button type="button" class="main" onClick=${() => tournament.command("return", { entrant: id })}>${say("come-back")}</button></p>`}
    ${!isIn && !isOut && isOpen(seen) &&
    html`<form onSubmit=${submitted(register)}>
      ${settings.registration === "code" &&
      html`<label>${say("registration-code")} <input required maxlength="100" value=${code.value} onInput=${(/** @type {any} */ event) => (code.value = event.target.value)} /></label>`}
      <button class="main">${say("register")}</button>
      ${settings.registration === "approval" && html`<small>${say("by-approval")}</small>`}
    </form>`}
    ${table && html`<p class="actions"><a class="button main" href=${`/tables/${table.id}`}>${say("to-my-table")}</a></p>`}
    ${isIn &&
    html`<p class="actions">
      ${needsCheckIn && html`<button type="button" class="main" onClick=${() => tournament.command("check_in", { entrant: id })}>${say("check-in")}</button>`}
      <button type="button" class="plain" onClick=${() => tournament.command("withdraw", { entrant: id })}>${say("withdraw")}</button>
    </p>`}
  </section>`;
}
