// A seek of mine, by its id: I wait for others who seek the same.

import type { Client } from "./client.js";
import type { SeekLine, SeenSeek } from "./shapes.js";
import type { Table } from "./table.js";

/** How a seek is followed. */
export interface Following {
  /** Whether it is withdrawn when its stream is closed, or breaks. */
  cancel?: boolean;
  /** Ends the stream when it is aborted. */
  signal?: AbortSignal;
}

export class Seek {
  readonly id: string;
  private readonly path: string;

  /** `seen` is how the seek stood when the service last told of it, with its `state`. */
  constructor(
    private readonly client: Client,
    public seen: SeenSeek,
  ) {
    this.id = seen.id;
    this.path = `/seeks/${seen.id}`;
  }

  /** Asks how the seek stands. */
  async look(): Promise<SeenSeek> {
    this.seen = await this.client.request("GET", this.path);
    return this.seen;
  }

  /** Yields how the seek stands, and then how it has ended. */
  async *stream({ cancel = false, signal }: Following = {}): AsyncGenerator<SeenSeek, void> {
    const options = { parameters: { ...(cancel && { cancel: "close" }) }, ...(signal && { signal }) };
    for await (const each of this.client.lines(`${this.path}/stream`, options)) {
      const line = each as SeekLine;
      if (line.type !== "seek") continue;
      this.seen = line.seek;
      yield this.seen;
    }
  }

  /** Waits until the seek has ended; returns the table at which I sit. Null: it has none, and `seen` says why. */
  async seated(following: Following = {}): Promise<Table | null> {
    for await (const seen of this.stream(following)) this.seen = seen;
    return this.seen.table === null ? null : this.client.table(this.seen.table);
  }

  /** Withdraws the seek. Throws `Conflict` if it is over, or its table is chosen. */
  async withdraw(): Promise<void> {
    await this.client.request("DELETE", this.path);
  }
}
