/** The proof of a record, in this browser: the same checks as on the command line, but for the rules of the game. */

import { verify } from "../verify.js";
import { problemOf } from "../wire/http.js";
import { account, ask } from "./session.js";

/** Why this browser can check nothing: it has the means only where nobody can change a page on its way. */
export const isInsecure = !globalThis.crypto?.subtle;

/**
 * @typedef {{isTrue: boolean, code: string | null, why: string | null, key: string, events: number}} Proof
 */

/** @param {string} table @returns {Promise<Uint8Array>} the bytes of its record */
export async function recordOf(table) {
  /** @type {Record<string, string>} */
  const headers = account.value ? { Authorization: `Bearer ${account.value.token}` } : {};
  const answer = await fetch(`/v1/tables/${table}/record`, { headers });
  if (!answer.ok) throw await problemOf(answer);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @returns {Promise<string>} the public key of this service */
export async function keyOfService() {
  return (await ask("GET", "/keys")).keys[0].public_key;
}

/** @param {Uint8Array} bytes of a record @param {string} key @returns {Promise<Proof>} */
export async function proved(bytes, key) {
  const { code, why } = await verify([bytes], key);
  return { isTrue: code === null, code, why, key, events: countOf(bytes) };
}

/** @param {Uint8Array} bytes @returns {number} of events; 0 if this is no record */
function countOf(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)).events?.length ?? 0;
  } catch {
    return 0;
  }
}
