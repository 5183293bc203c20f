import type { AppLoadContext } from "@remix-run/cloudflare";
import { lettersOf } from "#app/domain/shell/first-admin-code.ts";
import { anyAdmin } from "#db/queries/barn/admins.ts";

/**
 * Whether a signed-in user can become the first admin: this worker has a code, and the database has no admin. A deployed worker has no
 * code, and reads nothing.
 * @throws DatabaseUnavailableError
 */
export async function isWithoutAdmin({ firstAdminCode, db }: AppLoadContext): Promise<boolean> {
  return firstAdminCode !== null && (await db.read(anyAdmin())).length === 0;
}

/** Whether the typed code is right. The comparison takes the same time for every wrong code. */
export async function isSameCode(typed: string, code: string): Promise<boolean> {
  const digests = await Promise.all(
    [typed, code].map((text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(lettersOf(text)))),
  );
  const [a = new Uint8Array(), b = new Uint8Array()] = digests.map((digest) => new Uint8Array(digest));
  return a.reduce((difference, byte, i) => difference | (byte ^ (b[i] ?? 0)), 0) === 0;
}
