// What a browser finds wrong with pages that it shows in frames: PAGES, each at all WIDTHS, in the colour PAPER.

const SLACK = 1.5;
const frames = [];

for (const [name, page] of Object.entries(PAGES)) {
  for (const width of WIDTHS) {
    const frame = document.createElement("iframe");
    frame.width = width;
    frame.height = 2000;
    frame.srcdoc = page;
    document.body.append(frame);
    frames.push([`${name} at ${width}`, frame]);
  }
}

const overlap = (one, two) =>
  Math.min(one.right, two.right) - Math.max(one.left, two.left) > SLACK &&
  Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > SLACK;

function* drawingFaults(drawing) {
  const title = drawing.querySelector("title").textContent;
  const room = drawing.getBoundingClientRect();
  const texts = [...drawing.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect(), text]);
  for (const [words, place, text] of texts) {
    const outside = place.left < room.left - SLACK || place.right > room.right + SLACK;
    if (outside || place.bottom > room.bottom + SLACK) yield `“${words}” leaves the drawing ${title}`;
    const size = parseFloat(getComputedStyle(text).fontSize) * (room.width / drawing.viewBox.baseVal.width);
    if (size < 10) yield `“${words}” in the drawing ${title} is only ${size.toFixed(1)} pixels high`;
  }
  for (const [number, [words, place]] of texts.entries()) {
    for (const [other, there] of texts.slice(number + 1)) {
      if (overlap(place, there)) yield `“${words}” lies over “${other}” in the drawing ${title}`;
    }
  }
}

function* pageFaults(view) {
  const page = view.document;
  for (const each of page.querySelectorAll("details")) each.open = true;
  if (page.documentElement.scrollWidth > view.innerWidth) yield "the page scrolls sideways";
  const paper = view.getComputedStyle(page.body).backgroundColor;
  if (paper !== PAPER) yield `the paper is ${paper}`;
  for (const each of page.querySelectorAll("h1, h2, h3, p, li, a, summary, figure, td, th")) {
    const place = each.getBoundingClientRect();
    if (each.closest(".wide") === null && place.right > view.innerWidth + SLACK) yield `${each.tagName} leaves the page`;
    if (each.scrollWidth > each.clientWidth + SLACK && each.clientWidth) yield `${each.tagName} “${each.textContent.slice(0, 40)}” is cut off`;
  }
  for (const drawing of page.querySelectorAll("svg")) yield* drawingFaults(drawing);
}

const found = [];
addEventListener("load", () => {
  for (const [name, frame] of frames) {
    for (const fault of pageFaults(frame.contentWindow)) found.push(`${name}: ${fault}`);
    frame.remove();
  }
  const told = document.createElement("pre");
  told.textContent = JSON.stringify({ frames: frames.length, found });
  document.body.replaceChildren(told);
});
