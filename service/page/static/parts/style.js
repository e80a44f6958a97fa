/** Styles that are loaded with what they are for. */

/** @param {string} name of a file of styles @returns {Promise<void>} it is there, or cannot be */
export function style(name) {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(`../style/${name}`, import.meta.url).href });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
