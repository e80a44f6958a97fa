// What scripts add to the guide. Without them its pages are whole: examples name a service on the reader's own machine,
// and the lists of pages and of their sections lead everywhere.
"use strict";

const WRITTEN = "http://127.0.0.1:8000"; // in the examples; the service that gives the page is put in its place
const MOST_FOUND = 12;
const LONG = 2000; // characters of a section
const BEFORE = 60; // characters of a section that are shown before what was found, and after it
const AFTER = 120;

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Examples

function nameThisService() {
  if (!location.origin.startsWith("http")) return;
  for (const code of document.querySelectorAll("pre code")) {
    if (code.textContent.includes(WRITTEN)) code.textContent = code.textContent.replaceAll(WRITTEN, location.origin);
  }
}

// Returns whether it could. On a page of plain HTTP there is no `clipboard`, and elsewhere it may be forbidden.
async function copy(text) {
  const area = element("textarea", text, { readonly: "" });
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done || (navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false);
}

function addCopyButtons() {
  for (const block of document.querySelectorAll("pre.bash, pre.shell, pre.python, pre.javascript, pre.typescript")) {
    const button = element("button", "Copy", { type: "button", class: "copy", "aria-live": "polite" });
    button.addEventListener("click", async () => {
      button.textContent = (await copy(block.textContent)) ? "Copied" : "Not copied";
      button.focus({ preventScroll: true });
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    const frame = element("div", "", { class: "example" });
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

// The list of pages, which may be longer than the window

function showWhereThisIs() {
  const list = document.querySelector(".pages");
  const here = list.querySelector("[aria-current]");
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

// Search

let index = null;

async function sections() {
  index ??= fetch("/docs/search.json").then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
  try {
    return (await index).sections;
  } catch (error) {
    index = null; // the next letter tries again
    throw error;
  }
}

// Where a word is, or one that begins with it: "late" is not in "template".
function places(text, word) {
  const found = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(text[at - 1] ?? "")) found.push(at);
  }
  return found;
}

// How well a section fits: each word must be somewhere in it, and counts for more in a title, and for less in a long text,
// such as all that a version has added.
function weight(section, words) {
  const [page, title, text] = [section.page, section.title, section.text].map((each) => each.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const [inTitle, inPage, inText] = [title, page, text].map((each) => places(each, word).length);
    if (!inTitle && !inPage && !inText) return 0;
    sum += 20 * inTitle + 5 * inPage + Math.min(5, inText) * Math.min(1, LONG / text.length);
  }
  return sum;
}

function excerpt(text, words) {
  const found = words.flatMap((word) => places(text.toLowerCase(), word));
  const place = found.length ? Math.min(...found) : 0;
  const start = Math.max(0, place - BEFORE);
  const [from, to] = [start ? text.indexOf(" ", start) + 1 : 0, place + AFTER];
  return (start ? "… " : "") + text.slice(from, to) + (to < text.length ? "…" : "");
}

function shown(section, words) {
  const item = element("li", "");
  const link = element("a", section.title, { href: section.address });
  if (section.title !== section.page) link.append(element("small", ` – ${section.page}`));
  item.append(link, element("p", excerpt(section.text, words)));
  return item;
}

function search(form) {
  const [field, told, list] = ["input", "[role=status]", "ol"].map((each) => form.querySelector(each));
  const clear = () => { told.textContent = ""; list.replaceChildren(); };
  async function look() {
    const asked = field.value;
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return clear();
    try {
      const all = (await sections()).map((section) => ({ section, weight: weight(section, words) }));
      if (field.value !== asked) return; // somebody types on
      const found = all.filter((each) => each.weight).sort((one, other) => other.weight - one.weight);
      list.replaceChildren(...found.slice(0, MOST_FOUND).map((each) => shown(each.section, words)));
      const sum = found.length === 1 ? "1 section" : `${found.length} sections`;
      told.textContent = found.length > MOST_FOUND ? `The first ${MOST_FOUND} of ${sum}` : sum;
    } catch {
      clear();
      told.textContent = "The search does not work at the moment.";
    }
  }
  field.addEventListener("input", look);
  form.addEventListener("submit", (event) => { event.preventDefault(); list.querySelector("a")?.click(); });
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") { field.value = ""; clear(); } });
  form.hidden = false;
}

nameThisService();
addCopyButtons();
showWhereThisIs();
search(document.querySelector("#search"));
