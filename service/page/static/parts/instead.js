/** What stands in place of a part of the page that is not there: why, or that it is on its way. */

import { html } from "../vendor.js";
import { say } from "../words/words.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";

/** @param {{problem: any}} props */
export function Instead({ problem }) {
  if (!problem) return html`<p role="status">${say("loading")}</p>`;
  const title = problem.status === 403 ? "not-open" : [400, 404].includes(problem.status) && "no-such-page";
  return html`${title && html`<${Heading} title=${say(title)} />`}<${Refusal} problem=${problem} />`;
}
