/** Standings of a tournament as a table, and who sits where in a round. */

import { html } from "../vendor.js";
import { nameOf } from "../state/people.js";
import { list, say, signed } from "../words/words.js";

/** @param {{tournament: import("../state/tournament.js").Tournament, id: string}} props an entrant's name; of a player it leads to their page */
export function EntrantName({ tournament, id }) {
  const entrant = tournament.entrants.value.get(id);
  const isPlayer = entrant && !entrant.house && entrant.members.length === 1;
  const name = tournament.called(id);
  return isPlayer ? html`<a href=${`/players/${entrant.members[0]}`}>${name}</a>` : html`<span>${name}</span>`;
}

/**
 * @param {{tournament: import("../state/tournament.js").Tournament, rows: import("../wire/types.js").Standing[], plain?: boolean}} props
 * plain: for who only looks on, without links and tie-breaks
 */
export function StandingsTable({ tournament, rows, plain = false }) {
  const breaks = plain ? [] : (rows[0]?.tie_breaks ?? []).map((each) => each.name);
  const isKnockout = (rows[0]?.reached ?? null) !== null;
  const last = tournament.seen.value?.tournament.settings.seating.rounds ?? 0;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${say("rank")}</th>
        <th scope="col">${say("entrant")}</th>
        ${isKnockout && html`<th scope="col">${say("round-reached")}</th>`}
        <th scope="col">${say("points")}</th>
        ${breaks.map((each) => html`<th scope="col" key=${each}>${say(`tie-${each.replaceAll("_", "-")}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ rank, entrant, points, reached, tie_breaks: ties }) => html`<tr key=${entrant}>
          <td>${rank}</td>
          <th scope="row">${plain ? tournament.called(entrant) : html`<${EntrantName} tournament=${tournament} id=${entrant} />`}</th>
          ${isKnockout && html`<td>${Math.min(reached ?? 0, last) || "–"}</td>`}
          <td>${tournament.score(points)}</td>
          ${!plain && ties.map((each) => html`<td key=${each.name}>${each.applies ? tieValue(tournament, each) : "–"}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Tie-breaks that are in the unit of the scoring; the others count. */
const IN_POINTS = ["buchholz", "buchholz_cut_1", "sonneborn_berger", "head_to_head"];

/** @param {import("../state/tournament.js").Tournament} tournament @param {{name: string, value: number}} tie @returns {string} */
function tieValue(tournament, { name, value }) {
  return IN_POINTS.includes(name) ? tournament.score(value) : signed(value);
}

/**
 * @param {import("../state/tournament.js").Tournament} tournament
 * @param {import("../wire/types.js").RoundTable} table
 * @returns {string} who sits there, each with what they have made
 */
export function sitters(tournament, { seats, entrants, result }) {
  const called = (/** @type {string} */ player) => (entrants.includes(player) ? tournament.called(player) : nameOf(player));
  return list(seats.map((player, seat) => (result ? `${called(player)} (${signed(result.points[seat] ?? 0)})` : called(player))));
}

/** @param {import("../wire/types.js").RoundTable} table @returns {string} how it goes there */
export function stateOf({ over, stopped }) {
  return stopped ? say("table-stopped") : over ? say("table-over") : "";
}
