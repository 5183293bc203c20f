import type { HubMessage, StreamStatus, TabState } from "#app/live/protocol.ts";
import { openStream, type Stream, type StreamPosition } from "./stream.ts";

/** The stream closes once no tab has been visible for this long. */
const HIDDEN_TIMEOUT_MS = 3 * 60_000;

/**
 * Shares one stream among the tabs of a browser. Each tab connects through a port and reports its visibility; the stream opens
 * with the first visible tab and closes when all tabs have been hidden for minutes.
 */
export class TabBroker {
  #visibility = new Map<MessagePort, boolean>();
  #status: StreamStatus = { state: "reconnecting", numbers: {}, mustReloadAll: false };
  #position: StreamPosition = { lastEventId: "" };
  #stream: Stream | null = null;
  #closeTimer: ReturnType<typeof setTimeout> | undefined;

  connect(port: MessagePort): void {
    port.onmessage = ({ data }: MessageEvent<TabState>) => {
      this.#visibility.set(port, data.isVisible);
      this.#openOrCloseStream();
      // `mustReloadAll` is an event: every tab received it when it happened.
      port.postMessage({ ...this.#status, mustReloadAll: false } satisfies StreamStatus);
    };
    // Not all browsers fire this event. In the others, a closed tab counts as hidden: it reported that just before.
    port.addEventListener("close", () => {
      this.#visibility.delete(port);
      this.#openOrCloseStream();
    });
  }

  #openOrCloseStream(): void {
    clearTimeout(this.#closeTimer);
    if ([...this.#visibility.values()].includes(true)) {
      if (this.#stream) this.#stream.reconnectNow();
      else this.#setStream(openStream(this.#position, (message) => this.#handleMessage(message)));
      return;
    }
    this.#closeTimer = setTimeout(() => {
      this.#stream?.close();
      this.#setStream(null);
    }, HIDDEN_TIMEOUT_MS);
  }

  #setStream(stream: Stream | null): void {
    this.#stream = stream;
    this.#status = { ...this.#status, state: "reconnecting" };
  }

  #handleMessage(message: HubMessage | "lost"): void {
    const previous = this.#status;
    this.#status = nextStatus(previous, message);
    const { state, mustReloadAll } = this.#status;
    if (state === "removed") this.#stream = null;
    // A heartbeat without changes is not passed on to the tabs.
    const hasNews = message === "lost" || mustReloadAll || Object.keys(message.numbers).length > 0;
    if (hasNews || state !== previous.state) for (const port of this.#visibility.keys()) port.postMessage(this.#status);
  }
}

/** The status of the stream after a message: a tab that joins later gets every number received so far. */
export function nextStatus(previous: StreamStatus, message: HubMessage | "lost"): StreamStatus {
  if (message === "lost") return { ...previous, state: "reconnecting", mustReloadAll: false };
  const { state, numbers, mustReloadAll = false } = message;
  return {
    state: state === "away" ? "reconnecting" : state,
    numbers: { ...(mustReloadAll ? {} : previous.numbers), ...numbers },
    mustReloadAll,
  };
}
