// A client of Parlour: players, seeks, tables, moves, and streams that go on where they broke off. It knows no rules.

export { Client, type Company, type Settings, type StreamOptions, type Waiting } from "./client.js";
export {
  BadRequest,
  Conflict,
  DecisionOver,
  HistoryLost,
  NotAllowed,
  NotFound,
  ParlourError,
  Problem,
  RateLimited,
  Unavailable,
  Unreachable,
} from "./errors.js";
export { Seek, type Following } from "./seek.js";
export { Table, type Channel, type Wish } from "./table.js";
export type * from "./shapes.js";
export { changed } from "./views.js";
