/** What the title says: which part of the page is shown. And that it is somebody's turn: there, in the favicon, and by a sound for those who want one. */

import { preferences } from "./session.js";
import { say } from "../words/words.js";

const TITLE = "Parlour";
let title = "";
let wasTurn = false;
/** Whether it was somebody's turn where that was last known: they go from the lobby to the table without a second sound. */
let wasTold = false;
/** How many turns were told by a sound. */
let told = 0;
let audio = /** @type {AudioContext | null} */ (null);

function write() {
  document.title = [wasTurn && `● ${say("your-turn")}`, title, TITLE].filter(Boolean).join(" – ");
}

/** @param {string} shown the part of the page; empty: its first one */
export function entitle(shown) {
  title = shown;
  write();
}

/** @param {boolean | null} isTurn null: what is shown does not tell */
export function announce(isTurn) {
  document.querySelector("link[rel=icon]")?.setAttribute("href", isTurn ? icon("#d33", "!") : icon("#186a3b", ""));
  const isNews = isTurn && !wasTold && preferences.value.sound;
  wasTurn = Boolean(isTurn);
  wasTold = isTurn ?? wasTold;
  write();
  if (!isNews) return;
  audio ??= new AudioContext();
  // It waits until somebody has touched the page, and again after a break, as on a phone. Then it tells of the last turn only.
  const number = ++told;
  void audio.resume().then(() => wasTurn && number === told && beep(/** @type {AudioContext} */ (audio)), () => {});
}

/** @param {string} colour @param {string} mark @returns {string} */
function icon(colour, mark) {
  const text = `<text x="16" y="24" font-size="22" text-anchor="middle" fill="#fff" font-family="sans-serif">${mark}</text>`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/>${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}

/** @param {AudioContext} audio */
function beep(audio) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.1, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.3);
  navigator.vibrate?.(80);
}
