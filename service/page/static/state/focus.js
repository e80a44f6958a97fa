/** Where somebody who uses keys goes on when what they pressed is gone. */

/** What may have the focus then; of several buttons that are one stop of the Tab key, it is that one. */
const PARTS = "[role=toolbar], section, form, li, .actions";

/** From now on, leave the focus to the nearest part around what took it along, unless it is elsewhere by then. */
export function goOnNearby() {
  let around = /** @type {Element[]} */ ([]);
  addEventListener("focusin", ({ target }) => {
    around = [];
    for (let each = target; each instanceof Element; each = each.parentElement) around.push(each);
  });
  const look = () => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return;
    const part = around.find((each) => each.isConnected && each.matches(PARTS));
    const next = part?.matches("[role=toolbar]") && part.querySelector("[tabindex='0']");
    if (next instanceof HTMLElement) return next.focus();
    if (!(part instanceof HTMLElement)) return;
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
