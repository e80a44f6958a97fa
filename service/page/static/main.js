/** The page: which part of it is shown where. */

import { html, render } from "./vendor.js";
import { Header } from "./parts/frame.js";
import { Heading } from "./parts/heading.js";
import { later } from "./parts/later.js";
import { Lobby } from "./parts/lobby.js";
import { TablePage } from "./parts/table-page.js";
import { loadGames } from "./state/catalogue.js";
import { goOnNearby } from "./state/focus.js";
import { invitation, place } from "./state/place.js";
import { account } from "./state/session.js";
import { reachable } from "./wire/http.js";
import { say, words } from "./words/words.js";

const AccountPage = later(async () => (await import("./parts/account.js")).AccountPage);
const NewTable = later(async () => (await import("./parts/new-table.js")).NewTable);
const Pages = later(async () => (await import("./parts/pages.js")).Pages);
const ProofPage = later(async () => (await import("./parts/proof.js")).ProofPage);
const Replay = later(async () => (await import("./parts/replay.js")).Replay);
const Settings = later(async () => (await import("./parts/settings.js")).Settings);
const Welcome = later(async () => (await import("./parts/welcome.js")).Welcome);

/** A visitor who comes by a link to a free seat needs a name first; a spectator sees the table first. */
const isInvited = () => Boolean(invitation.value);
const beside = () => !account.value && html`<${Welcome} beside />`;

/** How many steps the path of a part of the page has at most. @type {Record<string, number>} */
const STEPS = { settings: 1, account: 1, new: 2, players: 2, leaderboards: 2, statistics: 2 };

/** @param {string[]} steps of the path @returns {any} */
function shown(steps) {
  const [first = "", id, what] = steps;
  if (steps.length > (STEPS[first] ?? 3)) return null;
  switch (first) {
    case "":
      return html`<${Lobby}>${!account.value && html`<${Welcome} />`}<//>`;
    case "tables":
      if (id && what === "replay") return html`<${Replay} key=${id} id=${id} />`;
      if (id && what === "proof") return html`<${ProofPage} key=${id} id=${id} />`;
      return id && !what && html`${isInvited() && beside()}<${TablePage} key=${id + invitation.value} id=${id} />${!isInvited() && beside()}`;
    case "new":
      return account.value ? id && html`<${NewTable} key=${id} game=${id} />` : html`<main><${Welcome} /></main>`;
    case "settings":
      return html`<${Settings} />`;
    case "account":
      return html`<${AccountPage} key=${account.value?.id} />`;
    case "tournaments":
    case "players":
    case "leaderboards":
    case "statistics":
      return html`<${Pages} />`;
    default:
      return null;
  }
}

function Page() {
  // As long as no language is there, the little that is said is English, as where scripts are off.
  if (!words.value) return reachable.value ? null : html`<main><p class="unreachable" role="status">Parlour does not answer. The page tries again.</p></main>`;
  return html`${place.value[2] !== "board" && html`<${Header} />`}${shown(place.value) || html`<main><${Heading} title=${say("no-such-page")} /></main>`}`;
}

goOnNearby();
void loadGames();
render(html`<${Page} />`, /** @type {Element} */ (document.getElementById("page")));
