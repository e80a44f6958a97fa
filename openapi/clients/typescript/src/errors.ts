// What goes wrong: a problem that the service tells, by its `code`; or no answer for too long.

import type { ProblemDetails, SeatView } from "./shapes.js";

/** Anything that this library throws. */
export class ParlourError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** No answer has come for as long as the client is patient. */
export class Unreachable extends ParlourError {}

/** What the service answers where it does not do what it is asked. Decide by `code`; the guide lists all codes. */
export class Problem extends ParlourError {
  constructor(
    readonly status: number,
    readonly details: ProblemDetails,
  ) {
    super(`${status} ${details.code}: ${details.detail}`);
  }

  /** The kind of problem; it is stable. */
  get code(): string {
    return this.details.code;
  }
}

/** The request is malformed: correct the program. */
export class BadRequest extends Problem {}

/** There is no valid token, or the account may not do this. */
export class NotAllowed extends Problem {}

/** There is no such thing, or not for this player. */
export class NotFound extends Problem {}

/** The table does not allow it now: others were faster, or the rules say no. Nothing has happened. */
export class Conflict extends Problem {}

/** The move came too late: the decision that it was for is over. */
export class DecisionOver extends Conflict {
  /** The version that the table has now. */
  get version(): number {
    return this.details.version ?? 0;
  }

  /** The table as it is now. */
  get view(): SeatView | undefined {
    return this.details.view;
  }
}

/** What happened after `version` is lost, as by the restore of a backup: forget it, and go on after `cursor`. */
export class HistoryLost extends Problem {
  get version(): number {
    return this.details.version ?? 0;
  }

  get cursor(): string {
    return this.details.cursor ?? "";
  }
}

/** A budget is used up, for longer than the client is patient. */
export class RateLimited extends Problem {}

/** The service has failed, or is away for longer than the client is patient. */
export class Unavailable extends Problem {}

/** Thrown inside this library: the same request may go well later. `answer` has told the failure, if there was one. */
export class NotNow extends Error {
  constructor(
    readonly failure: ParlourError,
    readonly answer?: Response,
  ) {
    super(failure.message);
  }
}

/** The statuses of answers after which the same request may go well, with the same key. */
const NOT_NOW = [429, 500, 502, 503, 504];
const NOT_MODIFIED = 304;

/** Returns an answer that is no problem. Throws the problem that it is, as `NotNow` if that may pass. */
export async function good(answer: Response): Promise<Response> {
  if (answer.ok || answer.status === NOT_MODIFIED) return answer;
  const problem = await problemOf(answer);
  throw NOT_NOW.includes(answer.status) ? new NotNow(problem, answer) : problem;
}

/** Returns what was thrown if it may pass; throws it otherwise. What is no problem, is a connection that broke. */
export function passing(thrown: unknown, what: string): NotNow {
  if (thrown instanceof NotNow) return thrown;
  if (thrown instanceof Problem) throw thrown;
  return new NotNow(new Unreachable(`${what}: ${String(thrown)}`));
}

type Kind = new (status: number, details: ProblemDetails) => Problem;

const BY_CODE: Record<string, Kind> = { decision_over: DecisionOver, stale_version: DecisionOver };
const BY_STATUS: Record<number, Kind> = {
  401: NotAllowed,
  403: NotAllowed,
  404: NotFound,
  409: Conflict,
  410: HistoryLost,
  429: RateLimited,
};

/** Returns the problem that an answer tells; something between may have answered in place of the service. */
async function problemOf(answer: Response): Promise<Problem> {
  const { status, statusText } = answer;
  const told = (await answer.json().catch(() => null)) as Partial<ProblemDetails> | null;
  const isProblem = typeof told?.code === "string" && typeof told.detail === "string";
  const details = isProblem
    ? (told as ProblemDetails)
    : { type: "", title: statusText, status, detail: statusText, code: "", instance: "" };
  const general = status >= 500 ? Unavailable : BadRequest;
  return new (BY_CODE[details.code] ?? BY_STATUS[status] ?? general)(status, details);
}
