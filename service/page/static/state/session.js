/** Who plays in this browser, and how they like the page: kept here, and nowhere else; but a cookie repeats their language (`words/words.js`). */

import { effect, signal } from "../vendor.js";
import { Problem, newKey, ask as request } from "../wire/http.js";
import { follow as read } from "../wire/lines.js";

/** Whether this browser keeps nothing: what is known here is gone with the tab. */
export const isForgetful = signal(false);

/**
 * @template T
 * @param {string} name @param {T} otherwise
 * @param {(value: any) => boolean} fits whether something is such a value: anybody may have written it
 * @returns {import("../vendor.js").Signal<T>} a value that this browser keeps, shared by its tabs
 */
function kept(name, otherwise, fits) {
  const key = `parlour.${name}`;
  /** @returns {T} */
  const stored = () => {
    try {
      const value = JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
      return fits(value) ? value : otherwise;
    } catch {
      return otherwise;
    }
  };
  const value = signal(stored());
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      if (text !== localStorage.getItem(key)) localStorage.setItem(key, text);
    } catch {
      isForgetful.value = true;
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === key) value.value = stored();
  });
  // A page to which somebody goes back may have been put away meanwhile, and has heard nothing of other tabs.
  addEventListener("pageshow", (event) => {
    if (event.persisted && !isForgetful.value) value.value = stored();
  });
  return value;
}

/** The account of this browser; null: there is none yet. */
export const account = kept(
  "account",
  /** @type {{id: string, name: string, token: string} | null} */ (null),
  (value) => value === null || ["id", "name", "token"].every((name) => typeof value[name] === "string"),
);

/** Whether the service has told that the token of this browser is no longer valid. */
export const isSignedOut = signal(false);

export const preferences = kept(
  "preferences",
  { language: "", theme: "auto", colours: "two", sound: false, shortcuts: true },
  (value) => typeof value === "object",
);

/** @param {Partial<typeof preferences.value>} change */
export function prefer(change) {
  preferences.value = { ...preferences.value, ...change };
}

/**
 * Ask as the player of this browser.
 * @param {string} method @param {string} path @param {unknown} [body] @param {"json" | "arrayBuffer"} [as] what to make of the answer
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, as) {
  const token = account.value?.token ?? null;
  try {
    return await request(method, path, { body, token, as });
  } catch (error) {
    forget(error, token);
    throw error;
  }
}

/**
 * Follow a stream as the player of this browser; see `follow` in `wire/lines.js`.
 * @param {string} path @param {(line: any, since: number) => boolean | "anew" | void} take @param {AbortSignal} stopped
 * @param {number} [hiddenMs]
 * @returns {Promise<void>}
 */
export async function follow(path, take, stopped, hiddenMs) {
  const token = account.value?.token ?? null;
  try {
    await read(path, token, take, stopped, hiddenMs);
  } catch (error) {
    forget(error, token);
    throw error;
  }
}

/** Forget a token of which the service says that it is no longer valid. @param {unknown} error @param {string | null} token */
function forget(error, token) {
  if (!token || !(error instanceof Problem) || error.status !== 401 || account.value?.token !== token) return;
  account.value = null;
  isSignedOut.value = true;
}

/** @param {string} name @returns {Promise<void>} */
export async function signUp(name) {
  const made = await request("POST", "/players", { body: { name } });
  isSignedOut.value = false;
  account.value = { id: made.id, name: made.name, token: made.token };
}

/** Recovery codes that were used here, each with the key by which its answer is given again. */
const recovered = /** @type {Map<string, string>} */ (new Map());

/** Come back with a recovery code: it can be tried again if no answer has come. @param {string} code @param {boolean} [alone] whether all other tokens are revoked @returns {Promise<void>} */
export async function recover(code, alone = false) {
  const retryKey = recovered.get(code) ?? newKey();
  recovered.set(code, retryKey);
  await signIn((await request("POST", "/recoveries", { body: { code, retry_key: retryKey, revoke_others: alone } })).token);
}

/** Signs that no token has, such as quotation marks around it: a browser sends most of them in no header. */
const NO_TOKEN = /[^!-~]/g;

/** @param {string} typed a token, as it was copied @returns {Promise<void>} */
export async function signIn(typed) {
  const token = typed.replace(NO_TOKEN, "");
  const me = await request("GET", "/me", { token });
  isSignedOut.value = false;
  account.value = { id: me.id, name: me.name, token };
}
