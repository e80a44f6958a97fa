/** The little of Markdown that rulebooks use, as a tree: who draws it makes no markup of what stands there. */

/**
 * @typedef {{kind: "text" | "code" | "strong" | "em" | "link", text: string, parts: Inline[], href: string}} Inline
 * @typedef {{kind: "heading" | "text" | "items" | "numbered" | "table" | "pre", level: number, lines: string[], rows: string[][]}} Block
 */

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(?=\S)([^*]+)\*|\[([^\][]+)\]\((\/docs\/[^)\s]*)\)/g;
const ITEM = /^(?:- |\d+\. )/;

/** @param {string} text a line or more @returns {Inline[]} */
export function inline(text) {
  /** @type {Inline[]} */
  const found = [];
  /** @param {Inline["kind"]} kind @param {string} words @param {Inline[]} [parts] @param {string} [href] */
  const add = (kind, words, parts = [], href = "") => words && found.push({ kind, text: words, parts, href });
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, em, link, href] = match;
    add("text", text.slice(at, match.index));
    if (code) add("code", code);
    if (strong) add("strong", strong, inline(strong));
    if (em) add("em", em, inline(em));
    if (link) add("link", link, inline(link), href);
    at = match.index + whole.length;
  }
  add("text", text.slice(at));
  return found;
}

/** @param {string} line of a table @returns {string[]} its cells */
function cells(line) {
  const inner = line.trim().replace(/^\||\|$/g, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** @param {Block | null} block @returns {block is Block} */
const isList = (block) => block?.kind === "items" || block?.kind === "numbered";

/** @param {string} text @returns {Block[]} in order; a list has an item in each of its `lines`, a table its head first */
export function blocks(text) {
  /** @type {Block[]} */
  const found = [];
  let last = /** @type {Block | null} */ (null);
  /** @param {Block["kind"]} kind @param {Partial<Block>} [more] @returns {Block} the block that goes on, or a new one */
  const open = (kind, more = {}) => {
    if (last?.kind !== kind) found.push((last = { kind, level: 0, lines: [], rows: [], ...more }));
    return last;
  };
  let isVerbatim = false;
  for (const line of text.split("\n")) {
    const heading = /^(#+) (.*)/.exec(line);
    if (line.startsWith("```")) {
      isVerbatim = !isVerbatim;
      last = null;
    } else if (isVerbatim) {
      open("pre").lines.push(line);
    } else if (!line.trim()) {
      last = null;
    } else if (heading) {
      last = null;
      open("heading", { level: heading[1]?.length ?? 1, lines: [heading[2] ?? ""] });
      last = null;
    } else if (line.startsWith("|")) {
      if (!/^[|\s:-]+$/.test(line)) open("table").rows.push(cells(line));
    } else if (ITEM.test(line)) {
      open(line.startsWith("-") ? "items" : "numbered").lines.push(line.replace(ITEM, ""));
    } else {
      const words = open(isList(last) ? last.kind : "text").lines;
      words.push(words.length ? `${words.pop()} ${line.trim()}` : line);
    }
  }
  return found;
}
