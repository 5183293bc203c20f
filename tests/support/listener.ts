import type { ChangeNumbers } from "#app/domain/screens.ts";
import type { Message } from "#app/live/protocol.ts";
import type { Barn } from "./barn.ts";

export type Listener = Awaited<ReturnType<typeof listen>>;

/** Listens to the hub as a page would, from the worker's own address. */
export async function listen(barn: Pick<Barn, "url">, headers: Record<string, string>) {
  const abort = new AbortController();
  const response = await fetch(`${barn.url}/live`, { headers, signal: abort.signal });
  const heard: (Message & { at: number; id: number | undefined })[] = [];
  let text = "";
  let whole = "";
  let isOver = false;
  async function read() {
    const decoder = new TextDecoder();
    const body = response.body as unknown as AsyncIterable<Uint8Array>;
    for await (const bytes of body) {
      const at = performance.now();
      const read = decoder.decode(bytes, { stream: true });
      whole += read;
      text += read;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const data = part.match(/^data: (.*)$/m)?.[1];
        const id = part.match(/^id: \d{4}-\d\d-\d\d\/(\d+)$/m)?.[1];
        if (data) heard.push({ ...(JSON.parse(data) as Message), at, id: id === undefined ? undefined : Number(id) });
      }
    }
  }
  const ended = read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  return {
    response,
    heard,
    ended,
    isOver: () => isOver,
    /** All that came. */
    text: () => whole,
    /** The numbers of the topics, as far as they were told. */
    numbers: (): ChangeNumbers => Object.assign({}, ...heard.map(({ numbers }) => numbers)),
    leave: () => abort.abort(),
  };
}
