/** What has happened, a sentence each; and the same aloud, once. */

import { html, useEffect, useMemo, useRef } from "../vendor.js";
import { said } from "../words/messages.js";
import { sentence, say, words } from "../words/words.js";

/** A reader who is at most this far from the end of the list is taken to read its end. */
const NEAR_PX = 40;

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
  // A reader of earlier events stays there.
  const isAtEnd = useRef(true);
  const followedTo = useRef(0);
  useEffect(() => {
    const list = end.current;
    if (!list || current !== undefined || !isAtEnd.current) return;
    list.scrollTop = list.scrollHeight;
    followedTo.current = list.scrollTop;
  }, [entries.length, texts]);
  useEffect(() => {
    const list = end.current;
    if (!list || current === undefined) return;
    const top = list.querySelector("[aria-current]")?.getBoundingClientRect().top;
    list.scrollTop = top === undefined ? 0 : list.scrollTop + top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }, [current, entries.length, texts]);
  const scrolled = (/** @type {any} */ { target }) => {
    const isNear = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR_PX;
    // It is told late: what was added since moves the end away, but nobody has scrolled back.
    isAtEnd.current = isNear || (isAtEnd.current && target.scrollTop >= followedTo.current);
  };
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

/** @param {{entries: import("../wire/types.js").Entry[], names: import("../words/messages.js").Names}} props the newest events, for those who hear the page: each is told as it is added */
export function Aloud({ entries, names }) {
  return html`<div class="unseen" role="log" aria-live="polite">
    ${entries.slice(-TOLD).map(({ version, message }) => html`<p key=${version}>${sentence(said(message, names))}</p>`)}
  </div>`;
}
