import type { HubMessage, StreamStatus, TabState } from "#app/live/protocol.ts";
import { openStream, type Stream, type StreamPosition } from "./stream.ts";

/** The stream closes once no tab has been visible for this long. */
const HIDDEN_TIMEOUT_MS = 3 * 60_000;

/**
 * Shares one stream among the tabs of a browser. Each tab connects through a port and reports its visibility; the stream opens
 * with the first visible tab and closes when all tabs have been hidden for minutes.
 */
export function createTabBroker(): (port: MessagePort) => void {
  const visibility = new Map<MessagePort, boolean>();
  const position: StreamPosition = { lastEventId: "" };
  let status: StreamStatus = { state: "reconnecting", numbers: {}, mustReloadAll: false };
  let stream: Stream | null = null;
  let closeTimer: ReturnType<typeof setTimeout> | undefined;

  function handleMessage(message: HubMessage | "lost") {
    const next = nextStatus(status, message);
    // A heartbeat without changes stays here.
    const isNews =
      message === "lost" ||
      next.state !== status.state ||
      next.mustReloadAll ||
      Object.keys(message.numbers).length > 0;
    status = next;
    if (status.state === "removed") stream = null;
    if (isNews) for (const port of visibility.keys()) port.postMessage(status);
  }

  function setStream(next: Stream | null) {
    stream = next;
    status = { ...status, state: "reconnecting" };
  }

  function openOrCloseStream() {
    clearTimeout(closeTimer);
    if ([...visibility.values()].includes(true)) {
      if (stream) stream.reconnectNow();
      else setStream(openStream(position, handleMessage));
      return;
    }
    closeTimer = setTimeout(() => {
      stream?.close();
      setStream(null);
    }, HIDDEN_TIMEOUT_MS);
  }

  return (port) => {
    port.onmessage = ({ data }: MessageEvent<TabState>) => {
      visibility.set(port, data.isVisible);
      openOrCloseStream();
      // `mustReloadAll` is an event: every tab received it when it happened.
      port.postMessage({ ...status, mustReloadAll: false } satisfies StreamStatus);
    };
    // Not all browsers fire this event. In the others, a closed tab counts as hidden: it reported that just before.
    port.addEventListener("close", () => {
      visibility.delete(port);
      openOrCloseStream();
    });
  };
}

function nextStatus(status: StreamStatus, message: HubMessage | "lost"): StreamStatus {
  if (message === "lost") return { ...status, state: "reconnecting", mustReloadAll: false };
  const { state, numbers, mustReloadAll = false } = message;
  return {
    state: state === "away" ? "reconnecting" : state,
    numbers: { ...(mustReloadAll ? {} : status.numbers), ...numbers },
    mustReloadAll,
  };
}
