/**
 * The script that hands the loader data to Remix in the browser, which `renderToString` leaves out: see `handleDocument`. It has the form
 * of `StreamTransfer` in Remix 2.17.
 * https://github.com/remix-run/remix/blob/remix%402.17.5/packages/remix-react/single-fetch.tsx
 */
export function hydrationScript(data: string, nonce: string): string {
  const controller = "window.__remixContext.streamController";
  const text = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close()</script>`;
}
