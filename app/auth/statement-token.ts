/*
 * The tokens of links to shared statements. A token is made of the id of its link and the worker's secret, so that the office can copy
 * the address again, and the database, which has the hash alone, opens no statement (docs/decisions/statement-links.md).
 */

const BYTES = 16;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The token of a link: 128 bits, as 22 characters of base64url. */
export async function tokenOf(secret: string, linkId: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, bytesOf(`statement link ${linkId}`));
  const text = btoa(String.fromCharCode(...new Uint8Array(signed, 0, BYTES)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Whether a text has the form of a token. */
export const isToken = (text: string) => /^[\w-]{22}$/.test(text);

/** The SHA-256 of a text, in hexadecimal digits. */
export async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
