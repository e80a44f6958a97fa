/** How the page looks and sounds, and which keys it has. */

import { html } from "../vendor.js";
import { prefer, preferences } from "../state/session.js";
import { Heading } from "./heading.js";
import { style } from "./style.js";
import { LANGUAGES, language, learn, say } from "../words/words.js";
import { KeyList } from "./keys.js";

await Promise.all([learn("pages"), style("pages.css")]);

/** @param {{title: string, value: string, options: [string, string][], set: (value: string) => void}} props */
function Choose({ title, value, options, set }) {
  return html`<label
    >${title}
    <select value=${value} onChange=${(/** @type {any} */ event) => set(event.target.value)}>
      ${options.map(([each, name]) => html`<option key=${each} value=${each}>${name}</option>`)}
    </select>
  </label>`;
}

export function Settings() {
  const { theme, colours } = preferences.value;
  return html`<main class="settings">
    <${Heading} title=${say("settings")} />
    <${Choose} title=${say("language")} value=${language.value} options=${Object.entries(LANGUAGES)} set=${(/** @type {string} */ value) => prefer({ language: value })} />
    <${Choose} title=${say("theme")} value=${theme} set=${(/** @type {string} */ value) => prefer({ theme: value })}
      options=${["auto", "light", "dark"].map((each) => [each, say(`theme-${each}`)])} />
    <${Choose} title=${say("suit-colours")} value=${colours} set=${(/** @type {string} */ value) => prefer({ colours: value })}
      options=${["two", "four"].map((each) => [each, say(`colours-${each}`)])} />
    <label class="check"
      ><input type="checkbox" checked=${preferences.value.sound} onChange=${(/** @type {any} */ event) => prefer({ sound: event.target.checked })} /> ${say("sound")}</label
    >
    <h2>${say("keys")}</h2>
    <${KeyList} />
  </main>`;
}
