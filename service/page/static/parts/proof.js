/** Whether the record of a game is true: checked here, of this table or of a file. */

import { html, useEffect, useSignal } from "../vendor.js";
import { isInsecure, keyOfService, proved, recordOf } from "../state/proof.js";
import { learn, say } from "../words/words.js";
import { Heading } from "./heading.js";
import { Instead } from "./instead.js";
import { Refusal } from "./refusal.js";

await learn("pages");

/** @param {{proof: import("../state/proof.js").Proof}} props */
function Result({ proof: { isTrue, code, why, key, events } }) {
  return html`<section class=${`result ${isTrue ? "true" : "false"}`} role="status">
    <h2>${isTrue ? say("record-true") : say("record-not-true")}</h2>
    ${isTrue
      ? html`<p>${say("record-true-text", { events })}</p>`
      : html`<p><code>${code}</code> <bdi lang="en">${why}</bdi></p>`}
    <p>${say("key-was")} <code>${key}</code></p>
  </section>`;
}

/** @param {{id: string}} props */
export function ProofPage({ id }) {
  const proof = useSignal(/** @type {import("../state/proof.js").Proof | null} */ (null));
  const refused = useSignal(/** @type {unknown} */ (null));
  const failed = useSignal("");
  const record = useSignal("");
  const check = async (/** @type {() => Promise<Uint8Array>} */ bytesOf) => {
    [proof.value, refused.value, failed.value] = [null, null, ""];
    try {
      const [bytes, key] = await Promise.all([bytesOf(), keyOfService()]);
      await proved(bytes, key).then((found) => (proof.value = found), (error) => (failed.value = error.message));
      return bytes;
    } catch (error) {
      refused.value = error;
      return null;
    }
  };
  useEffect(() => {
    if (isInsecure) return;
    void check(() => recordOf(id)).then((bytes) => {
      if (bytes) record.value = URL.createObjectURL(new Blob([/** @type {any} */ (bytes)], { type: "application/json" }));
    });
  }, [id]);
  const choose = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (file) await check(async () => new Uint8Array(await file.arrayBuffer()));
  };
  if ([400, 403, 404].includes(/** @type {any} */ (refused.value)?.status)) return html`<main><${Instead} problem=${refused.value} /></main>`;
  return html`<main class="proof">
    <${Heading} title=${say("proof")} />
    <p>${say("proof-text")}</p>
    ${isInsecure && html`<p class="refusal" role="alert">${say("proof-needs-https")}</p>`}
    <${Refusal} problem=${refused.value} />
    ${failed.value && html`<p class="refusal" role="alert" lang="en">${failed.value}</p>`} ${proof.value && html`<${Result} proof=${proof.value} />`}
    <p class="actions">
      ${record.value && html`<a class="button" href=${record.value} download=${`${id}.json`} data-away>${say("save-record")}</a>`}
      <a class="button" href="/verify.html" download data-away>${say("save-verifier")}</a>
      <a class="button" href=${`/tables/${id}/replay`}>${say("replay")}</a>
    </p>
    <p>${say("save-verifier-text")}</p>
    <label>${say("other-record")} <input type="file" accept="application/json,.json" disabled=${isInsecure} onChange=${choose} /></label>
  </main>`;
}
