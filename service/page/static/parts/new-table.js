/** A new table: which game, how many, with whom, by which options. */

import { html, useEffect, useSignal } from "../vendor.js";
import { entryOf, games, loadGames, titleOf } from "../state/catalogue.js";
import { fitting } from "../state/options.js";
import { goingOn } from "../state/place.js";
import { ask } from "../state/session.js";
import { Problem } from "../wire/http.js";
import { fill, learn, say } from "../words/words.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";
import { RulesButton } from "./rules-button.js";
import { SchemaForm } from "./schema-form.js";
import { style } from "./style.js";

await style("pages.css");

/** What the contract has among the settings of a table that people ask for. */
const SETTINGS = {
  properties: {
    chat: { "x-label": "chat", "x-codes": "chat", enum: ["off", "phrases", "text"], default: "off" },
    take_back: { "x-label": "moves may be taken back if all consent", type: "boolean", default: false },
    spectators: { "x-label": "spectators may watch", type: "boolean", default: true },
  },
};

/** @param {unknown} refused @returns {Map<string, string>} what a problem says of options, by its pointers (RFC 6901) */
function optionsIn(refused) {
  const errors = (refused instanceof Problem && refused.document.errors) || [];
  return new Map(errors.flatMap(({ pointer = "", detail }) => {
    const name = /^\/options\/([^/]+)/.exec(pointer)?.[1];
    return name ? [[name, detail.replaceAll("`", "")]] : [];
  }));
}

/** @param {{game: string}} props */
export function NewTable({ game }) {
  const players = useSignal(0);
  const options = useSignal(/** @type {Record<string, any>} */ ({}));
  const settings = useSignal(/** @type {Record<string, any>} */ ({}));
  const isOpening = useSignal(false);
  const isPrivate = useSignal(false);
  const withHouse = useSignal(false);
  const refused = useSignal(/** @type {unknown} */ (null));
  useEffect(() => {
    void learn("about").catch(() => {});
    void loadGames();
  }, []);
  const isThere = games.value.some(({ id }) => id === game);
  if (!isThere && games.value.length) return html`<main><${Heading} title=${say("no-such-page")} /></main>`;
  const entry = isThere ? entryOf(game) : undefined;
  if (!entry) return html`<main><p role="status">${say("loading")}</p></main>`;
  const schema = /** @type {any} */ (entry.options)["$defs"].Options;
  const count = players.value || schema.properties.players?.default || entry.players[0];

  const faulty = optionsIn(refused.value);

  async function open() {
    if (isOpening.value) return;
    [refused.value, isOpening.value] = [null, true];
    const go = goingOn();
    const body = {
      game,
      options: fitting(schema, { ...options.value, players: count }),
      visibility: isPrivate.value ? "private" : "public",
      auto_start: true,
      settings: settings.value,
      seats: ["me", ...Array(count - 1).fill(withHouse.value ? "random" : null)],
    };
    try {
      go(`/tables/${(await ask("POST", "/tables", body)).id}`);
    } catch (error) {
      refused.value = error;
    }
    isOpening.value = false;
  }
  return html`<main class="new-table">
    <${Heading} title=${titleOf(game)} />
    <p>${fill(entry.about)} <${RulesButton} game=${game} /></p>
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        void open();
      }}
    >
      <label
        >${say("number-of-players")}
        <select value=${String(count)} onChange=${(/** @type {any} */ event) => (players.value = Number(event.target.value))}>
          ${entry.players.map((each) => html`<option key=${each} value=${String(each)}>${each}</option>`)}
        </select>
      </label>
      <label class="check"><input type="radio" name="with" checked=${!withHouse.value} onChange=${() => (withHouse.value = false)} /> ${say("with-friends")}</label>
      <label class="check"><input type="radio" name="with" checked=${withHouse.value} onChange=${() => (withHouse.value = true)} /> ${say("with-house")}</label>
      <label class="check"><input type="checkbox" checked=${isPrivate.value} onChange=${(/** @type {any} */ event) => (isPrivate.value = event.target.checked)} /> ${say("private")}</label>
      <${SchemaForm} schema=${SETTINGS} values=${settings.value} set=${(/** @type {any} */ values) => (settings.value = values)} game="" />
      <details open=${faulty.size > 0} onInvalidCapture=${(/** @type {any} */ event) => (event.currentTarget.open = true)}>
        <summary>${say("options")}</summary>
        <${SchemaForm} schema=${schema} values=${options.value} set=${(/** @type {any} */ values) => (options.value = values)} game=${game} players=${count} without=${["players"]} faulty=${faulty} />
      </details>
      <${Refusal} problem=${refused.value} />
      <button class="main">${say("open-table")}</button>
    </form>
  </main>`;
}
