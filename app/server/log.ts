import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { DatabaseUnavailableError, NotAuthorizedError } from "#db/errors.ts";
import type { Outcome } from "#db/write/change.ts";
import { isLoopback } from "./env.ts";

/**
 * The worker's log: one line of JSON for each failed request, refused sign-in, outage and write (docs/operating.md, 'The log').
 * A line has no names, no addresses, no query texts and no tokens. On this machine it also has what the database said.
 */

type Level = "info" | "warn" | "error";

/** Why something failed: the kind of the error, and the status or code with which the database answered, if it did. */
type Cause = { error: string; message?: string; fault?: string; status?: number; code?: string; stack?: string[] };

/** What a monitor of the log looks for (docs/operating.md, 'Alerts'): a scheduled job or e-mails that failed, or a page for several people. */
export type Alert = "backup" | "mail" | "pages" | "payroll";

type Line = {
  level: Level;
  message: string;
  alert?: Alert;
  requestId?: string;
  method?: string;
  /** The pattern of the matched route, '*' if none matches: an address could contain anything. */
  route?: string;
  status?: number;
  /** From the start of the request to its response, in milliseconds. */
  ms?: number;
  /** What was written, in the words of the activity table. */
  writes?: { action: string; outcome: Outcome }[];
  cause?: Cause;
};

/** Writes a line to the log. */
export function logLine(line: Line): void {
  const write = { info: console.log, warn: console.warn, error: console.error }[line.level];
  write(JSON.stringify({ time: new Date().toISOString(), ...line }));
}

/** Logs a failure of work that belongs to no request, or that goes on after the response. A refusal is a warning. */
export function logFailure(message: string, error: unknown, level?: Level): void {
  const isRefusal = error instanceof NotAuthorizedError;
  logLine({ level: level ?? (isRefusal ? "warn" : "error"), message, cause: causeOf(error) });
}

/** Logs the failure of a scheduled job. */
export const logAlert = (alert: Alert, message: string, error: unknown): void =>
  logLine({ level: "error", message, alert, cause: causeOf(error) });

/** Collects the log line of one request. */
export class RequestLog {
  /** The user, the device or the network from which the request came, once it is known. No line has it. */
  person = "";
  /** Cloudflare's id of the request, or a new one. The response and error pages show it. */
  readonly id: string;
  readonly #isLocal: boolean;
  readonly #start = Date.now();
  readonly #writes: { action: string; outcome: Outcome }[] = [];
  #message: string | undefined;
  #cause: Cause | undefined;
  #isRefused = false;

  constructor(request: Request) {
    const ray = request.headers.get("CF-Ray") ?? "";
    this.id = /^[\da-f]{16}(-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID();
    this.#isLocal = isLoopback(new URL(request.url));
  }

  /**
   * Notes that the request failed or was refused. The first message stays; `error` says why, if no earlier call knew a
   * reason.
   */
  fail(message: string, error?: unknown): void {
    this.#isRefused = true;
    this.#message ??= message;
    if (error !== undefined) this.#cause ??= causeOf(error, this.#isLocal);
  }

  /** Adds a message to the line of a request that succeeds. */
  note(message: string): void {
    this.#message ??= message;
  }

  /** Notes that the database does not serve. */
  outage(error: DatabaseUnavailableError): void {
    this.#cause ??= causeOf(error);
  }

  wrote(action: string, outcome: Outcome): void {
    this.#writes.push({ action, outcome });
  }

  /** Writes the line, if the request failed, was refused, wrote something or met an outage. An unknown address is no failure. */
  finish({ method, url }: Request, routeOf: RouteFinder, { status }: Response): void {
    const failed = status >= 500 || this.#isRefused || this.#cause !== undefined;
    if (!failed && this.#writes.length === 0) return;
    logLine({
      level: status >= 500 ? "error" : failed ? "warn" : "info",
      message: this.#message ?? (failed ? "Request failed" : "Saved"),
      requestId: this.id,
      method,
      route: routeOf(new URL(url).pathname),
      status,
      ms: Date.now() - this.#start,
      ...(this.#writes.length > 0 && { writes: this.#writes }),
      ...(this.#cause && { cause: this.#cause }),
    });
  }
}

/** `isLocal` adds the database's message, which may contain parts of the statement. */
function causeOf(error: unknown, isLocal = false): Cause {
  if (!(error instanceof Error)) return { error: typeof error };
  const answer = findAnswer(error);
  if (error instanceof DatabaseUnavailableError) {
    return { error: error.name, message: error.message, fault: error.fault, ...answer };
  }
  // The message of a database error contains the statement with its values; the code says what went wrong.
  const isOfDatabase = answer !== undefined || "query" in error;
  const message = isOfDatabase && !isLocal ? {} : { message: withoutAddresses(lastCauseOf(error).message) };
  const stack = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, ...message, ...answer, stack: stack.slice(0, 8).map((line) => line.trim()) };
}

/** The HTTP status or the code with which the database refused, from the first cause that has one. */
function findAnswer(error: unknown): { status?: number; code?: string } | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { status, code } = cause as { status?: unknown; code?: unknown };
    if (typeof status === "number") return { status };
    if (typeof code === "string" && /^[A-Z_]+$/.test(code)) return { code, ...findAnswer(cause.cause) };
  }
  return undefined;
}

/**
 * The innermost cause of a database error: 'SQLite error: no such column: paddock'. The errors around it repeat the
 * statement.
 */
const lastCauseOf = (error: Error): Error => (error.cause instanceof Error ? lastCauseOf(error.cause) : error);

const withoutAddresses = (text: string) => text.replace(/[^\s"'<>]+@[^\s"'<>]+/g, "…@…").slice(0, 200);

/** Returns the pattern of the route of a path: '/horses/:id/edit'; '*' if none matches. */
type RouteFinder = (pathname: string) => string;

export function routesOf({ routes }: Pick<ServerBuild, "routes">): RouteFinder {
  type RouteObject = Parameters<typeof matchRoutes>[0][number];
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) => {
      if (!route || route.parentId !== parentId) return [];
      const { path, index, caseSensitive } = route;
      const common = { ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) };
      return [index ? { ...common, index: true } : { ...common, children: childrenOf(route.id) }];
    });
  const tree = childrenOf(undefined);
  return (pathname) => {
    // Remix warns on the console of a path that it cannot decode.
    if (!isDecodable(pathname)) return "*";
    const matches = matchRoutes(tree, pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/"));
    const parts = matches?.flatMap(({ route }) => route.path || []) ?? ["*"];
    return parts.includes("*") ? "*" : `/${parts.join("/")}`;
  };
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURI(pathname);
    return true;
  } catch {
    return false;
  }
}
