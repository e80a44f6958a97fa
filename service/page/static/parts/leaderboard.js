/** Who is best at a game: people, bots and house players apart. */

import { html, useEffect, useSignal } from "../vendor.js";
import { games, titleOf } from "../state/catalogue.js";
import { ask } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { decimal, say, titled } from "../words/words.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";

const KINDS = ["person", "bot", "house"];

/** @param {{board: import("../wire/types.js").Leaderboard}} props */
function Ranks({ board }) {
  const joint = board.entries.some((each) => each.score);
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${say("rank")}</th>
        <th scope="col">${say("player")}</th>
        <th scope="col">${joint ? say("average-score") : say("rating")}</th>
        <th scope="col">${say("played")}</th>
      </tr>
    </thead>
    <tbody>
      ${board.entries.map(({ rank, player, name, rating, score }) => html`<tr key=${player}>
          <td>${rank}</td>
          <th scope="row"><a href=${`/players/${player}`}>${setApart(name)}</a></th>
          <td>${decimal(rating?.rating ?? score?.average ?? 0)}</td>
          <td>${rating?.games ?? score?.games}</td>
        </tr>`)}
    </tbody>
  </table>`;
}

/** @param {{game: string, kind: string, provisional: boolean}} props */
function Ranking({ game, kind, provisional }) {
  const board = useSignal(/** @type {import("../wire/types.js").Leaderboard | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const isReading = useSignal(false);
  const read = async (/** @type {string | null} */ cursor) => {
    if (isReading.value) return;
    [refused.value, isReading.value] = [null, true];
    try {
      const from = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
      const page = await ask("GET", `/leaderboards/${game}?kind=${kind}&provisional=${provisional}${from}`);
      board.value = { ...page, entries: [...(cursor && board.value ? board.value.entries : []), ...page.entries] };
    } catch (error) {
      refused.value = error;
    }
    isReading.value = false;
  };
  useEffect(() => void read(null), []);
  const found = board.value;
  if (!found) return refused.value ? html`<${Refusal} problem=${refused.value} />` : html`<p role="status">${say("loading")}</p>`;
  return html`<section aria-labelledby="ranking">
    <h2 id="ranking">${titled(titleOf(game), say(`kind-${kind}-many`))}</h2>
    ${found.entries.length ? html`<div class="wide" role="region" aria-labelledby="ranking" tabindex="0"><${Ranks} board=${found} /></div>` : html`<p>${say("nobody-ranked", { games: found.fewest_games })}</p>`}
    <${Refusal} problem=${refused.value} />
    ${found.next_cursor && html`<p class="actions"><button type="button" onClick=${() => read(found.next_cursor)}>${say("more-of-them")}</button></p>`}
  </section>`;
}

/** @param {{game: string | undefined}} props */
export function LeaderboardPage({ game }) {
  const kind = useSignal("person");
  const provisional = useSignal(false);
  const chosen = game ?? games.value[0]?.id;
  const isThere = games.value.some(({ id }) => id === chosen);
  return html`<main class="lobby">
    <${Heading} title=${say("leaderboards")} />
    <nav class="choices" aria-label=${say("games")}>
      ${games.value.map(({ id, title }) => html`<a key=${id} href=${`/leaderboards/${id}`} aria-current=${id === chosen ? "page" : undefined}>${title}</a>`)}
    </nav>
    ${isThere ? html`<p class="actions" role="group" aria-label=${say("of-whom")}>
      ${KINDS.map((each) => html`<button type="button" key=${each} aria-pressed=${kind.value === each} onClick=${() => (kind.value = each)}>${say(`kind-${each}-many`)}</button>`)}
      <label class="check"><input type="checkbox" checked=${provisional.value} onChange=${(/** @type {any} */ event) => (provisional.value = event.target.checked)} /> ${say("newcomers")}</label>
    </p>
    <${Ranking} key=${`${chosen} ${kind.value} ${provisional.value}`} game=${chosen} kind=${kind.value} provisional=${provisional.value} />
    <p><a href=${`/statistics/${chosen}`}>${say("how-games-went")}</a></p>
    <p><small>${say("ratings-text")}</small></p>` : games.value.length > 0 && html`<p class="refusal" role="alert">${say("no-such-game")}</p>`}
  </main>`;
}
