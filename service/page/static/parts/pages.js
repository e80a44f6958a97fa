/** The pages beside play: tournaments, players, leaderboards, how games went. They are loaded when one of them is opened. */

import { html } from "../vendor.js";
import { place } from "../state/place.js";
import { learn, say } from "../words/words.js";
import { Heading } from "./heading.js";
import { LeaderboardPage } from "./leaderboard.js";
import { later } from "./later.js";
import { PlayerPage } from "./player.js";
import { StatisticsPage } from "./statistics.js";
import { style } from "./style.js";
import { TournamentPage } from "./tournament.js";
import { TournamentList } from "./tournament-list.js";

const Projector = later(async () => (await import("./projector.js")).Projector);

await Promise.all([learn("pages"), style("pages.css")]);

/** @param {string[]} steps of the path @returns {any} */
function shown([first, id, what]) {
  if (first === "players") return id && html`<${PlayerPage} key=${id} id=${id} />`;
  if (first === "statistics") return html`<${StatisticsPage} game=${id} />`;
  if (first === "leaderboards") return html`<${LeaderboardPage} game=${id} />`;
  if (!id) return html`<${TournamentList} />`;
  return what === "board" ? html`<${Projector} key=${id} id=${id} />` : html`<${TournamentPage} key=${id} id=${id} />`;
}

/** Which of these pages is shown, by the address. */
export function Pages() {
  return shown(place.value) || html`<main><${Heading} title=${say("no-such-page")} /></main>`;
}
