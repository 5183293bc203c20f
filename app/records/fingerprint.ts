/**
 * The SHA-256 in hex of what a dialog shows, which its form carries to Confirm (docs/decisions/fingerprints.md): the texts
 * that were read, and what else the change depends on.
 */
export async function fingerprintOf(...shown: (string | number)[]): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(shown)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a form's text can be a fingerprint. */
export const isFingerprint = (text: string) => /^[\da-f]{64}$/.test(text);
