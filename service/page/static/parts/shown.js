/** What one's own page shows to others. */

import { html, useEffect, useSignal } from "../vendor.js";
import { ask } from "../state/session.js";
import { say } from "../words/words.js";
import { Refusal } from "./refusal.js";

/** @typedef {"since" | "statistics" | "tables"} Part */
const PARTS = /** @type {Part[]} */ (["since", "statistics", "tables"]);

/** @param {{changed: () => unknown}} props */
export function Shown({ changed }) {
  const shows = useSignal(/** @type {Part[] | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const attempt = async (/** @type {Promise<any>} */ asked) => {
    refused.value = null;
    await asked.then((me) => (shows.value = me.shows), (error) => (refused.value = error));
  };
  useEffect(() => void attempt(ask("GET", "/me")), []);
  const set = async (/** @type {Part} */ part, /** @type {boolean} */ on) => {
    const others = (shows.value ?? []).filter((each) => each !== part);
    await attempt(ask("PATCH", "/me", { shows: on ? [...others, part] : others }));
    changed();
  };
  return html`<section>
    <h2>${say("my-page-shows")}</h2>
    <${Refusal} problem=${refused.value} />
    ${shows.value &&
    PARTS.map(
      (part) => html`<label class="check" key=${part}
        ><input type="checkbox" checked=${shows.value?.includes(part)} onChange=${(/** @type {any} */ event) => set(part, event.target.checked)} /> ${say(`shows-${part}`)}</label
      >`,
    )}
  </section>`;
}
