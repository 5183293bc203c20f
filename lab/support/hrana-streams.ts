/** A request of a client: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md */
export type Pipeline = { baton?: string | null; requests: { type: string; sql_id?: number | undefined }[] };

/** A response of sqld. */
export type HranaAnswer = { status: number; contentType: string; body: Buffer };

type Result = { type: string; response?: { result?: { step_errors?: unknown[] } } };

const MOST_STREAMS = 8;
const CLOSE = { type: "close" };

/**
 * Sends requests, each of which would open a stream and close it, on streams that stay open. To open one takes sqld 4 ms of
 * processor time, because it reads the schema, and most requests take a tenth of that. Each stream serves one request at a time.
 */
export function keepStreams() {
  /** The batons of the idle streams of each token. */
  let idle: { [token: string]: string[] } = {};
  const kept = {
    /** The streams of a server that has ended are gone. */
    forget() {
      idle = {};
    },
    /** Sends a pipeline by `transmit`, and returns the answer as if the pipeline had had a stream of its own. */
    async send(
      pipeline: Pipeline,
      token: string,
      transmit: (pipeline: Pipeline) => Promise<HranaAnswer>,
    ): Promise<HranaAnswer> {
      const { baton, requests } = pipeline;
      if (baton || requests.at(-1)?.type !== CLOSE.type) return transmit(pipeline);
      idle[token] ??= [];
      const streams = idle[token];
      // A stream remembers the texts of statements, and the next client stores others by the same ids.
      const sent = [...requests.slice(0, -1), ...requests.flatMap(forgetText)];
      const first = await transmit({ baton: streams.pop() ?? null, requests: sent });
      const answer = hasExpired(first) ? await transmit({ baton: null, requests: sent }) : first;
      if (answer.status !== 200) return answer;
      const { baton: next, results } = JSON.parse(answer.body.toString()) as { baton: string; results: Result[] };
      // After a failure, a transaction may still be open.
      if (results.some(hasFailed) || streams.length >= MOST_STREAMS) await transmit({ baton: next, requests: [CLOSE] });
      else streams.push(next);
      const ownResults = [...results.slice(0, requests.length - 1), { type: "ok", response: CLOSE }];
      return { ...answer, body: Buffer.from(JSON.stringify({ baton: null, base_url: null, results: ownResults })) };
    },
    /** The `fetch` of a database client. */
    async fetch(request: Request): Promise<Response> {
      const { url, headers } = request;
      // Over loopback, to compress an answer and unpack it costs more than it saves.
      headers.set("accept-encoding", "identity");
      const token = headers.get("authorization") ?? "";
      const answer = await kept.send((await request.json()) as Pipeline, token, async (pipeline) => {
        const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(pipeline) });
        const contentType = response.headers.get("content-type") ?? "";
        return { status: response.status, contentType, body: Buffer.from(await response.arrayBuffer()) };
      });
      const { status, contentType } = answer;
      return new Response(new Uint8Array(answer.body), { status, headers: { "content-type": contentType } });
    },
  };
  return kept;
}

/** Whether sqld refused a request and ran nothing of it, because it had ended the stream: it does after 10 idle seconds. */
const hasExpired = ({ status, body }: HranaAnswer) => status !== 200 && body.includes("STREAM_EXPIRED");

const forgetText = ({ type, sql_id }: Pipeline["requests"][number]) =>
  type === "store_sql" ? [{ type: "close_sql", sql_id }] : [];

const hasFailed = ({ type, response }: Result) =>
  type !== "ok" || response?.result?.step_errors?.some((error) => error !== null) === true;
