/** No form of the app comes near this size. */
const MAX_BODY_BYTES = 64 * 1024;

/** The files of an import (docs/product.md, 'Import'), of at most 10 MB together with the marks between them. */
const MAX_UPLOAD_BYTES = 10_100_000;
const UPLOAD_PATHS: readonly string[] = ["/import", "/import.data"];

/** `posted` is the posted form as text; undefined for a form with files. */
type Guarded = { request: Request; posted?: string } | { status: number; message: string };

/**
 * The request with its body read, or a status and message that refuse it: any method but GET, HEAD and POST, a post without
 * this app's Origin, a body that is not a URL-encoded form or exceeds 64 KB (docs/security.md, 'Refused requests'). A GET loses its
 * body. Remix's own check accepts posts without an Origin header. The files of an import are not read here: their route reads them
 * once it knows that an admin has sent them, and that reading fails where they exceed 10 MB.
 */
export async function guardOrigin(request: Request): Promise<Guarded> {
  if (request.method === "GET" || request.method === "HEAD") return { request: withoutBody(request) };
  if (request.method !== "POST") return { status: 405, message: "This address takes only GET and POST." };

  const type = request.headers.get("Content-Type") ?? "";
  const isUpload = UPLOAD_PATHS.includes(new URL(request.url).pathname) && /^multipart\/form-data\s*;/i.test(type);
  const isForeign = isFromElsewhere(request);
  // The body is received before the post is refused: otherwise workerd resets the connection, and a browser cannot show why.
  const body = isUpload && !isForeign ? null : await readAtMost(request, MAX_BODY_BYTES);
  if (isForeign) {
    return { status: 403, message: "This form was not sent from Hayloft’s own page, so nothing was saved." };
  }
  if (isUpload) return { request: withLimit(request, MAX_UPLOAD_BYTES) };
  if (!/^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    return { status: 415, message: "This address takes only plain forms; nothing was saved." };
  }
  if (body === null)
    return { status: 413, message: "This form is larger than 64 KB; nothing was saved. Shorten it and send it again." };
  return { request: new Request(request, { body }), posted: body };
}

function isFromElsewhere({ url, headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  return headers.get("Origin") !== new URL(url).origin || (site !== null && site !== "same-origin");
}

/**
 * The GET request without its body. Remix copies the request, which fails if a GET has a body, and workerd treats
 * `Content-Length: 0` as a body.
 */
function withoutBody(request: Request): Request {
  const { url, method, headers, signal, body } = request;
  return body ? new Request(url, { method, headers, signal }) : request;
}

/** The request with a body that is received whole, and fails at its end if it has more than `limit` bytes. */
function withLimit(request: Request, limit: number): Request {
  let length = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length <= limit) controller.enqueue(chunk);
    },
    flush() {
      if (length > limit) throw new RangeError("The body is too long");
    },
  });
  if (!request.body) return request;
  // Node, in which `npm run dev` runs the app, needs `duplex` for a stream.
  const init: RequestInit & { duplex: "half" } = { body: request.body.pipeThrough(counter), duplex: "half" };
  return new Request(request, init);
}

/** The body as text; null if it is longer than `limit` bytes. More than `limit` is received and dropped, up to the size of an upload. */
async function readAtMost(request: Request, limit: number): Promise<string | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_UPLOAD_BYTES) return null;
  const reader = request.body?.getReader();
  const decoder = new TextDecoder();
  let body = "";
  let length = 0;
  while (reader && length <= MAX_UPLOAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length <= limit) body += decoder.decode(value, { stream: true });
  }
  return length > limit ? null : body + decoder.decode();
}
