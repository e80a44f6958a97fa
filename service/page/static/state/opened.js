/** The table at whose address the page was opened: asked for, with its words, while the rest of the page is on its way. */

import { effect } from "../vendor.js";
import { entryOf } from "./catalogue.js";
import { invitation, place } from "./place.js";
import { Table } from "./table.js";

const [part, id, what] = place.value;

let opened = part === "tables" && id && !what ? new Table(id, invitation.value) : null;
opened?.start();
effect(() => {
  const game = opened?.view.value?.table.game;
  if (game) entryOf(game);
});

/** @param {string} wanted the id of a table @returns {Table} that table */
export function tableOf(wanted) {
  const table = opened?.id === wanted ? opened : new Table(wanted, invitation.value);
  opened = null;
  return table;
}
