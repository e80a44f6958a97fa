/** JSON Patch (RFC 6902) as the service sends it: `add`, `remove` and `replace`. */

/** @param {string} path @returns {string[]} its steps (RFC 6901) */
const steps = (path) =>
  path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * @param {any} part
 * @param {string[]} way
 * @param {{op: string, value?: unknown}} change
 * @returns {any} the part with the change; what the change does not touch is the same object as before
 */
function changed(part, [step = "", ...way], change) {
  if (Array.isArray(part)) {
    const at = step === "-" ? part.length : Number(step);
    if (way.length) return part.with(at, changed(part[at], way, change));
    if (change.op === "add") return part.toSpliced(at, 0, change.value);
    return change.op === "remove" ? part.toSpliced(at, 1) : part.with(at, change.value);
  }
  if (way.length) return { ...part, [step]: changed(part[step], way, change) };
  if (change.op !== "remove") return { ...part, [step]: change.value };
  const { [step]: _, ...left } = part;
  return left;
}

/**
 * @template T
 * @param {T} document
 * @param {{op: string, path: string, value?: unknown}[]} patch
 * @returns {T} the document after the patch; the given one stays as it is
 */
export function patched(document, patch) {
  return patch.reduce((part, change) => (change.path ? changed(part, steps(change.path), change) : change.value), /** @type {any} */ (document));
}
