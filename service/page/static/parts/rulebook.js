/** The rulebook of a game, beside the table: its sections, of which what is in brief is open. */

import { html, useEffect, useRef } from "../vendor.js";
import { entryOf } from "../state/catalogue.js";
import { blocks, inline } from "../words/markdown.js";
import { learn, say } from "../words/words.js";
import { style } from "./style.js";

await Promise.all([learn("pages"), style("rulebook.css")]);

/** @param {string} text @returns {any} */
const written = (text) => inline(text).map(drawn);

/** @param {import("../words/markdown.js").Inline} part @returns {any} */
function drawn({ kind, text, parts, href }) {
  switch (kind) {
    case "code":
      return html`<code>${text}</code>`;
    case "strong":
      return html`<strong>${parts.map(drawn)}</strong>`;
    case "em":
      return html`<em>${parts.map(drawn)}</em>`;
    case "link":
      return html`<a href=${href} target="_blank">${parts.map(drawn)}</a>`;
    default:
      return text;
  }
}

/** @param {string} text @returns {string} without its marks, as names have none */
const bare = (text) => text.replace(/[`*]/g, "");

/** @param {string} title of the section @returns {(block: import("../words/markdown.js").Block) => any} draws a block of it */
const shownIn = (title) => ({ kind, lines, rows: [head = [], ...rows] }) => {
  switch (kind) {
    case "heading":
      return html`<h4>${written(lines[0] ?? "")}</h4>`;
    case "items":
      return html`<ul>${lines.map((line) => html`<li>${written(line)}</li>`)}</ul>`;
    case "numbered":
      return html`<ol>${lines.map((line) => html`<li>${written(line)}</li>`)}</ol>`;
    case "table":
      return html`<div class="wide" tabindex="0" role="group" aria-label=${bare([title, head.filter(Boolean).join(", ")].filter(Boolean).join(": "))}>
        <table>
          <thead><tr>${head.map((cell) => (cell ? html`<th scope="col">${written(cell)}</th>` : html`<td></td>`))}</tr></thead>
          <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${written(cell)}</td>`)}</tr>`)}</tbody>
        </table>
      </div>`;
    case "pre":
      return html`<pre tabindex="0" role="group" aria-label=${bare(title)}>${lines.join("\n")}</pre>`;
    default:
      return lines.map((line) => html`<p>${written(line)}</p>`);
  }
};

/** @param {string} text @returns {{title: string, body: import("../words/markdown.js").Block[]}[]} the sections; the first is what the whole has above them */
function sections(text) {
  /** @type {ReturnType<typeof sections>} */
  const found = [];
  for (const block of blocks(text)) {
    if (block.kind === "heading" && block.level < 3) found.push({ title: block.lines[0] ?? "", body: [] });
    else found.at(-1)?.body.push(block);
  }
  return found;
}

/** @param {{game: string, close: () => void, leave: () => void}} props leave: closes it for somebody who has gone on to what it covers */
export function Rulebook({ game, close, leave }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    heading.current?.focus();
    const look = (/** @type {any} */ { target }) => {
      const [book, part] = [here.current, target].map((each) => each?.getBoundingClientRect().left ?? 0);
      if (!here.current?.contains(target) && part >= book) leave(); // it is as high as the window
    };
    addEventListener("focusin", look);
    return () => removeEventListener("focusin", look);
  }, []);
  const entry = entryOf(game);
  const [begin, ...others] = sections(entry?.rulebook ?? "");
  const press = (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation(); // who reads makes no move
    if (event.key === "Escape") close();
  };
  return html`<section class="rulebook" aria-labelledby="rulebook" tabindex="-1" ref=${here} onKeyDown=${press}>
    <div class="top">
      <h2 id="rulebook" tabindex="-1" ref=${heading}>${say("rulebook")}</h2>
      <button type="button" onClick=${close}>${say("close")}</button>
      <a href=${entry?.rulebook_page} target="_blank">${say("as-page")}</a>
      <a href=${`/statistics/${game}`}>${say("how-games-went")}</a>
    </div>
    <div class="text" lang="en" tabindex="0" role="group" aria-labelledby="rulebook">
      ${!entry && html`<p role="status">${say("loading")}</p>`} ${begin && html`<p class="title">${written(begin.title)}</p>`} ${begin?.body.map(shownIn(""))}
      ${others.map(({ title, body }, at) => html`<details open=${at === 0} key=${at}><summary><h3>${written(title)}</h3></summary>${body.map(shownIn(title))}</details>`)}
    </div>
  </section>`;
}
