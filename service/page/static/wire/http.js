/** Requests of the contract: each command is done once, however often its answer gets lost. */

import { signal } from "../vendor.js";

/** Whether the service could be reached when it was last asked. */
export const reachable = signal(true);

/** Why a stream is not to be had now, as the service says; null: nothing is known against it. */
export const putOff = signal(/** @type {Problem | null} */ (null));

/** How many milliseconds the service's clock is ahead of this one. */
export const ahead = signal(0);

const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 8_000;

/** Milliseconds after which a request without an answer is cancelled, and sent again. */
const SILENCE_MS = 20_000;

/** What clocks may differ by, beside the second to which answers tell the time. */
const EXACT_MS = 1_000;

/** The longest pause, after too many requests, that the page makes without telling the visitor. */
const UNTOLD_MS = 4_000;

/** What is answered where the service is not there: by what stands before it, or by itself as it cannot reach its data. */
export const AWAY = [502, 503, 504];

/** What a request was refused with: a problem document (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {import("./types.js").ProblemDetails} document @param {number} wait for how many milliseconds to ask no more */
  constructor(status, document, wait) {
    super(document.detail || document.title);
    this.status = status;
    this.code = document.code;
    this.document = document;
    this.wait = wait;
  }
}

/** @param {Response} answer @returns {Promise<Problem>} what it refuses: something between may have answered in place of the service */
export async function problemOf(answer) {
  const wait = 1_000 * (Number(answer.headers.get("retry-after")) || 0); // a proxy may write a date there
  return new Problem(answer.status, await answer.json().catch(() => ({ title: answer.statusText })), wait);
}

/** @param {unknown} error @returns {boolean} whether the same may go well later */
export const mayPass = (error) => !(error instanceof Problem) || error.status === 429 || error.status >= 500;

/** @param {unknown} error @param {number} least @returns {number} for how many milliseconds to wait before the same is asked again */
export const waitAfter = (error, least) => Math.max(least, error instanceof Problem ? error.wait : 0);

/** Nobody has answered within the page's patience. */
export class Unreachable extends Error {}

/** @returns {string} what a command is known by, so that it is done once */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} ms @param {AbortSignal} [stopped] @returns {Promise<void>} */
export function pause(ms, stopped) {
  return new Promise((resolve) => {
    const end = () => (clearTimeout(timer), stopped?.removeEventListener("abort", end), resolve());
    const timer = setTimeout(end, stopped?.aborted ? 0 : ms);
    stopped?.addEventListener("abort", end);
  });
}

/** @param {number} attempt how often it was tried @returns {number} ms to wait: growing, with chance in it */
export function backOff(attempt) {
  return Math.min(LONGEST_PAUSE_MS, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** @param {Response} answer @param {number} sent when it was asked for: the service wrote the time between then and now */
function noteClock(answer, sent) {
  const date = Date.parse(answer.headers.get("date") ?? "");
  const [least, most] = [date - Date.now() - EXACT_MS, date + 1_000 - sent + EXACT_MS];
  if (ahead.value < least || ahead.value > most) ahead.value = (least + most) / 2;
}

/**
 * Ask the service. What gets no answer, 429 or 503 is sent again with the same key.
 * @param {string} method
 * @param {string} path below `/v1`
 * @param {{body?: unknown, token?: string | null, patience?: number, signal?: AbortSignal, as?: "json" | "arrayBuffer" | undefined}} [how]
 * @returns {Promise<any>} the document of the answer, or its bytes; null if it has none
 * @throws {Problem | Unreachable}
 */
export async function ask(method, path, how = {}) {
  /** @type {Record<string, string>} */
  const headers = how.token ? { Authorization: `Bearer ${how.token}` } : {};
  if (how.body !== undefined) headers["Content-Type"] = "application/json";
  if (method === "POST") headers["Idempotency-Key"] = newKey();
  const body = how.body === undefined ? null : JSON.stringify(how.body);
  const until = Date.now() + (how.patience ?? PATIENCE_MS);
  for (let attempt = 0; ; attempt++) {
    let wait = backOff(attempt);
    const cut = new AbortController();
    const stop = () => cut.abort();
    const timer = setTimeout(stop, SILENCE_MS);
    const sent = Date.now();
    how.signal?.addEventListener("abort", stop);
    try {
      how.signal?.throwIfAborted();
      const answer = await fetch(`/v1${path}`, { method, headers, body, signal: cut.signal, cache: "no-cache" });
      reachable.value = !AWAY.includes(answer.status);
      noteClock(answer, sent);
      if (answer.ok) return answer.status === 204 ? null : await answer[how.as ?? "json"]();
      const problem = await problemOf(answer);
      if (![429, ...AWAY].includes(answer.status)) throw problem;
      wait = Math.max(wait, problem.wait);
      if (Date.now() + wait > until || (answer.status === 429 && wait > UNTOLD_MS)) throw problem;
    } catch (error) {
      if (error instanceof Problem || how.signal?.aborted) throw error;
      reachable.value = false;
      if (Date.now() + wait > until) throw new Unreachable();
    } finally {
      clearTimeout(timer);
      how.signal?.removeEventListener("abort", stop);
    }
    await pause(wait, how.signal);
  }
}
