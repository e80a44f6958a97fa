// Makes one move with the types that openapi-typescript generates of the contract, and fetch.

import type { components } from "./openapi-typescript/contract.js";

type Schemas = components["schemas"];

const service = `${process.argv[2]}/v1`;
const headers: Record<string, string> = { "Content-Type": "application/json" };

async function ask<Body, Answer>(path: string, body?: Body): Promise<Answer> {
  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(service + path, request);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

const player = await ask<Schemas["CreatePlayer"], Schemas["NewPlayer"]>("/players", { name: "Ada" });
headers["Authorization"] = `Bearer ${player.token}`;
const options = { players: 2, dealer: 1 };
const wanted: Schemas["OpenTable"] = { game: "honors_4", options, auto_start: true };
const table = await ask<Schemas["OpenTable"], Schemas["Header"]>("/tables", wanted);
await ask<Schemas["TakeSeat"], Schemas["Seated"]>(`/tables/${table.id}/seats`, {});
await ask<Schemas["TakeSeat"], Schemas["Seated"]>(`/tables/${table.id}/seats`, { house: "random" });
const view = await ask<never, Schemas["SeatView"]>(`/tables/${table.id}/view`);
const move = view.decision?.moves[0];
if (view.state?.game !== "honors_4" || move?.type !== "draw_stock") throw new Error("There is another move to make.");
const made = await ask<Schemas["MoveRequest"], Schemas["MoveAnswer"]>(`/tables/${table.id}/moves`, { move });
console.log(view.state.phase, move.type, made.version > view.table.version);
