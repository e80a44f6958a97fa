/** What has happened, a sentence each; and the same aloud, once. */

import { html, useEffect, useRef } from "../vendor.js";
import { said } from "../words/messages.js";
import { sentence, say } from "../words/words.js";

/**
 * @param {{
 *   entries: import("../wire/types.js").Entry[], names: import("../words/messages.js").Names,
 *   momentOf?: (version: number) => string, current?: number, seat?: number | null,
 * }} props what is newer than the last thing that `seat` did is marked
 */
export function Log({ entries, names, momentOf, current, seat = null }) {
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const list = end.current;
    if (list && current === undefined) list.scrollTop = list.scrollHeight;
  }, [entries.length]);
  const seen = seat === null ? Infinity : (entries.findLast((each) => each.seat === seat)?.version ?? Infinity);
  return html`<section class="log" aria-label=${say("what-happened")}>
    <h2>${say("what-happened")}</h2>
    <ol ref=${end} tabindex="0">
      ${entries.map(({ version, message }) => {
        const text = sentence(said(message, names));
        return html`<li key=${version} class=${version > seen ? "new" : ""} aria-current=${version === current ? "step" : undefined}>
          ${momentOf ? html`<a href=${momentOf(version)}>${text}</a>` : text}
        </li>`;
      })}
    </ol>
  </section>`;
}

/** @param {{entries: import("../wire/types.js").Entry[], names: import("../words/messages.js").Names}} props the last event, for those who hear the page */
export function Aloud({ entries, names }) {
  const last = entries.at(-1);
  return html`<p class="unseen" role="log" aria-live="polite">${last && sentence(said(last.message, names))}</p>`;
}
