/** What is said at a table. Where the rules want silence, the service refuses, and the page says why. */

import { html, useEffect, useRef, useSignal } from "../vendor.js";
import { namesAt, seatName } from "../state/names.js";
import { ask } from "../state/session.js";
import { setApart } from "../words/messages.js";
import { code, learn, say, words } from "../words/words.js";
import { useEnd } from "./at-end.js";
import { Refusal } from "./refusal.js";
import { SaidLine } from "./said.js";
import { submitted } from "./welcome.js";

await learn("pages");

/** @param {import("../wire/types.js").Said} said @param {import("../wire/types.js").Header} table @returns {string} */
function author({ author_name: name, seat }, table) {
  if (seat !== null && seat !== undefined) return seatName(table, seat);
  return name ? setApart(name) : say("somebody");
}

/** @param {{table: import("../state/table.js").Table}} props */
export function Chat({ table }) {
  const typed = useSignal("");
  const phrase = useSignal("");
  const refused = useSignal(/** @type {unknown} */ (null));
  const view = table.view.value;
  const kind = view?.table.settings.chat ?? "off";
  const { channel } = table;
  const shown = table.chat.value.filter((each) => each.channel === channel && !("removes" in each));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void table.readChats().catch(() => {}), [channel]);
  const scrolled = useEnd(list, [shown.length]);
  if (!view || kind === "off") return null;
  const attempt = (/** @type {string} */ command, /** @type {() => Promise<any>} */ act) => table.attempt(command, act, refused);
  const send = async (/** @type {{text?: string, phrase?: string}} */ said) => {
    list.current?.scrollTo(0, list.current.scrollHeight); // who says something goes on from there
    const entry = await attempt("say", () => ask("POST", `${table.path}/chat/${channel}`, said));
    if (!entry) return;
    table.takeSaid(channel, [entry]);
    if (typed.value.trim() === said.text) typed.value = "";
    if (phrase.value === said.phrase) phrase.value = "";
  };
  const phrases = Object.keys(words.value?.codes ?? {}).flatMap((key) => (key.startsWith("/phrase/") ? [key.slice("/phrase/".length)] : []));
  return html`<section class="chat" aria-label=${say("chat")}>
    <h2>${say("chat")}</h2>
    <ol tabindex="0" role="log" ref=${list} onScroll=${scrolled}>
      ${shown.map((each) => html`<${SaidLine} key=${`${channel} ${each.number}`} table=${table} said=${each} author=${author(each, view.table)} attempt=${attempt} />`)}
    </ol>
    <${Refusal} problem=${refused.value} names=${namesAt(view.table, undefined)} />
    ${kind === "text" &&
    html`<form onSubmit=${submitted(() => typed.value.trim() && send({ text: typed.value.trim() }))}>
      <input type="text" maxlength="300" aria-label=${say("say-something")} placeholder=${say("say-something")} value=${typed.value}
          onInput=${(/** @type {any} */ event) => (typed.value = event.target.value)} /><button>${say("send")}</button>
    </form>`}
    <form onSubmit=${submitted(() => phrase.value && send({ phrase: phrase.value }))}>
      <select aria-label=${say("set-phrases")} value=${phrase.value} onChange=${(/** @type {any} */ event) => (phrase.value = event.target.value)}>
        <option value="">${say("set-phrases")}</option>
        ${phrases.map((each) => html`<option key=${each} value=${each}>${code("phrase", each)}</option>`)}
      </select><button aria-label=${say("send-phrase")}>${say("send")}</button>
    </form>
  </section>`;
}
