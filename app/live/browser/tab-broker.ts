import type { ChangeNumbers } from "#app/domain/screens.ts";
import type { Message, News, PageState } from "#app/live/protocol.ts";
import { type Heard, openStream, type Stream } from "./stream.ts";

/** How long nobody may see any page before the stream is closed, in milliseconds. */
const UNSEEN = 3 * 60_000;

/** Gives one stream to any number of pages; there is none while all of them are hidden for minutes. */
export function createTabBroker(): (port: MessagePort) => void {
  const visible = new Map<MessagePort, boolean>();
  const heard: Heard = { lastId: "" };
  let numbers: ChangeNumbers = {};
  let state: News["state"] = "reconnecting";
  let stream: Stream | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const tell = (port: MessagePort, isAnew = false) => port.postMessage({ state, numbers, isAnew } satisfies News);

  function tellAll(next: News["state"], isAnew = false) {
    state = next;
    for (const port of visible.keys()) tell(port, isAnew);
  }

  function hear(message: Message | "lost") {
    if (message === "lost") return tellAll("reconnecting");
    const { isAnew = false } = message;
    numbers = { ...(isAnew ? {} : numbers), ...message.numbers };
    if (message.state === "removed") stream = null;
    const next = message.state === "away" ? "reconnecting" : message.state;
    // A beat is no news to pages.
    if (next !== state || isAnew || Object.keys(message.numbers).length > 0) tellAll(next, isAnew);
  }

  function openOrClose() {
    clearTimeout(closing);
    if ([...visible.values()].includes(true)) {
      if (stream) return stream.tryNow();
      state = "reconnecting";
      stream = openStream(heard, hear);
      return;
    }
    closing = setTimeout(() => {
      stream?.close();
      stream = null;
      state = "reconnecting";
    }, UNSEEN);
  }

  return (port) => {
    port.onmessage = ({ data }: MessageEvent<PageState>) => {
      visible.set(port, data.isVisible);
      openOrClose();
      tell(port);
    };
    // Where browsers say so. Elsewhere a page that is gone was hidden just before.
    port.addEventListener("close", () => {
      visible.delete(port);
      openOrClose();
    });
  };
}
