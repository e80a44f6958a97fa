/** Whose turn it is, told in the title and the favicon for as long as a part of the page is shown. */

import { effect, useLayoutEffect } from "../vendor.js";
import { announce } from "../state/notice.js";

/** @param {() => boolean | null} isTurn null: what is shown does not tell @param {any[]} [of] what it is the turn at */
export function useTurn(isTurn, of = []) {
  // Other effects may end only after those of the part that is shown next have begun.
  useLayoutEffect(() => {
    const stop = effect(() => announce(isTurn()));
    return () => (stop(), announce(null));
  }, of);
}
