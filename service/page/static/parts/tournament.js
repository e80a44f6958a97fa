/** A tournament: what it is, who takes part, how it stands, who meets whom. */

import { html, useEffect, useMemo, useSignal } from "../vendor.js";
import { titleOf } from "../state/catalogue.js";
import { nameOf } from "../state/people.js";
import { account } from "../state/session.js";
import { Tournament } from "../state/tournament.js";
import { list, say } from "../words/words.js";
import { Enter } from "./entering.js";
import { Heading } from "./heading.js";
import { HowItGoes } from "./how-it-goes.js";
import { Instead } from "./instead.js";
import { Refusal } from "./refusal.js";
import { EntrantName, StandingsTable, sitters, stateOf } from "./standings.js";

const FIRST_ROWS = 50;

/** @param {{tournament: Tournament}} props */
function Facts({ tournament }) {
  const { settings, staff, entered, waiting, rounds } = /** @type {any} */ (tournament.seen.value).tournament;
  const director = staff.find((/** @type {any} */ each) => each.role === "director")?.person;
  const published = rounds.filter((/** @type {any} */ each) => each.state !== "drafted").length;
  const facts = [
    [say("game"), html`<a href=${`/docs/rulebooks/${settings.game}`} data-away>${titleOf(settings.game)}</a>`],
    [say("format"), say(`format-${settings.seating.format.replaceAll("_", "-")}`)],
    [say("rounds"), published ? say("round-of", { round: published, rounds: settings.seating.rounds }) : settings.seating.rounds],
    [say("entrants"), waiting ? say("entered-and-waiting", { entered, waiting }) : entered],
    [say("cards"), settings.duplicate ? say("cards-same") : say("cards-own")],
    director && [say("director"), html`<a href=${`/players/${director}`}>${nameOf(director)}</a>`],
  ];
  return html`<dl class="facts">${facts.map((each) => each && html`<div key=${each[0]}><dt>${each[0]}</dt><dd>${each[1]}</dd></div>`)}</dl>`;
}

/** @param {{tournament: Tournament, round: import("../wire/types.js").Round, isLast: boolean}} props */
function RoundPart({ tournament, round, isLast }) {
  const { number, state, byes } = round.round;
  const mayWatch = tournament.mayWatch(round);
  return html`<details open=${isLast}>
    <summary>${say("round", { number })} <small>${say(`round-${state}`)}</small></summary>
    <ul class="rows">
      ${round.tables.map(
        (table) => html`<li key=${table.id} class=${tournament.isMine(table) && state === "playing" ? "to-act" : ""}>
          <span class="number">${say("table", { number: table.number })}</span>
          <span class="who">${sitters(tournament, table)}</span>
          <small>${stateOf(table)}</small>
          ${state === "finished"
            ? !table.stopped && html`<a href=${`/tables/${table.id}/replay`} aria-label=${say("replay-of", { number: table.number })}>${say("replay")}</a>`
            : tournament.isMine(table)
              ? html`<a href=${`/tables/${table.id}`}>${say("to-my-table")}</a>`
              : mayWatch && html`<a href=${`/tables/${table.id}`} aria-label=${say("watch-of", { number: table.number })}>${say("watch")}</a>`}
        </li>`,
      )}
    </ul>
    ${byes.length > 0 && html`<p>${say("byes")} ${list(byes.map((each) => tournament.called(each)))}</p>`}
    ${state === "playing" && !mayWatch && html`<p><small>${say("watch-later")}</small></p>`}
  </details>`;
}

/** @param {{all: import("../vendor.js").Signal<boolean>, count: number}} props a button for all rows where some are left out */
function Rest({ all, count }) {
  if (all.value || count <= FIRST_ROWS) return null;
  return html`<p class="actions"><button type="button" onClick=${() => (all.value = true)}>${say("show-all", { count })}</button></p>`;
}

/** @param {{tournament: Tournament}} props who takes part, until the standings tell */
function Entrants({ tournament }) {
  const all = useSignal(false);
  const entrants = [...tournament.entrants.value.values()];
  if (!entrants.length || tournament.standings.value.length) return null;
  return html`<section>
    <h2>${say("entrants")}</h2>
    <ul class="rows">
      ${(all.value ? entrants : entrants.slice(0, FIRST_ROWS)).map((each) => html`<li key=${each.id}><${EntrantName} tournament=${tournament} id=${each.id} /><small>${say(`entrant-${each.state}`)}${each.checked_in && !each.house ? ` · ${say("checked-in")}` : ""}</small></li>`)}
    </ul>
    <${Rest} all=${all} count=${entrants.length} />
  </section>`;
}

/** @param {{tournament: Tournament}} props */
function Standings({ tournament }) {
  const all = useSignal(false);
  const rows = tournament.standings.value;
  if (!rows.length) return null;
  return html`<section>
    <h2 id="standings">${say("standings")}</h2>
    <div class="wide" role="region" aria-labelledby="standings" tabindex="0">
      <${StandingsTable} tournament=${tournament} rows=${all.value ? rows : rows.slice(0, FIRST_ROWS)} />
    </div>
    <${Rest} all=${all} count=${rows.length} />
  </section>`;
}

/** @param {{id: string}} props */
export function TournamentPage({ id }) {
  const tournament = useMemo(() => new Tournament(id), [id, account.value?.token]);
  useEffect(() => {
    const stop = new AbortController();
    void tournament.follow(stop.signal);
    return () => stop.abort();
  }, [tournament]);
  const seen = tournament.seen.value;
  const rounds = [...tournament.rounds.value].reverse();
  return html`<main class="tournament lobby">
    ${!seen && html`<${Instead} problem=${tournament.refused.value} />`}
    ${seen &&
    html`<${Refusal} problem=${tournament.refused.value} />
      <${Heading} title=${tournament.title}><small>${say(`state-${seen.tournament.state}`)}</small><//>
      <${Facts} tournament=${tournament} />
      <${Enter} tournament=${tournament} />
      <${HowItGoes} />
      <p class="actions"><a class="button" href=${`/tournaments/${id}/board`}>${say("board")}</a></p>
      <div class="halves">
        <${Standings} tournament=${tournament} />
        <${Entrants} tournament=${tournament} />
        ${rounds.length > 0 &&
        html`<section>
          <h2>${say("rounds")}</h2>
          ${rounds.map((each, at) => html`<${RoundPart} key=${each.round.number} tournament=${tournament} round=${each} isLast=${at === 0} />`)}
        </section>`}
      </div>`}
  </main>`;
}
