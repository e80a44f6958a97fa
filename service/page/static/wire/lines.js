/** Streams of the contract: lines of JSON, resumed behind the last one that came. */

import { AWAY, Problem, backOff, mayPass, pause, problemOf, putOff, reachable } from "./http.js";

/** Milliseconds after which a hidden tab closes its connection: a browser has six for all tabs of a service. */
const HIDDEN_MS = 10_000;
/** Milliseconds between two moments when a hidden tab looks for news, and how long it then looks. */
const AGAIN_MS = 15_000;
const LOOK_MS = 2_000;

/** A stream that is silent for longer than this is broken: the service sends a line every 10 seconds. */
const SILENCE_MS = 25_000;

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {AbortController} cut stops the reading
 * @returns {AsyncGenerator<any>} the documents of its lines
 */
async function* documents(body, cut) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  let timer = setTimeout(() => cut.abort(), SILENCE_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => cut.abort(), SILENCE_MS);
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) yield JSON.parse(line);
    }
  } finally {
    clearTimeout(timer);
    cut.abort();
  }
}

/**
 * Read a stream once, from its beginning to its end.
 * @param {string} path below `/v1`, with its query
 * @param {{token?: string | null, after?: string | null, stopped?: AbortSignal}} how
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, how) {
  const cut = new AbortController();
  how.stopped?.addEventListener("abort", () => cut.abort(), { once: true });
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/x-ndjson" };
  if (how.token) headers.Authorization = `Bearer ${how.token}`;
  if (how.after) headers["Last-Event-ID"] = how.after;
  const timer = setTimeout(() => cut.abort(), SILENCE_MS);
  const answer = await fetch(`/v1${path}`, { headers, signal: cut.signal, cache: "no-store" }).finally(() => clearTimeout(timer));
  if (!answer.ok || !answer.body) throw await problemOf(answer);
  [reachable.value, putOff.value] = [true, null];
  yield* documents(answer.body, cut);
}

/**
 * @param {AbortSignal} stopped
 * @param {number} ms Infinity: never
 * @returns {AbortSignal & {seen: () => void}} aborted with `stopped`, or when the tab has been hidden for `ms`; `seen` ends it
 */
function untilHidden(stopped, ms) {
  const cut = new AbortController();
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden && ms < Infinity) timer = setTimeout(() => cut.abort(), ms);
  };
  const stop = () => cut.abort();
  document.addEventListener("visibilitychange", look);
  stopped.addEventListener("abort", stop);
  look();
  const seen = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
    stopped.removeEventListener("abort", stop);
  };
  return Object.assign(cut.signal, { seen });
}

/** @param {AbortSignal} stopped @returns {Promise<void>} it ends when the tab is shown, or looks what is new */
async function rest(stopped) {
  const shown = new AbortController();
  const look = () => document.hidden || shown.abort();
  const stop = () => shown.abort();
  document.addEventListener("visibilitychange", look);
  stopped.addEventListener("abort", stop);
  look();
  if (!shown.signal.aborted) await pause(AGAIN_MS, shown.signal);
  document.removeEventListener("visibilitychange", look);
  stopped.removeEventListener("abort", stop);
}

/**
 * Follow a stream for as long as nobody stops it, over broken connections and restarts.
 * @param {string} path below `/v1`, with its query
 * @param {string | null} token
 * @param {(line: any, since: number) => boolean | "anew" | void} take is given each line, and when its stream was asked for,
 *   by `performance.now()`; true: the stream has ended; `anew`: what is known is worthless. What it throws is so, too.
 * @param {AbortSignal} stopped
 * @param {number} hiddenMs after which a hidden tab closes its connection; Infinity: never
 * @returns {Promise<void>} it ends with the stream. Rejects with `Problem` if the service refuses it.
 */
export async function follow(path, token, take, stopped, hiddenMs = HIDDEN_MS) {
  let after = null;
  let ms = hiddenMs;
  stopped.addEventListener("abort", () => (putOff.value = null), { once: true });
  for (let attempt = 0; !stopped.aborted; attempt++) {
    const cut = untilHidden(stopped, ms);
    const since = performance.now();
    let wait = 0;
    try {
      for await (const line of lines(path, { token, after, stopped: cut })) {
        attempt = 0;
        let taken;
        try {
          taken = take(line, since);
        } catch (error) {
          console.warn(error);
          taken = "anew";
        }
        if (taken === true) return;
        after = taken === "anew" ? null : line.cursor ?? after;
        if (taken === "anew") break;
      }
    } catch (error) {
      if (stopped.aborted) return;
      const problem = error instanceof Problem ? error : null;
      wait = problem?.wait ?? 0;
      if (problem?.code === "history_lost") after = null;
      else if (!mayPass(error)) throw error;
      else if (problem && !AWAY.includes(problem.status)) [reachable.value, putOff.value] = [true, problem];
      else if (!cut.aborted) reachable.value = false;
    } finally {
      cut.seen();
    }
    if (cut.aborted && !stopped.aborted) {
      await rest(stopped);
      ms = LOOK_MS;
    } else await pause(Math.max(wait, backOff(attempt)), stopped);
    if (!document.hidden) ms = hiddenMs;
  }
}
