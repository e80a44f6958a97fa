/** What has happened, a sentence each; and the same aloud, once. */

import { html, useEffect, useMemo, useRef } from "../vendor.js";
import { said } from "../words/messages.js";
import { sentence, say, words } from "../words/words.js";
import { useEnd } from "./at-end.js";

/** Maximum number of events that are read out when they come at once: the newest. */
const TOLD = 8;

/**
 * @param {{
 *   entries: import("../wire/types.js").Entry[], names: import("../words/messages.js").Names,
 *   momentOf?: (version: number) => string, current?: number, seat?: number | null,
 * }} props what is newer than the last thing that `seat` did is marked
 */
export function Log({ entries, names, momentOf, current, seat = null }) {
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  // A long game has thousands: what was said stays said, while names and words are the same.
  const texts = useMemo(() => new WeakMap(), [names, words.value]);
  const scrolled = useEnd(end, [entries.length, texts], current === undefined);
  useEffect(() => {
    const list = end.current;
    if (!list || current === undefined) return;
    const top = list.querySelector("[aria-current]")?.getBoundingClientRect().top;
    list.scrollTop = top === undefined ? 0 : list.scrollTop + top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }, [current, entries.length, texts]);
  const seen = seat === null ? Infinity : (entries.findLast((each) => each.seat === seat)?.version ?? Infinity);
  return html`<section class="log" aria-label=${say("what-happened")}>
    <h2>${say("what-happened")}</h2>
    <ol ref=${end} tabindex="0" onScroll=${scrolled}>
      ${entries.map((entry) => {
        const { version, message } = entry;
        const text = texts.get(entry) ?? sentence(said(message, names));
        texts.set(entry, text);
        return html`<li key=${version} class=${version > seen ? "new" : ""} aria-current=${version === current ? "step" : undefined}>
          ${momentOf ? html`<a href=${momentOf(version)}>${text}</a>` : text}
        </li>`;
      })}
    </ol>
  </section>`;
}

/**
 * @param {{entries: import("../wire/types.js").Entry[], names: import("../words/messages.js").Names, prompt?: any}} props
 *   the newest events, for those who hear the page: each is told as it is added; then what they are asked for
 */
export function Aloud({ entries, names, prompt }) {
  return html`<div class="unseen" role="log" aria-live="polite">
      ${entries.slice(-TOLD).map(({ version, message }) => html`<p key=${version}>${sentence(said(message, names))}</p>`)}
    </div>
    <p class="unseen" role="status">${prompt && sentence(said(prompt, names))}</p>`;
}
