import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type HranaAnswer, keepStreams } from "./hrana-streams.ts";

type Step = { stmt: { sql?: string; sql_id?: number } };
type Pipeline = { requests: { type: string; sql?: string; sql_id?: number; batch?: { steps: Step[] } }[] };

/** Which statement of a batch the server refuses, and its error, as sqld sends it. */
export type ServerError = { at: "begin" | "statement" | "commit" } & Fault;

/** An error of the database, as sqld sends it. */
type Fault = { code: string; message: string };

/** The nth request from now, counted from 0, or each that writes. */
type Which = number | "write";

/** The trouble that the next requests meet on their way. */
export type Trouble =
  | { kind: "none" }
  /**
   * The statement of this place (0 is BEGIN) in the nth request from now is replaced by one that fails; with `fault`, the answer
   * says that the database is at fault.
   */
  | { kind: "fail statement"; place: number; request: Which; fault?: Fault }
  /** Another statement takes the place of each one that `of` finds, as in an engine that does not know it or ignores it. */
  | { kind: "replace statements"; of: (sql: string) => boolean; by: string }
  /** The nth request from now reaches the server, its answer never comes back: the connection is cut. */
  | { kind: "lose answer"; request: Which }
  /** Every request reaches the server, no answer comes back. */
  | { kind: "lose answers" }
  /** `act` is called just before the nth request from now goes on. */
  | { kind: "meanwhile"; request: Which; act: () => Promise<unknown> }
  /** `act` is called as soon as the nth request from now was sent on. */
  | { kind: "once sent"; request: number; act: () => void }
  /**
   * The next `count` writes wait until all of them have come, and go on together. `act` happens when so many of them were
   * answered; at 0, as soon as they were sent on.
   */
  | { kind: "gather writes"; count: number; act: () => void; afterAnswers: number; areAnswersLost: boolean }
  /** From the nth request on (the first, if not said) nothing answers, and the connection stays open. */
  | { kind: "stall"; request?: number }
  /** sqld refuses all batches that write, or all batches, and changes nothing. */
  | { kind: "server error"; error: ServerError; isReadRefused?: boolean }
  /** Nothing is reached: every connection is cut at once. */
  | { kind: "refuse" };

export type HranaProxy = Awaited<ReturnType<typeof startHranaProxy>>;

/**
 * Stands in front of sqld: counts what passes, and makes trouble when it is told to. It does not keep its process alive. With
 * `keepsStreams`, it saves sqld most of the work of a request that is not the statements: see `keepStreams`.
 */
export async function startHranaProxy(sqld: string, { keepsStreams = false } = {}) {
  let target = new URL(sqld);
  const streams = keepsStreams ? keepStreams() : null;
  let meets: Trouble = { kind: "none" };
  let passed = 0;
  let gather = startGathering();
  const proxy = {
    url: "",
    /** How long each request waits on its way, in milliseconds. */
    delayMs: 0,
    /** The SQL of every request that passed, statement by statement. */
    requests: [] as string[][],
    /** The rows that sqld read for each request that it answered, and for each poll of the hub. */
    rowsRead: noRows(),
    /** When the hub polled, in milliseconds. Its polls are not in `requests`, and do not count as the nth request of a Trouble. */
    polls: [] as number[],
    /** Applies to what comes from now on, and counts from 0. */
    make(trouble: Trouble) {
      meets = trouble;
      passed = 0;
      gather = startGathering();
    },
    stop: () => stop(server),
    /** Forgets the streams of a sqld that has ended. */
    forgetStreams: () => streams?.forget(),
    /** Stands before another sqld from now on, as if it had just been started. */
    serve(url: string) {
      target = new URL(url);
      proxy.forgetStreams();
      Object.assign(proxy, { requests: [], rowsRead: noRows(), polls: [] });
      proxy.make({ kind: "none" });
    },
  };

  const server = createServer(async (incoming, outgoing) => {
    // The client may be killed while it sends its request.
    const body = await read(incoming).catch(() => null);
    if (!body) return;
    const { pipeline, steps, texts, isPoll } = parse(body.toString());
    if (isPoll) proxy.polls.push(performance.now());
    else proxy.requests.push(texts);
    const nth = isPoll ? -1 : passed++;
    const trouble = meets;
    if (isHeldUp(trouble, { nth, isPoll, pipeline, steps }, outgoing)) return;
    const isMet = "request" in trouble && (trouble.request === "write" ? isWrite(steps) : trouble.request === nth);
    await meet(trouble, { isMet, steps, texts });
    const gathering = trouble.kind === "gather writes" && isWrite(steps) ? gather : null;
    await gathering?.enter(trouble);
    if (proxy.delayMs > 0) await sleep(proxy.delayMs);
    const meeting = whatMeets(trouble, { isMet, gathering });
    const answer = await forward(target, incoming, pipeline, { streams, onSent: meeting.onSent });
    if (answer?.status === 200) {
      gathering?.answer(trouble);
      proxy.rowsRead[isPoll ? "polls" : "requests"].push(rowsReadIn(answer.body));
    }
    respond(outgoing, answer, meeting);
  });
  proxy.url = await listen(server);
  return proxy;
}

const noRows = () => ({ requests: [] as number[], polls: [] as number[] });

const stop = (server: Server) =>
  new Promise<void>((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

/** Returns the address. The server does not keep its process alive. */
async function listen(server: Server): Promise<string> {
  // Node would close a connection that is idle for 5 seconds, perhaps as workerd sends its next request on it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Passing = { nth: number; isPoll: boolean; pipeline: Pipeline; steps: Step[] };

/** Whether a request is held back from sqld: it is refused, or never answered. */
function isHeldUp(trouble: Trouble, { nth, isPoll, pipeline, steps }: Passing, outgoing: ServerResponse): boolean {
  if (trouble.kind === "stall") return isPoll ? !trouble.request : nth >= (trouble.request ?? 0);
  if (trouble.kind === "refuse") outgoing.destroy();
  const isRefused = trouble.kind === "server error" && (trouble.isReadRefused || isWrite(steps));
  if (isRefused) outgoing.writeHead(200, JSON_CONTENT).end(JSON.stringify(refusalOf(pipeline, trouble.error)));
  return trouble.kind === "refuse" || isRefused;
}

type Gathering = ReturnType<typeof startGathering>;

/** Counts the writes of 'gather writes': those that came, that were sent on, and that were answered. */
function startGathering() {
  const waiting: (() => void)[] = [];
  let [sent, answered] = [0, 0];
  const act = (trouble: Trouble, isNow: (gathered: { count: number; afterAnswers: number }) => boolean) => {
    if (trouble.kind === "gather writes" && isNow(trouble)) trouble.act();
  };
  return {
    enter: (trouble: Trouble) =>
      new Promise<void>((goOn) => {
        waiting.push(goOn);
        if (trouble.kind === "gather writes" && waiting.length === trouble.count) for (const each of waiting) each();
      }),
    send(trouble: Trouble) {
      sent += 1;
      act(trouble, ({ count, afterAnswers }) => sent === count && afterAnswers === 0);
    },
    answer(trouble: Trouble) {
      answered += 1;
      act(trouble, ({ afterAnswers }) => answered === afterAnswers);
    },
  };
}

/** What happens to a request once it goes on, and to its answer; `isMet` if the trouble is about this one. */
function whatMeets(trouble: Trouble, { isMet, gathering }: { isMet: boolean; gathering: Gathering | null }) {
  const isLostWrite = trouble.kind === "gather writes" && gathering !== null && trouble.areAnswersLost;
  return {
    isAnswerLost: trouble.kind === "lose answers" || (trouble.kind === "lose answer" && isMet) || isLostWrite,
    onSent: () => (gathering ? gathering.send(trouble) : trouble.kind === "once sent" && isMet && trouble.act()),
    change: (answer: Buffer) => (isMet ? withFault(answer, trouble) : answer),
  };
}

type Coming = { isMet: boolean; steps: Step[]; texts: string[] };

/** What happens to a request before it goes on. */
async function meet(trouble: Trouble, { isMet, steps, texts }: Coming): Promise<void> {
  if (trouble.kind === "replace statements") {
    for (const [i, step] of steps.entries()) if (trouble.of(texts[i] ?? "")) step.stmt = { sql: trouble.by };
  }
  if (!isMet) return;
  if (trouble.kind === "meanwhile") await trouble.act();
  const step = trouble.kind === "fail statement" && steps[trouble.place];
  if (step) step.stmt = { sql: "select * from a_table_that_is_not_there" };
}

function parse(body: string) {
  const pipeline = JSON.parse(body || '{"requests":[]}') as Pipeline;
  const steps = pipeline.requests.flatMap((each) => each.batch?.steps ?? []);
  // The client sends the text of a statement before the batch, which has its id.
  const stored = new Map(pipeline.requests.map(({ sql_id, sql }) => [sql_id, sql]));
  const texts = steps.map(({ stmt }) => stmt.sql ?? stored.get(stmt.sql_id) ?? `#${stmt.sql_id}`);
  return { pipeline, steps, texts, isPoll: texts.some((sql) => POLL.test(sql)) };
}

/** Occurs in the two requests of a poll: for the changes, and for the sessions of the listeners. */
const POLL = /json_group_object\(topic|"sessions"\."id" in \(select value from json_each/;

const JSON_CONTENT = { "content-type": "application/json" };

const isWrite = ([begin]: Step[]) => begin?.stmt.sql?.startsWith("BEGIN IMMEDIATE") === true;

/** The answer of sqld to a pipeline whose batch fails: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md */
function refusalOf({ requests }: Pipeline, { at, code, message }: ServerError) {
  const done = { cols: [], rows: [], affected_row_count: 0, last_insert_rowid: null };
  const results = requests.map(({ type, batch }) => {
    const steps = batch?.steps ?? [];
    // The last two steps are COMMIT and ROLLBACK.
    const place = { begin: 0, statement: 1, commit: steps.length - 2 }[at];
    const result = {
      step_results: steps.map((_, i) => (i < place ? done : null)),
      step_errors: steps.map((_, i) => (i === place ? { code, message } : null)),
    };
    return { type: "ok", response: { type, ...(batch && { result }) } };
  });
  return { baton: null, base_url: null, results };
}

type BatchResult = {
  step_results?: ({ rows_read?: number } | null)[];
  step_errors?: (Fault | null)[];
};
type PipelineAnswer = { results?: { response?: { result?: BatchResult } }[] };

/** The answer with the error that a trouble names for the statement that it has failed. */
function withFault(answer: Buffer, trouble: Trouble): Buffer {
  if (trouble.kind !== "fail statement" || !trouble.fault) return answer;
  const parsed = JSON.parse(answer.toString()) as PipelineAnswer;
  for (const { response } of parsed.results ?? []) {
    const errors = response?.result?.step_errors;
    if (errors?.[trouble.place]) errors[trouble.place] = trouble.fault;
  }
  return Buffer.from(JSON.stringify(parsed));
}

/** The number of rows that the statements of a batch read, as sqld counts them. */
function rowsReadIn(answer: Buffer): number {
  const { results = [] } = JSON.parse(answer.toString()) as PipelineAnswer;
  const steps = results.flatMap(({ response }) => response?.result?.step_results ?? []);
  return steps.reduce((sum, step) => sum + (step?.rows_read ?? 0), 0);
}

function respond(
  outgoing: ServerResponse,
  answer: HranaAnswer | null,
  { isAnswerLost, change }: Pick<ReturnType<typeof whatMeets>, "isAnswerLost" | "change">,
): void {
  if (!answer || isAnswerLost) return void outgoing.destroy();
  outgoing.writeHead(answer.status, { "content-type": answer.contentType });
  outgoing.end(answer.status === 200 ? change(answer.body) : answer.body);
}

/** Sends a request on to sqld, and returns its answer, or null if the connection was cut. */
async function forward(
  target: URL,
  incoming: IncomingMessage,
  pipeline: Pipeline,
  { streams, onSent }: { streams: ReturnType<typeof keepStreams> | null; onSent: () => unknown },
): Promise<HranaAnswer | null> {
  let notify: (() => unknown) | undefined = onSent;
  const transmit = (sent: object) => {
    const answer = post(target, incoming, JSON.stringify(sent), notify);
    notify = undefined;
    return answer;
  };
  // A request of another kind, such as one for the health of sqld, has no pipeline.
  const isOnStream = streams !== null && pipeline.requests.length > 0;
  const { authorization = "" } = incoming.headers;
  return (isOnStream ? streams.send(pipeline, authorization, transmit) : transmit(pipeline)).catch(() => null);
}

function post(target: URL, incoming: IncomingMessage, body: string, onSent?: () => unknown): Promise<HranaAnswer> {
  const { "transfer-encoding": _, "accept-encoding": __, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const upstream = send(
      {
        hostname: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
      },
      (answer) => {
        const contentType = answer.headers["content-type"] ?? "";
        const status = answer.statusCode ?? 500;
        read(answer).then((read) => resolve({ status, contentType, body: read }), reject);
      },
    );
    upstream.on("error", reject);
    upstream.end(body, onSent);
  });
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
