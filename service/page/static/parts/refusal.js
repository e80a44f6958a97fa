/** Why something was not done. */

import { html } from "../vendor.js";
import { Problem } from "../wire/http.js";
import { said } from "../words/messages.js";
import { fill, say, words } from "../words/words.js";

/** @param {Problem} problem @param {import("../words/messages.js").Names} [names] @returns {string} */
export function told(problem, names) {
  const message = /** @type {any} */ (problem.document).message;
  if (message && names) return said(message, names);
  if (words.value?.ids.has(problem.document.title)) return fill(problem.document.title);
  return problem.message;
}

/** @param {{problem: unknown, names?: import("../words/messages.js").Names}} props */
export function Refusal({ problem, names }) {
  if (!problem) return null;
  const text = problem instanceof Problem ? told(problem, names) : say("unreachable");
  return html`<p class="refusal" role="alert">${text}</p>`;
}
