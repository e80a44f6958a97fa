/** The page of a player: who they are, and what they show. */

import { html, useEffect, useSignal } from "../vendor.js";
import { titleOf } from "../state/catalogue.js";
import { calledBy } from "../state/people.js";
import { whoSits } from "../state/names.js";
import { account, ask } from "../state/session.js";
import { code, date, decimal, say } from "../words/words.js";
import { Block } from "./blocks.js";
import { Heading } from "./heading.js";
import { Instead } from "./instead.js";
import { Shown } from "./shown.js";

/** @param {import("../wire/types.js").Profile} profile @returns {string} */
const kindOf = ({ house, former, bot }) => (former ? say("kind-former") : house ? say("kind-house") : bot ? say("kind-bot") : say("kind-person"));

/** @param {{games: import("../wire/types.js").Profile["games"]}} props */
function Fared({ games }) {
  const worth = (/** @type {any} */ { rating, score }) => {
    const shown = rating ? decimal(rating.rating) : score ? decimal(score.average) : "–";
    return (rating ?? score)?.provisional ? `${shown} (${say("provisional")})` : shown;
  };
  return html`<section>
    <h2 id="fared">${say("statistics")}</h2>
    <div class="wide" role="region" aria-labelledby="fared" tabindex="0">
      <table>
        <thead>
          <tr>
            ${[say("game"), say("played"), say("won"), say("drawn"), say("lost"), say("rating")].map((each) => html`<th scope="col" key=${each}>${each}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${games.map(
            (each) => html`<tr key=${each.game}>
              <th scope="row"><a href=${`/leaderboards/${each.game}`}>${titleOf(each.game)}</a></th>
              <td>${each.played}</td>
              <td>${each.won}</td>
              <td>${each.drawn}</td>
              <td>${each.lost}</td>
              <td>${worth(each)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** @param {{id: string}} props */
export function PlayerPage({ id }) {
  const profile = useSignal(/** @type {import("../wire/types.js").Profile | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const read = () => ask("GET", `/players/${id}`).then((found) => (profile.value = found), (error) => (refused.value = error));
  useEffect(() => void read(), [id]);
  const found = profile.value;
  if (!found) return html`<main><${Instead} problem=${refused.value} /></main>`;
  const { games, tables, since, shows, house, former } = found;
  const me = account.value;
  return html`<main class="lobby player">
    <${Heading} title=${calledBy(found)}><small>${kindOf(found)}</small><//>
    ${since && html`<p>${say("since", { day: date(since) })}</p>`}
    ${tables.length > 0 &&
    html`<section>
      <h2>${say("tables-now")}</h2>
      <ul class="rows">
        ${tables.map((table) => html`<li key=${table.id}><a href=${`/tables/${table.id}`}>${titleOf(table.game)}</a> <span>${whoSits(/** @type {any} */ (table))}</span> <small>${code("status", table.status)}</small></li>`)}
      </ul>
    </section>`}
    ${games.length > 0 ? html`<${Fared} games=${games} />` : html`<p>${shows.includes("statistics") ? say("no-games-yet") : say("shows-no-statistics")}</p>`}
    ${me?.id === id && html`<${Shown} changed=${read} />`}
    ${me && me.id !== id && !house && !former && html`<${Block} key=${`${me.id} ${id}`} id=${id} />`}
  </main>`;
}
