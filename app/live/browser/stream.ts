import { BEAT, type Message } from "#app/live/protocol.ts";

/** A stream that says nothing for so long is dead, also one that is not there yet, in milliseconds. */
const SILENCE = 2.5 * BEAT;

/** Before another is tried. */
const RETRY = 1_000;

/** Up to where the hub was heard, over streams that come and go. */
export type Heard = { lastId: string };

export type Stream = { tryNow(): void; close(): void };

/**
 * Listens to the hub, again and again until it is closed or refused; `hear` is told 'lost' whenever it does not. By `fetch`,
 * since an EventSource tells neither a refusal from an outage nor a dead connection from a quiet one.
 */
export function openStream(heard: Heard, hear: (message: Message | "lost") => void): Stream {
  let isOpen = true;
  let attempt = new AbortController();
  let heardAt = 0;
  let tryNow = () => {};

  // After a sleep of the machine, too: then the clock has jumped.
  const watch = setInterval(() => {
    if (Date.now() - heardAt > SILENCE) attempt.abort();
  }, BEAT / 4);

  function close() {
    isOpen = false;
    clearInterval(watch);
    attempt.abort();
  }

  async function listen() {
    attempt = new AbortController();
    heardAt = Date.now();
    const response = await fetch("/live", {
      headers: heard.lastId ? { "Last-Event-ID": heard.lastId } : {},
      signal: attempt.signal,
    });
    if (response.status === 403) {
      close();
      hear({ state: "removed", numbers: {} });
    }
    if (!response.ok || !response.body) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      heardAt = Date.now();
      const events = (text + value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        heard.lastId = event.match(/^id: (.*)$/m)?.[1] ?? heard.lastId;
        const data = event.match(/^data: (.*)$/m)?.[1];
        if (data) hear(JSON.parse(data) as Message);
      }
    }
  }

  async function listenOn() {
    while (isOpen) {
      await listen().catch(() => {});
      if (!isOpen) return;
      hear("lost");
      await new Promise<void>((resolve) => {
        tryNow = resolve;
        setTimeout(resolve, RETRY);
      });
    }
  }
  void listenOn();
  return { tryNow: () => tryNow(), close };
}
