// Makes one move with the client that @hey-api/openapi-ts generates of the contract.

import { createClient } from "./hey-api/client/index.js";
import { createPlayer, getView, makeMove, openTable, takeSeat } from "./hey-api/index.js";

const baseUrl = process.argv[2] ?? "";
const throwOnError = true;
const anybody = createClient({ baseUrl });
const { data: player } = await createPlayer({ client: anybody, throwOnError, body: { name: "Ada" } });
const client = createClient({ baseUrl, auth: player.token });
const options = { players: 2, dealer: 1 };
const { data: table } = await openTable({ client, throwOnError, body: { game: "honors_4", options, auto_start: true } });
const path = { table: table.id };
await takeSeat({ client, throwOnError, path, body: {} });
await takeSeat({ client, throwOnError, path, body: { house: "random" } });
const { data: view } = await getView({ client, throwOnError, path });
const move = view.decision?.moves[0];
if (view.state?.game !== "honors_4" || move?.type !== "draw_stock") throw new Error("There is another move to make.");
const { data: made } = await makeMove({ client, throwOnError, path, body: { move } });
console.log(view.state.phase, move.type, made.version > view.table.version);
