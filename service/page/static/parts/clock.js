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

/** @param {{deadline?: number | null | undefined, reserve?: number}} props milliseconds since 1970, and how many of those until then are of the reserve */
export function Clock({ deadline, reserve = 0 }) {
  if (!deadline && !reserve) return null;
  const left = deadline ? Math.max(0, Math.ceil((deadline - now.value - ahead.value) / 1_000)) : Infinity;
  const kept = Math.min(left, Math.ceil(reserve / 1_000));
  const late = left <= 10 ? "late" : "";
  return html`${deadline && (left > kept || !kept) && html`<time class=${`clock ${late}`} role="timer">${shown(left - kept)}</time>`}
  ${kept > 0 && html` <span class=${`clock reserve ${left === kept ? "late" : ""}`}>${say("in-reserve", { time: shown(kept) })}</span>`}`;
}
