// The views of tables, kept up to date by the changes that come with the lines of a stream.

import type { Change, Line, SeatView } from "./shapes.js";

/** The views of the tables of a stream with `with=changes`. */
export class Views {
  private readonly views = new Map<string, SeatView>();

  /**
   * Returns a line with the view after it, which an event has in `view` then; no view changes afterwards. Before the first
   * view, which comes after the first event of a table, there is none.
   */
  seen(line: Line): Line {
    if (line.type === "view") this.views.set(line.table, line.view);
    // A table that comes back begins with a view.
    if (line.type === "end" && line.table !== null && line.why !== "stopping") this.views.delete(line.table);
    const before = line.type === "event" && this.views.get(line.table);
    if (line.type !== "event" || !before) return line;
    const view = changed(before, line.changes ?? []);
    this.views.set(line.table, view);
    return { ...line, view };
  }
}

type Node = Record<string, unknown> | unknown[];

/**
 * Returns what a document is after a JSON Patch (RFC 6902). The service sends `add`, `remove` and `replace` only. Parts
 * that do not change are shared with the document, which stays as it is.
 */
export function changed<T>(document: T, patch: Iterable<Change>): T {
  let found: unknown = document;
  for (const change of patch) {
    const steps = change.path.split("/").slice(1);
    found = replaced(found, steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")), change);
  }
  return found as T;
}

function replaced(part: unknown, steps: string[], change: Change): unknown {
  const [first, ...others] = steps;
  if (first === undefined) return change.value;
  if (Array.isArray(part)) return inList([...part], first === "-" ? part.length : Number(first), others, change);
  const { [first]: old, ...rest } = part as Record<string, unknown>;
  if (others.length === 0 && change.op === "remove") return rest;
  return { ...(part as Record<string, unknown>), [first]: replaced(old, others, change) };
}

function inList(list: unknown[], place: number, others: string[], change: Change): Node {
  if (others.length > 0) list[place] = replaced(list[place], others, change);
  else if (change.op === "remove") list.splice(place, 1);
  else list.splice(place, change.op === "add" ? 0 : 1, change.value);
  return list;
}
