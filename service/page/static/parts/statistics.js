/** How the games of a kind went: what analysts ask first, for everybody, from the games whose record is open. */

import { html, useEffect, useSignal } from "../vendor.js";
import { entryOf, games, titleOf } from "../state/catalogue.js";
import { whoSits } from "../state/names.js";
import { optionTitle, optionValue, defaultOf } from "../state/options.js";
import { ask } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { day, decimal, number, percent, say, span, titled } from "../words/words.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";
import { RulesButton } from "./rules-button.js";

/** @typedef {import("../wire/types.js").Fared} Fared */

const BEST = 5;
const LATEST = 8;

/** @param {Fared[]} rows @param {(row: Fared) => number} value @returns {number} */
const sum = (rows, value) => rows.reduce((all, row) => all + value(row), 0);

/** @param {Fared[]} rows @param {(row: Fared) => number | null} value @returns {number | null} the average over all their games */
function average(rows, value) {
  const known = rows.filter((row) => row.played && value(row) !== null);
  return known.length ? sum(known, (row) => (value(row) ?? 0) * row.played) / sum(known, (row) => row.played) : null;
}

/** @param {{share: number}} props of the longest bar; the number itself stands beside it */
const Bar = ({ share }) => html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
  <rect width="100" height="10" rx="2" class="rest" /><rect width=${Math.max(share ? 1 : 0, 100 * share)} height="10" rx="2" />
</svg>`;

/** @param {{title: string, of: string, groups: [any, Fared[]][]}} props a row for each group of games */
function Went({ title, of, groups }) {
  const most = Math.max(1, ...groups.map(([, rows]) => sum(rows, (row) => row.played)));
  const heads = [say("played"), say("first-won"), say("no-one-winner"), say("points-average"), say("length-of-game"), say("length-of-move"), say("broken-off")];
  return html`<div class="wide" tabindex="0" role="region" aria-label=${title}>
    <table class="went">
      <caption>${title}</caption>
      <thead><tr><th scope="col">${of}</th>${heads.map((head) => html`<th scope="col" key=${head}>${head}</th>`)}</tr></thead>
      <tbody>
        ${groups.map(([name, rows], at) => {
          const played = sum(rows, (row) => row.played);
          const share = (/** @type {number} */ count) => (played ? percent(count / played) : "–");
          const [points, length, move] = [average(rows, (row) => row.average_points), average(rows, (row) => row.average_ms), average(rows, (row) => row.average_move_ms)];
          const first = sum(rows, (row) => row.first_won);
          return html`<tr key=${at}>
            <th scope="row">${name}</th>
            <td>${number(played)} <${Bar} share=${played / most} /></td>
            <td>${share(first)} ${played > 0 && html`<${Bar} share=${first / played} />`}</td>
            <td>${share(sum(rows, (row) => row.drawn))}</td>
            <td>${points === null ? "–" : decimal(points)}</td>
            <td>${length === null ? "–" : span(length, { about: true })}</td>
            <td>${move === null ? "–" : span(move, { about: true })}</td>
            <td>${number(sum(rows, (row) => row.aborted))}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** @param {any} schema @param {any} options @param {string} game @returns {any} those that are not as usual, in words */
function unusual(schema, options, game) {
  const found = Object.entries(options).filter(
    ([name, value]) => name !== "players" && schema.properties[name] && JSON.stringify(value) !== JSON.stringify(defaultOf(schema, name, options)),
  );
  const told = found.map(([name, value]) => html`<li key=${name}>${titled(optionTitle(name, schema.properties[name]), optionValue(name, schema.properties[name], value, game))}</li>`);
  return html`${say("of-players", { count: options.players })}${told.length > 0 && html`<ul class="unusual">${told}</ul>`}`;
}

/** @param {{game: string, rows: Fared[]}} props */
function Report({ game, rows }) {
  const entry = entryOf(game);
  if (!entry) return html`<p role="status">${say("loading")}</p>`;
  const schema = /** @type {any} */ (entry.options)["$defs"].Options;
  const counts = [...new Set(rows.map((row) => /** @type {any} */ (row.options).players))].sort((one, other) => one - other);
  const ofCount = (/** @type {number} */ count) => rows.filter((row) => /** @type {any} */ (row.options).players === count);
  const lapses = sum(rows, (row) => row.lapses);
  const moves = sum(rows, (row) => row.moves);
  return html`<p>${say("went-sum", { played: sum(rows, (row) => row.played), aborted: sum(rows, (row) => row.aborted) })} ${say("moves-sum", { moves, late: percent(moves + lapses ? lapses / (moves + lapses) : 0) })}</p>
    <${Went} title=${say("went-by-players")} of=${say("number-of-players")} groups=${counts.map((count) => [say("of-players", { count }), ofCount(count)])} />
    <${Went} title=${say("went-by-options")} of=${say("options")} groups=${rows.map((row) => [unusual(schema, row.options, game), [row]])} />
    <p><small>${say("went-text")}</small></p>`;
}

/** @param {{title: string, found: any, none: string, children?: any}} props */
const Part = ({ title, found, none, children }) => html`<section><h2>${title}</h2>${found?.length ? children : html`<p>${found ? none : say("loading")}</p>`}</section>`;

/** @param {{game: string}} props */
function OfGame({ game }) {
  const went = useSignal(/** @type {Fared[] | null} */ (null));
  const best = useSignal(/** @type {any} */ (null));
  const latest = useSignal(/** @type {any} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  useEffect(() => {
    const read = (/** @type {string} */ path, /** @type {(answer: any) => void} */ take) => ask("GET", path).then(take, (error) => (refused.value = error));
    void read(`/games/${game}/statistics`, (answer) => (went.value = answer.by_options));
    void read(`/leaderboards/${game}?kind=person&provisional=true&limit=${BEST}`, (answer) => (best.value = answer));
    void read(`/tables?game=${game}&status=finished&limit=${LATEST}`, (answer) => (latest.value = answer.tables));
  }, []);
  if (refused.value) return html`<${Refusal} problem=${refused.value} />`;
  return html`<${Part} title=${titleOf(game)} found=${went.value} none=${say("no-games-of-it")}><${Report} game=${game} rows=${went.value} /><//>
    <div class="halves">
      <${Part} title=${say("best-players")} found=${best.value?.entries} none=${say("nobody-ranked", { games: 1 })}>
        <ol class="rows">${best.value?.entries.map((/** @type {any} */ each) => html`<li key=${each.player}><b>${each.rank}</b> <a href=${`/players/${each.player}`}>${setApart(each.name)}</a> <span>${decimal(each.rating?.rating ?? each.score?.average ?? 0)}</span></li>`)}</ol>
        <p><a href=${`/leaderboards/${game}`}>${say("leaderboards")}</a></p>
      <//>
      <${Part} title=${say("latest-games")} found=${latest.value} none=${say("no-games-of-it")}>
        <ul class="rows">${latest.value?.map((/** @type {any} */ each) => html`<li key=${each.id}><a href=${`/tables/${each.id}/replay`}>${day(each.finished_at)}</a> <span>${whoSits(each)}</span></li>`)}</ul>
      <//>
    </div>`;
}

/** @param {{game: string | undefined}} props */
export function StatisticsPage({ game }) {
  const chosen = game ?? games.value[0]?.id;
  const isThere = games.value.some(({ id }) => id === chosen);
  return html`<main class="lobby">
    <${Heading} title=${say("how-games-went")} />
    <nav class="choices" aria-label=${say("games")}>
      ${games.value.map(({ id, title }) => html`<a key=${id} href=${`/statistics/${id}`} aria-current=${id === chosen ? "page" : undefined}>${title}</a>`)}
    </nav>
    ${isThere
      ? html`<p class="actions"><a class="button" href=${`/leaderboards/${chosen}`}>${say("leaderboards")}</a> <${RulesButton} key=${chosen} game=${chosen} /></p><${OfGame} key=${chosen} game=${chosen} />`
      : games.value.length > 0 && html`<p class="refusal" role="alert">${say("no-such-game")}</p>`}
  </main>`;
}
