/** The first page: my tables, a game to begin, and tables where somebody waits. */

import { html, useEffect, useSignal } from "../vendor.js";
import { games, loadGames, titleOf } from "../state/catalogue.js";
import { invitations, mine, open, seek, sought, visit } from "../state/lobby.js";
import { whoSits } from "../state/names.js";
import { goingOn } from "../state/place.js";
import { account, ask, signUp } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { code, fill, learn, range, say, titled } from "../words/words.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";
import { useTurn } from "./turn.js";

const QUICK_MS = 10_000;

/** @param {{game: import("../wire/types.js").GameSummary}} props */
function GameCard({ game }) {
  const seeking = useSignal(/** @type {AbortController | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const isOpening = useSignal(false);
  useEffect(() => () => seeking.value?.abort(), []);
  async function pair() {
    if (seeking.value) return;
    refused.value = null;
    const go = goingOn();
    const stop = (seeking.value = new AbortController());
    try {
      if (!account.value) await signUp(say("guest"));
      const table = await seek({ game: game.id, with_house_after: QUICK_MS }, stop.signal);
      if (table) go(`/tables/${table}`);
    } catch (error) {
      refused.value = error;
    }
    if (seeking.value === stop) seeking.value = null;
  }
  function cancel() {
    seeking.value?.abort();
    seeking.value = null;
  }
  async function play() {
    if (isOpening.value) return;
    isOpening.value = true;
    refused.value = null;
    const go = goingOn();
    const [count] = game.players;
    const seats = ["me", ...Array((count ?? 2) - 1).fill("random")];
    const options = game.players.length > 1 ? { players: count } : {};
    try {
      if (!account.value) await signUp(say("guest"));
      go(`/tables/${(await ask("POST", "/tables", { game: game.id, options, seats, auto_start: true })).id}`);
    } catch (error) {
      refused.value = error;
    }
    isOpening.value = false;
  }
  const which = () => html` <span class="unseen">${game.title}</span>`; // for those who hear a button without its heading
  const waiting = sought.value.filter((each) => each.game === game.id).reduce((sum, each) => sum + each.waiting, 0);
  return html`<li class="game">
    <h3>${game.title}</h3>
    <p>${fill(game.about)}</p>
    <p>${say("for-players", { players: range(game.players), most: game.players.at(-1) ?? 0 })} · <a href=${`/statistics/${game.id}`} aria-label=${titled(say("how-games-went"), game.title)}>${say("how-games-went")}</a> · <a href=${`/docs/rulebooks/${game.id}`} data-away aria-label=${titled(say("rulebook"), game.title)}>${say("rulebook")}</a></p>
    <${Refusal} problem=${refused.value} />
    <p class="actions">
      ${seeking.value
        ? html`<span role="status">${say("seeking", { seconds: QUICK_MS / 1_000 })}</span> <button type="button" onClick=${cancel}>${say("cancel")}</button>`
        : html`<button type="button" class="main" disabled=${isOpening.value} onClick=${play}>${say("play-now")}${which()}</button>
            <button type="button" onClick=${pair}>${say("find-opponents")}${waiting > 0 && html`${say("colon")} <small>${say("waiting", { count: waiting })}</small>`}${which()}</button>
            <a class="button" href=${`/new/${game.id}`}>${say("new-table")}${which()}</a>`}
    </p>
  </li>`;
}

/** @param {{table: any, toAct?: boolean, children?: any}} props */
function Row({ table, toAct = false, children }) {
  return html`<li class=${toAct ? "to-act" : ""}>
    <a href=${`/tables/${table.id}`}>${titleOf(table.game)}</a>
    <span>${whoSits(table)}</span>
    ${toAct ? html`<b class="turn">${say("your-turn")}</b>` : html`<small>${code("status", table.status)}</small>`} ${children}
  </li>`;
}

/** @param {{invitation: any}} props */
function Invitation({ invitation: { table } }) {
  const refused = useSignal(/** @type {unknown} */ (null));
  const decline = () => ask("DELETE", `/tables/${table.id}/invitations/players/${account.value?.id}`).catch((error) => (refused.value = error));
  return html`<${Row} table=${table}>
    ${say("invited-by", { name: setApart(table.creator_name ?? say("somebody")) })}
    <a class="button" href=${`/tables/${table.id}`}>${say("look")}</a>
    <button type="button" class="plain" onClick=${decline}>${say("decline")}</button>
    <${Refusal} problem=${refused.value} />
  <//>`;
}

/** @param {{title: string, children?: any}} props */
const Rows = ({ title, children }) => html`<section><h2>${title}</h2><ul class="rows">${children}</ul></section>`;

/** @param {{children?: any}} props what stands above all */
export function Lobby({ children }) {
  useEffect(() => {
    void learn("about").catch(() => {});
    void loadGames();
    const stop = new AbortController();
    visit(stop.signal);
    return () => stop.abort();
  }, [account.value?.token]);
  useTurn(() => mine.value.some((each) => each.to_act));
  const others = open.value.filter((table) => !mine.value.some((each) => each.table.id === table.id));
  const running = mine.value.filter(({ table }) => table.status === "open" || table.status === "playing");
  return html`<main class="lobby">
    ${children}
    ${account.value && html`<${Heading} class="unseen" title="">Parlour<//>`}
    ${invitations.value.length > 0 &&
    html`<${Rows} title=${say("invitations")}>${invitations.value.map((each) => html`<${Invitation} key=${each.table.id} invitation=${each} />`)}<//>`}
    ${running.length > 0 &&
    html`<${Rows} title=${say("my-tables")}>${running.map((each) => html`<${Row} key=${each.table.id} table=${each.table} toAct=${each.to_act} />`)}<//>`}
    <section>
      <h2>${say("games")}</h2>
      <ul class="games">${games.value.map((game) => html`<${GameCard} key=${game.id} game=${game} />`)}</ul>
    </section>
    ${others.length > 0 && html`<${Rows} title=${say("open-tables")}>${others.map((table) => html`<${Row} key=${table.id} table=${table} />`)}<//>`}
  </main>`;
}
