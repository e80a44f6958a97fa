/** A finished game again: from any seat, at any moment, by slider, arrows, or at a speed. */

import { html, signal, useEffect, useMemo, useRef, useSignal } from "../vendor.js";
import { entryOf, titleOf } from "../state/catalogue.js";
import { namesAt, seatName } from "../state/names.js";
import { go, moment } from "../state/place.js";
import { account, follow } from "../state/session.js";
import { patched } from "../wire/patch.js";
import { said } from "../words/messages.js";
import { decimal, learn, say, sentence } from "../words/words.js";
import { Board } from "./board.js";
import { Heading } from "./heading.js";
import { Instead } from "./instead.js";
import { Aloud, Log } from "./log.js";
import { RulesButton } from "./rules-button.js";

await learn("pages");

/** All views of a game from a seat, as far as they have come. */
class Game {
  /** @param {string} table @param {string} seat */
  constructor(table, seat) {
    this.views = signal(/** @type {import("../wire/types.js").View[]} */ ([]));
    this.entries = signal(/** @type {import("../wire/types.js").Entry[]} */ ([]));
    this.refused = signal(/** @type {unknown} */ (null));
    this.path = `/tables/${table}/replay?with=changes${seat ? `&seat=${encodeURIComponent(seat)}` : ""}`;
  }

  /** @param {AbortSignal} stopped */
  async read(stopped) {
    const views = /** @type {import("../wire/types.js").View[]} */ ([]);
    const entries = /** @type {import("../wire/types.js").Entry[]} */ ([]);
    const take = (/** @type {any} */ line) => {
      if (line.type === "view") {
        // After a connection broke, it begins again with the view there.
        const at = line.view.table.version - (views[0] ?? line.view).table.version;
        views.splice(at, Infinity, line.view);
        entries.splice(at);
      } else if (line.type === "event") {
        views.push(patched(/** @type {any} */ (views.at(-1)), line.changes));
        entries.push(line.entry);
        if (views.length % 100 === 0) [this.views.value, this.entries.value] = [[...views], [...entries]];
      }
      return line.type === "end" && line.why === "replayed";
    };
    try {
      await follow(this.path, take, stopped);
    } catch (error) {
      if (!stopped.aborted) this.refused.value = error;
    }
    if (!stopped.aborted) [this.views.value, this.entries.value] = [views, entries];
  }
}

const SPEEDS = [0.5, 1, 2, 5];

/** @param {{id: string}} props */
export function Replay({ id }) {
  const seat = moment.value.get("seat") ?? "";
  const next = useMemo(() => new Game(id, seat), [id, seat, account.value?.token]);
  const shown = useRef(next);
  // Who looks from another seat goes on where they chose it: the view before stays until that one is there.
  if (next.views.value.length || next.refused.value) shown.current = next;
  const game = shown.current;
  const isPlaying = useSignal(false);
  const speed = useSignal(1);
  useEffect(() => {
    const stop = new AbortController();
    void next.read(stop.signal);
    return () => stop.abort();
  }, [next]);

  const views = game.views.value;
  const first = views[0]?.table.version ?? 0;
  const last = views.at(-1)?.table.version ?? 0;
  const wanted = Math.trunc(Number(moment.value.get("v") ?? last));
  const version = Number.isNaN(wanted) ? last : Math.min(last, Math.max(first, wanted));
  const view = views[version - first];
  const entry = view && entryOf(view.table.game);
  const show = (/** @type {number} */ v, from = seat) => go(`#v=${Math.min(last, Math.max(first, v))}${from ? `&seat=${from}` : ""}`, { instead: true });
  const play = () => {
    isPlaying.value = !isPlaying.value;
    if (isPlaying.value && version >= last) show(first); // a replay is at its end when it is opened
  };
  /** @param {number} by the next version in this direction at which the seat may decide, or any seat does */
  const decision = (by) => {
    let at = version + by;
    while (at > first && at < last && !views[at - first]?.layout?.seats.some((each) => each.to_act && (!/^\d/.test(seat) || each.seat === Number(seat)))) at += by;
    show(at);
  };

  useEffect(() => {
    if (!isPlaying.value) return undefined;
    const timer = setTimeout(() => (version >= last ? (isPlaying.value = false) : show(version + 1)), 1_000 / speed.value);
    return () => clearTimeout(timer);
  }, [isPlaying.value, version, speed.value, last]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return; // keys of the browser, such as that for the page before
      if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
      const to = { ArrowLeft: version - 1, ArrowRight: version + 1, Home: first, End: last }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        show(to);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  const names = useMemo(() => view && namesAt(view.table, entry), [view?.table.presence, entry]);
  if (!view || !entry || !names) return html`<main><${Instead} problem=${game.refused.value} /></main>`;
  const at = game.entries.value.findIndex((each) => each.version === version);
  const happened = game.entries.value[at];
  return html`<main class="table-page replay">
    <${Heading} title=${titleOf(view.table.game)}><small>${say("replay")}</small><//>
    <div class="controls" role="group" aria-label=${say("replay")}>
      <button type="button" onClick=${() => show(first)} aria-label=${say("to-beginning")}>⇤</button>
      <button type="button" onClick=${() => decision(-1)} aria-label=${say("previous-decision")}>↞</button>
      <button type="button" onClick=${() => show(version - 1)} aria-label=${say("one-back")}>←</button>
      <button type="button" class="main" onClick=${play}>${isPlaying.value ? say("pause") : say("play")}</button>
      <button type="button" onClick=${() => show(version + 1)} aria-label=${say("one-on")}>→</button>
      <button type="button" onClick=${() => decision(1)} aria-label=${say("next-decision")}>↠</button>
      <button type="button" onClick=${() => show(last)} aria-label=${say("to-end")}>⇥</button>
      <input type="range" min=${first} max=${last} value=${version} aria-label=${say("moment")} onInput=${(/** @type {any} */ event) => show(Number(event.target.value))} />
      <output aria-live="off">${version} / ${last}</output>
      <select aria-label=${say("speed")} value=${String(speed.value)} onChange=${(/** @type {any} */ event) => (speed.value = Number(event.target.value))}>
        ${SPEEDS.map((each) => html`<option key=${each} value=${String(each)}>${decimal(each)}×</option>`)}
      </select>
      <select aria-label=${say("seen-from")} value=${seat} onChange=${(/** @type {any} */ event) => show(version, event.target.value)}>
        <option value="">${say("own-view")}</option>
        ${view.table.presence.map((_, each) => html`<option key=${each} value=${String(each)}>${seatName(view.table, each)}</option>`)}
        <option value="all">${say("all-hands")}</option>
      </select>
      <${RulesButton} game=${view.table.game} />
    </div>
    <p class="happened">${happened && sentence(said(happened.message, names))}</p>
    <${Aloud} entries=${happened ? [happened] : []} names=${namesAt(view.table, entry, { aloud: true })} />
    <div class="play">
      <div class="felt">${view.layout && html`<${Board} view=${view} around=${{ game: view.table.game, names }} moves=${happened?.moves ?? []} />`}</div>
      <aside>
        <${Log} entries=${game.entries.value} names=${names} current=${version} momentOf=${(/** @type {number} */ each) => `#v=${each}${seat ? `&seat=${seat}` : ""}`} />
      </aside>
    </div>
  </main>`;
}
