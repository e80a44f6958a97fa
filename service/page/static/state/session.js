/** Who plays in this browser, and how they like the page: kept here, and nowhere else. */

import { effect, signal } from "../vendor.js";
import { Problem, ask as request } from "../wire/http.js";

/**
 * @template T
 * @param {string} name @param {T} otherwise
 * @returns {import("../vendor.js").Signal<T>} a value that this browser keeps, shared by its tabs
 */
function kept(name, otherwise) {
  const key = `parlour.${name}`;
  /** @returns {T} */
  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
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
      // A browser that keeps nothing forgets it with the tab.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === key) value.value = stored();
  });
  return value;
}

/** The account of this browser; null: whoever looks has none yet. */
export const account = kept("account", /** @type {{id: string, name: string, token: string} | null} */ (null));

export const preferences = kept("preferences", {
  language: "",
  theme: "auto",
  colours: "two",
  sound: false,
  shortcuts: true,
});

/** @param {Partial<typeof preferences.value>} change */
export function prefer(change) {
  preferences.value = { ...preferences.value, ...change };
}

/**
 * Ask as the player of this browser.
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const token = account.value?.token ?? null;
  try {
    return await request(method, path, { body, token });
  } catch (error) {
    const worthless = error instanceof Problem && ["token_revoked", "token_expired"].includes(error.code);
    if (worthless && account.value?.token === token) account.value = null;
    throw error;
  }
}

/** @param {string} name @returns {Promise<void>} */
export async function signUp(name) {
  const made = await request("POST", "/players", { body: { name } });
  account.value = { id: made.id, name: made.name, token: made.token };
}

/** @param {string} token @returns {Promise<void>} */
export async function signIn(token) {
  const me = await request("GET", "/me", { token });
  account.value = { id: me.id, name: me.name, token };
}
