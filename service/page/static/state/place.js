/** Where in the page somebody is: the address, as a signal. */

import { computed, signal } from "../vendor.js";

const path = signal(location.pathname);
const query = signal(location.search);
const fragment = signal(location.hash);

/** The steps of the path: `/tables/7/replay` has three. */
export const place = computed(() => path.value.split("/").filter(Boolean));

/** The token of an invitation that somebody was sent as a link. */
export const invitation = computed(() => new URLSearchParams(query.value).get("invitation"));

/** What stands behind `#`, such as `v=12&seat=2`. */
export const moment = computed(() => new URLSearchParams(fragment.value.slice(1)));

/** What had the focus when somebody went to another part of the page, until they have come there. */
let left = /** @type {Element | null} */ (null);

/** Let who has come to a part of the page go on from its heading, unless they have begun with something there. @param {HTMLElement} heading */
export function arrive(heading) {
  const now = document.activeElement ?? document.body;
  if (left && (now === left || now === document.body)) heading.focus({ preventScroll: true });
  left = null;
}

/** Note where somebody is, before what they do there brings another part of the page. @returns {void} */
export const depart = () => void (left = document.activeElement ?? document.body);

/** How often somebody has gone to another part of the page. */
let gone = 0;

/** @param {{pathname: string, search: string, hash: string}} address */
function read(address) {
  if (address.pathname !== path.value) (depart(), gone++);
  path.value = address.pathname;
  query.value = address.search;
  fragment.value = address.hash;
}

/** @param {string} address @param {{instead?: boolean}} [how] */
export function go(address, how = {}) {
  const to = new URL(address, location.href);
  try {
    history[how.instead || to.href === location.href ? "replaceState" : "pushState"](null, "", to);
  } catch {
    // A browser limits how often the address changes in half a minute, as where a slider is dragged.
  }
  read(to);
  if (!how.instead) scrollTo(0, 0);
}

/** @returns {typeof go} goes on from here, unless somebody has gone elsewhere meanwhile */
export function goingOn() {
  const before = gone;
  return (address, how) => (gone === before ? go(address, how) : undefined);
}

addEventListener("popstate", () => read(location));
addEventListener("hashchange", () => read(location));

/** Links to other places of the page do not load it again. */
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.dataset.away !== undefined) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
