// How long to wait before something is tried again, and for how long at all.

import type { NotNow } from "./errors.js";

const FAILED = 500;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 20_000;
const TRIES_OF_FAILURE = 3;

/** Counts how often something was tried in vain since it last went well. */
export class Patience {
  private tries = 0;
  private failures = 0;
  private end: number;

  constructor(private readonly milliseconds: number) {
    this.end = Date.now() + milliseconds;
  }

  /** Begins anew: it went well. */
  renew(): void {
    this.tries = this.failures = 0;
    this.end = Date.now() + this.milliseconds;
  }

  /**
   * Waits until the next try, longer each time, and for as long as the answer says; throws the failure when patience is
   * over. The pause has chance in it, so that clients which lost the service together do not come back together. `signal`
   * ends it.
   */
  async pause({ failure, answer }: NotNow, signal?: AbortSignal): Promise<void> {
    this.tries += 1;
    if (answer?.status === FAILED) this.failures += 1;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.tries);
    const pause = Math.random() * longest + 1_000 * (Number(answer?.headers.get("Retry-After")) || 0);
    if (this.failures >= TRIES_OF_FAILURE || Date.now() + pause > this.end) throw failure;
    await slept(pause, signal);
  }
}

/** Waits for some milliseconds, or until the signal is aborted. */
function slept(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
