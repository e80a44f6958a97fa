// Plays any game against house players: it knows no rules, and makes any move that it is offered.
//
// Usage: node play.js URL GAME [NAME=NUMBER …]        the options of the game, such as players=3

import { Client, Conflict, DecisionOver, type Table } from "parlour-client";

/** Opens a table, sits down, and seats house players on all other seats. */
async function sitDown(client: Client, game: string, options: object): Promise<Table> {
  const table = await client.openTable(game, options);
  const { table: header } = await table.sit();
  for (const _ of header.seats.slice(1)) await table.seatHouse();
  return table;
}

/** Tells what happens, and acts whenever there is something to decide. */
async function play(table: Table): Promise<void> {
  for await (const line of table.stream({ views: true })) {
    if (line.type === "event") console.log(line.entry.message.text);
    const decision = await table.decisionIn(line);
    // As often as not, where one need not act, others and the clock go first.
    if (!decision || (!decision.default && Math.random() < 1 / 2)) continue;
    const move = decision.moves[Math.floor(Math.random() * decision.moves.length)];
    try {
      if (move) await table.move(move, decision.id);
    } catch (refused) {
      // Somebody was faster, or the clock: a line to come shows what there is to decide now.
      if (!(refused instanceof Conflict)) throw refused;
      if (!(refused instanceof DecisionOver)) console.error(refused.code);
    }
  }
}

const [url = "", game = "", ...given] = process.argv.slice(2);
const options = Object.fromEntries(given.map((each) => [each.split("=")[0], Number(each.split("=")[1])]));
const me = new Client(url);
await me.signUp("Any move", { bot: true });
await play(await sitDown(me, game, options));
