/** A tournament for a wall: its standings and who meets whom, large, a page after the other. */

import { html, useEffect, useMemo, useSignal } from "../vendor.js";
import { Tournament } from "../state/tournament.js";
import { titleOf } from "../state/catalogue.js";
import { account } from "../state/session.js";
import { say } from "../words/words.js";
import { Heading } from "./heading.js";
import { Instead } from "./instead.js";
import { StandingsTable, sitters, stateOf } from "./standings.js";

const ROWS = 10;
const PAGE_MS = 10_000;

/** @template T @param {T[]} rows @returns {T[][]} */
function pagesOf(rows) {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, page) => rows.slice(page * ROWS, (page + 1) * ROWS));
}

/** @param {Tournament} tournament @returns {{title: string, body: any}[]} all pages, in order */
function boards(tournament) {
  const round = tournament.rounds.value.at(-1);
  const meetings = pagesOf(round?.tables ?? []).map((tables) => ({
    title: `${say("round", { number: round?.round.number ?? 0 })} · ${say(`round-${round?.round.state}`)}`,
    body: html`<ul class="meetings">
      ${tables.map((table) => html`<li key=${table.id}><b>${table.number}</b> <span>${sitters(tournament, table)}</span> <small>${stateOf(table)}</small></li>`)}
    </ul>`,
  }));
  const standings = pagesOf(tournament.standings.value).map((rows) => ({
    title: say("standings"),
    body: html`<${StandingsTable} tournament=${tournament} rows=${rows} plain />`,
  }));
  const all = round?.round.state === "finished" ? [...standings, ...meetings] : [...meetings, ...standings];
  if (all.length) return all;
  return pagesOf([...tournament.entrants.value.keys()]).map((ids) => ({
    title: say("entrants"),
    body: html`<ul class="meetings">${ids.map((id) => html`<li key=${id}>${tournament.called(id)}</li>`)}</ul>`,
  }));
}

/** @param {{id: string}} props */
export function Projector({ id }) {
  const tournament = useMemo(() => new Tournament(id), [id, account.value?.token]);
  const page = useSignal(0);
  const isHeld = useSignal(false);
  useEffect(() => {
    const stop = new AbortController();
    void tournament.follow(stop.signal);
    return () => stop.abort();
  }, [tournament]);
  const turn = () => void (page.value += 1);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const timer = setInterval(() => isHeld.value || turn(), PAGE_MS);
    return () => clearInterval(timer);
  }, []);
  const seen = tournament.seen.value;
  if (!seen) return html`<main><${Instead} problem=${tournament.refused.value} /></main>`;
  const all = boards(tournament);
  const at = all.length ? page.value % all.length : 0;
  const hold = (/** @type {boolean} */ on) => () => void (isHeld.value = on);
  return html`<main class="projector" onMouseEnter=${hold(true)} onMouseLeave=${hold(false)} onFocusIn=${hold(true)} onFocusOut=${hold(false)}>
    <${Heading} title=${tournament.title}><small>${titleOf(seen.tournament.settings.game)} · ${say(`state-${seen.tournament.state}`)}</small><//>
    <h2>${all[at]?.title}</h2>
    ${all[at]?.body ?? html`<p>${say("nobody-yet")}</p>`}
    ${all.length > 1 && html`<footer><button type="button" onClick=${turn}>${say("page-of", { page: at + 1, pages: all.length })} ▸</button></footer>`}
  </main>`;
}
