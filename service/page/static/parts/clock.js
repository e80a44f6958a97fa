/** How long somebody still has. */

import { html, signal } from "../vendor.js";
import { ahead } from "../wire/http.js";
import { say } from "../words/words.js";

const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 1_000);

const DAY_S = 86_400;

/** @param {number} seconds @returns {string} such as `4:05` */
function shown(seconds) {
  if (seconds >= 2 * DAY_S) return say("days-left", { days: Math.floor(seconds / DAY_S) });
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** @param {{deadline: number | null | undefined}} props milliseconds since 1970 */
export function Clock({ deadline }) {
  if (!deadline) return null;
  const seconds = Math.max(0, Math.ceil((deadline - now.value - ahead.value) / 1_000));
  return html`<time class=${`clock ${seconds <= 10 ? "late" : ""}`} role="timer">${shown(seconds)}</time>`;
}
