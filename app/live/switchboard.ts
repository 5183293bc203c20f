import type { ChangeNumbers } from "../domain/topics.ts";
import type { News, PageState } from "./messages.ts";
import { openStream, type Stream } from "./stream.ts";

/** How long nobody may see any page before the stream is closed, in milliseconds. */
const UNSEEN = 3 * 60_000;

/** Gives one stream to any number of pages; there is none while all of them are hidden for minutes. */
export function createSwitchboard(): (port: MessagePort) => void {
  const visible = new Map<MessagePort, boolean>();
  const numbers: ChangeNumbers = {};
  let state: News["state"] = "reconnecting";
  let stream: Stream | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const tell = (port: MessagePort) => port.postMessage({ state, numbers } satisfies News);

  function tellAll(next: News["state"]) {
    state = next;
    for (const port of visible.keys()) tell(port);
  }

  function open() {
    return openStream((message) => {
      if (message === "lost") return tellAll("reconnecting");
      Object.assign(numbers, message.numbers);
      if (message.state === "removed") stream = null;
      const next = message.state === "away" ? "reconnecting" : message.state;
      // A beat is no news to pages.
      if (next !== state || Object.keys(message.numbers).length > 0) tellAll(next);
    });
  }

  function openOrClose() {
    clearTimeout(closing);
    if ([...visible.values()].includes(true)) {
      if (stream) stream.tryNow();
      else stream = open();
    } else {
      closing = setTimeout(() => {
        stream?.close();
        stream = null;
        state = "reconnecting";
      }, UNSEEN);
    }
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
