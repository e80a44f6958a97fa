/** The proof of a record, in this browser: the same checks as on the command line, but for the rules of the game. */

import { verify } from "../verify.js";
import { ask } from "./session.js";

/** Why this browser can check nothing: it has the means only where nobody can change a page on its way. */
export const isInsecure = !globalThis.crypto?.subtle;

/**
 * @typedef {{isTrue: boolean, code: string | null, why: string | null, key: string, events: number}} Proof
 */

/** @param {string} table @returns {Promise<Uint8Array>} the bytes of its record */
export async function recordOf(table) {
  return new Uint8Array(await ask("GET", `/tables/${table}/record`, undefined, "arrayBuffer"));
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
