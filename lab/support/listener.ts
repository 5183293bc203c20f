import type { ChangeNumbers } from "#app/domain/basics/topics.ts";
import type { HubMessage } from "#app/live/protocol.ts";
import { fetchAlone } from "./uncompressed.ts";

/** `at` is when the message arrived, in milliseconds as of performance.now; `id` the change number of the event's id. */
type ReceivedMessage = HubMessage & { at: number; id: number | undefined };

export type Listener = Awaited<ReturnType<typeof listen>>;

/** Opens the event stream of the hub, as a browser does. */
export async function listen(barn: { url: string }, headers: Record<string, string>) {
  const abort = new AbortController();
  const response = await fetchAlone(`${barn.url}/live`, { headers, signal: abort.signal });
  const received: ReceivedMessage[] = [];
  let rest = "";
  let rawText = "";
  let isEnded = false;
  async function receive() {
    const decoder = new TextDecoder();
    const body = response.body as unknown as AsyncIterable<Uint8Array>;
    for await (const bytes of body) {
      const text = decoder.decode(bytes, { stream: true });
      rawText += text;
      const events = (rest + text).split("\n\n");
      rest = events.pop() ?? "";
      received.push(...events.flatMap(parseEvent));
    }
  }
  const ended = receive()
    .catch(() => {})
    .finally(() => {
      isEnded = true;
    });
  return {
    response,
    received,
    ended,
    isEnded: () => isEnded,
    rawText: () => rawText,
    /** The last number received for each topic. */
    numbers: (): ChangeNumbers => Object.assign({}, ...received.map(({ numbers }) => numbers)),
    close: () => abort.abort(),
  };
}

function parseEvent(event: string): ReceivedMessage[] {
  const data = event.match(/^data: (.*)$/m)?.[1];
  const id = event.match(/^id: \d{4}-\d\d-\d\d\/(\d+)$/m)?.[1];
  if (!data) return [];
  const message = JSON.parse(data) as HubMessage;
  return [{ ...message, at: performance.now(), id: id === undefined ? undefined : Number(id) }];
}
