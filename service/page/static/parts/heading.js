/** The heading of a part of the page: it is the title of the document, too, and who comes from another part goes on from it. */

import { html, useEffect, useLayoutEffect, useRef } from "../vendor.js";
import { entitle } from "../state/notice.js";
import { arrive } from "../state/place.js";

/** @param {{title: string, id?: string, class?: string, children?: any}} props what follows the title is part of the heading only */
export function Heading({ title, children, ...more }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  // Another effect may end only after that of the next heading has begun.
  useLayoutEffect(() => {
    entitle(title);
    return () => entitle("");
  }, [title]);
  useEffect(() => void (heading.current && arrive(heading.current)), []);
  return html`<h1 tabindex="-1" ref=${heading} ...${more}>${title} ${children}</h1>`;
}
