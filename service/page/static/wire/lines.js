/** Streams of the contract: lines of JSON, resumed behind the last one that came. */

import { Problem, backOff, pause, reachable } from "./http.js";

/** A stream that is silent for longer than this is broken: the service sends a line every 15 seconds. */
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
  const answer = await fetch(`/v1${path}`, { headers, signal: cut.signal, cache: "no-store" });
  if (!answer.ok || !answer.body) throw new Problem(answer.status, await answer.json());
  reachable.value = true;
  yield* documents(answer.body, cut);
}

/**
 * Follow a stream for as long as nobody stops it, over broken connections and restarts.
 * @param {string} path below `/v1`, with its query
 * @param {string | null} token
 * @param {(line: any) => boolean | void} take is given each line; true: the stream has ended
 * @param {AbortSignal} stopped
 * @returns {Promise<void>} it ends with the stream. Rejects with `Problem` if the service refuses it.
 */
export async function follow(path, token, take, stopped) {
  let after = null;
  for (let attempt = 0; !stopped.aborted; attempt++) {
    try {
      for await (const line of lines(path, { token, after, stopped })) {
        attempt = 0;
        if (line.cursor) after = line.cursor;
        if (take(line)) return;
      }
    } catch (error) {
      if (stopped.aborted) return;
      if (error instanceof Problem && error.code === "history_lost") after = null;
      else if (error instanceof Problem && ![429, 502, 503, 504].includes(error.status)) throw error;
      else reachable.value = false;
    }
    await pause(backOff(attempt), stopped);
  }
}
