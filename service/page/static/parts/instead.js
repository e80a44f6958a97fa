/** What stands in place of a part of the page that is not there: why, or that it is on its way. */

import { html } from "../vendor.js";
import { say } from "../words/words.js";
import { Heading } from "./heading.js";
import { Refusal } from "./refusal.js";

/** @param {{problem: any}} props */
export function Instead({ problem }) {
  if (!problem) return html`<p role="status">${say("loading")}</p>`;
  return html`${problem.status === 404 && html`<${Heading} title=${say("no-such-page")} />`}<${Refusal} problem=${problem} />`;
}
