/** What one's own page shows to others. */

import { html, useEffect, useRef, useSignal } from "../vendor.js";
import { ask } from "../state/session.js";
import { say } from "../words/words.js";
import { Refusal } from "./refusal.js";

/** @typedef {"since" | "statistics" | "tables"} Part */
const PARTS = /** @type {Part[]} */ (["since", "statistics", "tables"]);

/** @param {{changed: () => unknown}} props */
export function Shown({ changed }) {
  const shows = useSignal(/** @type {Part[] | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const saved = useRef(/** @type {Part[] | null} */ (null));
  const last = useRef(Promise.resolve());
  useEffect(() => void ask("GET", "/me").then((me) => (shows.value = saved.current = me.shows), (error) => (refused.value = error)), []);
  const save = async (/** @type {Part[]} */ wanted) => {
    refused.value = null;
    try {
      saved.current = (await ask("PATCH", "/me", { shows: wanted })).shows;
    } catch (error) {
      [shows.value, refused.value] = [saved.current, error];
    }
    changed();
  };
  const set = (/** @type {Part} */ part, /** @type {boolean} */ on) => {
    const others = (shows.value ?? []).filter((each) => each !== part);
    const wanted = on ? [...others, part] : others;
    shows.value = wanted;
    // Each change says all that is to be shown: none may overtake another.
    last.current = last.current.then(() => save(wanted));
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
