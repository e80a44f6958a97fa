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

let last = /** @type {Table | null} */ (null);

/** @param {string} wanted the id of a table @returns {Table} that table */
export function tableOf(wanted) {
  last = opened?.id === wanted ? opened : new Table(wanted, invitation.value);
  opened = null;
  return last;
}

/** Tell what was refused at a table where it is shown now: it may have been asked for anew, as for a new account. @param {Table} table */
export function tellAnew(table) {
  if (last !== table && last?.id === table.id) last.refused.value = table.refused.value;
}
