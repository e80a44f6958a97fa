// What browsers have and Node.js has not: as much of EventSource (HTML, 9.2) as the guide needs. It does not come back.

class EventSource {
  #hung = new AbortController();
  #listeners = {};

  constructor(url) {
    this.#read(url).catch(() => this.#hung.signal.aborted || this.onerror?.());
  }

  addEventListener(name, listener) {
    this.#listeners[name] = listener;
  }

  close() {
    this.#hung.abort();
  }

  async #read(url) {
    const answer = await fetch(url, { headers: { Accept: "text/event-stream" }, signal: this.#hung.signal });
    let rest = "";
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + text).split("\n\n");
      rest = events.pop();
      for (const each of events) this.#dispatch(each);
    }
    this.onerror?.();
  }

  #dispatch(text) {
    const fields = Object.fromEntries(text.split("\n").map((line) => line.split(/: (.*)/)));
    const event = { data: fields.data, lastEventId: fields.id };
    if (fields.event) this.#listeners[fields.event]?.(event);
    else this.onmessage?.(event);
  }
}
