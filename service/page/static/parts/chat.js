/** What is said at a table. Where the rules want silence, the service refuses, and the page says why. */

import { html, useEffect, useSignal } from "../vendor.js";
import { seatName } from "../state/names.js";
import { setApart } from "../words/messages.js";
import { code, say, words } from "../words/words.js";

/** @param {import("../wire/types.js").Said} said @param {import("../wire/types.js").Header} table @returns {string} */
function author({ author_name: name, seat }, table) {
  if (seat !== null && seat !== undefined) return seatName(table, seat);
  return name ? setApart(name) : say("somebody");
}

/** @param {import("../wire/types.js").Said} said @returns {string} */
function text(said) {
  if (said.removed || said.hidden) return say("was-removed");
  return said.phrase ? code("phrase", said.phrase) : said.text ?? "";
}

/** @param {{table: import("../state/table.js").Table}} props */
export function Chat({ table }) {
  const typed = useSignal("");
  const view = table.view.value;
  const kind = view?.table.settings.chat ?? "off";
  const channel = view?.seat === null ? "spectators" : "seats";
  useEffect(() => {
    if (kind !== "off") void table.readChat(channel);
  }, [kind, channel]);
  if (!view || kind === "off") return null;
  const send = async (/** @type {object} */ said) => {
    if (await table.do("POST", `/chat/${channel}`, said)) typed.value = "";
  };
  const phrases = Object.keys(words.value?.codes ?? {}).flatMap((key) => (key.startsWith("/phrase/") ? [key.slice("/phrase/".length)] : []));
  const shown = table.chat.value.filter((each) => each.channel === channel && !("removes" in each));
  return html`<section class="chat" aria-label=${say("chat")}>
    <h2>${say("chat")}</h2>
    <ol tabindex="0" role="log">
      ${shown.map((each) => html`<li key=${each.number}><b>${author(each, view.table)}</b> <bdi>${text(each)}</bdi></li>`)}
    </ol>
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        if (typed.value.trim()) void send({ text: typed.value.trim() });
      }}
    >
      ${kind === "text" &&
      html`<input type="text" maxlength="300" aria-label=${say("say-something")} placeholder=${say("say-something")} value=${typed.value}
          onInput=${(/** @type {any} */ event) => (typed.value = event.target.value)} /><button>${say("send")}</button>`}
      <select aria-label=${say("set-phrases")} value="" onChange=${(/** @type {any} */ event) => {
        if (event.target.value) void send({ phrase: event.target.value });
        event.target.value = "";
      }}>
        <option value="">${say("set-phrases")}</option>
        ${phrases.map((phrase) => html`<option key=${phrase} value=${phrase}>${code("phrase", phrase)}</option>`)}
      </select>
    </form>
  </section>`;
}
