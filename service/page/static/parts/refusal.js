/** Why something was not done. */

import { html } from "../vendor.js";
import { Problem } from "../wire/http.js";
import { said } from "../words/messages.js";
import { fill, learn, say, words } from "../words/words.js";

/** How seats and cards are called where no table is. @type {import("../words/messages.js").Names} */
const PLAIN = { seat: (seat) => say("seat", { seat: seat + 1 }), place: (seat) => say("seat", { seat: seat + 1 }), card: String };

/** @param {{document: any, status?: number}} problem or a judgement, which has no title @param {import("../words/messages.js").Names} [names] @returns {any} a text */
export function told(problem, names = PLAIN) {
  void learn("refusals").catch(() => {});
  const { message, wait_seconds: seconds, title = "", detail = title, errors = [] } = problem.document;
  // Whatever stands in a message for programs, as it is, reads better without its marks.
  if (message) return said(message, names).replaceAll("`", "");
  if (problem.status === 429) return say("too-fast", { seconds: seconds ?? 1 });
  const reason = errors.length ? errors.map((/** @type {any} */ each) => each.detail).join(" ") : detail;
  const inEnglish = html`<span lang="en">${reason.replaceAll("`", "")}</span>`;
  // That the rules do not allow it is all that this title says.
  const isGeneral = title.includes("`code`") || !words.value?.ids.has(title);
  if (isGeneral) return reason ? inEnglish : say("no-answer");
  return html`${fill(title).replaceAll("`", "")} ${reason !== title && inEnglish}`;
}

/** @param {{problem: unknown, names?: import("../words/messages.js").Names}} props */
export function Refusal({ problem, names }) {
  if (!problem) return null;
  const text = problem instanceof Problem ? told(problem, names) : say("no-answer");
  return html`<p class="refusal" role="alert">${text}</p>`;
}
