/** All tournaments: those that go on, those that begin, those that have ended. */

import { html, useEffect, useSignal } from "../vendor.js";
import { titleOf } from "../state/catalogue.js";
import { ask } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { day, say } from "../words/words.js";
import { Heading } from "./heading.js";
import { HowItGoes } from "./how-it-goes.js";
import { Refusal } from "./refusal.js";

const GROUPS = { running: ["playing"], upcoming: ["announced", "registration", "check_in"], ended: ["finished", "cancelled"] };
const PAGE = 50;

/** @param {{tournament: import("../wire/types.js").ListedTournament}} props */
function Row({ tournament: { id, title, game, state, entrants, round, rounds, announced_at: at } }) {
  return html`<li>
    <a href=${`/tournaments/${id}`}>${title ? setApart(title) : say("tournament")}</a>
    <span>${titleOf(game)}</span>
    <span>${say("entrants-count", { count: entrants })}</span>
    ${state === "playing" && html`<span>${say("round-of", { round, rounds })}</span>`}
    <small>${say(`state-${state}`)} · ${day(at)}</small>
  </li>`;
}

export function TournamentList() {
  const found = useSignal(/** @type {import("../wire/types.js").ListedTournament[] | null} */ (null));
  const next = useSignal(/** @type {string | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const isReading = useSignal(false);
  const read = async () => {
    if (isReading.value) return;
    [refused.value, isReading.value] = [null, true];
    try {
      const from = next.value ? `&cursor=${encodeURIComponent(next.value)}` : "";
      const page = await ask("GET", `/tournaments?limit=${PAGE}${from}`);
      found.value = [...(found.value ?? []), ...page.tournaments];
      next.value = page.next_cursor;
    } catch (error) {
      refused.value = error;
    }
    isReading.value = false;
  };
  useEffect(() => void read(), []);
  const groups = Object.entries(GROUPS).map(([name, states]) => ({ name, rows: (found.value ?? []).filter((each) => states.includes(each.state)) }));
  return html`<main class="lobby">
    <${Heading} title=${say("tournaments")} />
    <${Refusal} problem=${refused.value} />
    ${!found.value && !refused.value && html`<p role="status">${say("loading")}</p>`} ${found.value?.length === 0 && html`<p>${say("no-tournaments")}</p>`}
    ${groups.map(
      ({ name, rows }) =>
        rows.length > 0 &&
        html`<section key=${name}>
          <h2>${say(`tournaments-${name}`)}</h2>
          <ul class="rows">${rows.map((each) => html`<${Row} key=${each.id} tournament=${each} />`)}</ul>
        </section>`,
    )}
    ${next.value && html`<p class="actions"><button type="button" onClick=${read}>${say("more-of-them")}</button></p>`}
    ${found.value && html`<${HowItGoes} open=${found.value.length === 0} />`}
  </main>`;
}
