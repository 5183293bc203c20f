import { HEARTBEAT_MS, type HubMessage } from "#app/live/protocol.ts";

/** A connection that delivers nothing for this long is dead, or cannot be made. */
const SILENCE_TIMEOUT_MS = 2.5 * HEARTBEAT_MS;

/** How long the stream waits between two connections. */
const RETRY_MS = 1_000;

/** The id of the last event received, which outlives the stream: a later stream continues after it. */
export type StreamPosition = { lastEventId: string };

export type Stream = {
  /** Ends the wait before the next connection, if the stream is waiting. */
  reconnectNow(): void;
  close(): void;
};

/**
 * Holds a connection to the hub until the stream is closed or the server answers 403. `onMessage` receives each
 * message, and `lost` each time the connection is lost. Uses `fetch` because an EventSource reveals neither the status
 * of a refusal nor that a connection has gone silent. Like an EventSource it bypasses the cache: there a request waits for
 * the answer to an earlier one for the same address, and Firefox sets no limit to that wait.
 */
export function openStream(position: StreamPosition, onMessage: (message: HubMessage | "lost") => void): Stream {
  let isOpen = true;
  let reconnectNow = () => {};
  let abort = () => {};

  function close() {
    isOpen = false;
    abort();
  }

  function handleEvent(event: string) {
    position.lastEventId = event.match(/^id: (.*)$/m)?.[1] ?? position.lastEventId;
    const data = event.match(/^data: (.*)$/m)?.[1];
    if (data) onMessage(JSON.parse(data) as HubMessage);
  }

  async function run() {
    while (isOpen) {
      const connection = connect(position, handleEvent);
      abort = connection.abort;
      if ((await connection.ended) === "refused") {
        close();
        onMessage({ state: "removed", numbers: {} });
      }
      if (!isOpen) return;
      onMessage("lost");
      await new Promise<void>((resolve) => {
        reconnectNow = resolve;
        setTimeout(resolve, RETRY_MS);
      });
    }
  }
  void run();
  return { reconnectNow: () => reconnectNow(), close };
}

/** One connection. `ended` never rejects; it is `refused` if the user is not an admin. */
function connect({ lastEventId }: StreamPosition, onEvent: (event: string) => void) {
  const attempt = new AbortController();
  let lastReceivedAt = Date.now();
  // By the clock, not by counting: the first tick after the machine wakes up aborts a connection that died in its sleep.
  const watchdog = setInterval(() => {
    if (Date.now() - lastReceivedAt > SILENCE_TIMEOUT_MS) attempt.abort();
  }, HEARTBEAT_MS / 4);

  async function receive(): Promise<"lost" | "refused"> {
    const headers: HeadersInit = lastEventId ? { "Last-Event-ID": lastEventId } : {};
    const response = await fetch("/live", { headers, signal: attempt.signal, cache: "no-store" });
    if (response.status === 403) return "refused";
    if (!response.ok || !response.body) return "lost";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return "lost";
      lastReceivedAt = Date.now();
      const events = (text + value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) onEvent(event);
    }
  }

  const ended = receive()
    .catch(() => "lost" as const)
    .finally(() => clearInterval(watchdog));
  return { ended, abort: () => attempt.abort() };
}
