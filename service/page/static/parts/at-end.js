/** Lists that grow at their end, which stays in sight unless their reader has scrolled back. */

import { useEffect, useRef } from "../vendor.js";

/** A reader who is at most this far from the end of the list is taken to read its end. */
const NEAR_PX = 40;

/**
 * @param {{current: HTMLElement | null}} list @param {any[]} grown what changes as the list grows
 * @param {boolean} [isFollowed] whether its end is to stay in sight @returns {(event: any) => void} to be told of scrolling
 */
export function useEnd(list, grown, isFollowed = true) {
  const isAtEnd = useRef(true);
  const followedTo = useRef(0);
  useEffect(() => {
    const here = list.current;
    if (!here || !isFollowed || !isAtEnd.current) return;
    here.scrollTop = here.scrollHeight;
    followedTo.current = here.scrollTop;
  }, grown);
  return ({ target }) => {
    const isNear = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR_PX;
    // It is told late: what was added since moves the end away, but nobody has scrolled back.
    isAtEnd.current = isNear || (isAtEnd.current && target.scrollTop >= followedTo.current);
  };
}
