/** How a tournament goes, for who has never taken part in one: how to enter and to leave, what a round is, who leads. */

import { html } from "../vendor.js";
import { say } from "../words/words.js";

/** @param {{open?: boolean}} props */
export function HowItGoes({ open = false }) {
  return html`<details open=${open}>
    <summary>${say("tournament-how")}</summary>
    ${[say("how-enter"), say("how-rounds"), say("how-standings")].map((each) => html`<p key=${each}>${each}</p>`)}
    <p>${say("how-made")} <a href="/docs/tournaments" hreflang="en" data-away>${say("how-made-guide")}</a></p>
  </details>`;
}
