/**
 * Why an address is refused before Remix reads it; null if it is not. Remix fails on some backslashes, reads `//host` as another
 * host, and logs a malformed path and its old data parameter (docs/security.md, 'Refused requests').
 */
export function refuseAddress({ pathname, searchParams }: URL): { status: number; message: string } | null {
  if (!isWellFormed(pathname)) return { status: 404, message: "There is no page at this address." };
  if (searchParams.has("_data")) return { status: 400, message: "Hayloft has no parameter called _data." };
  return null;
}

function isWellFormed(pathname: string): boolean {
  try {
    return !pathname.startsWith("//") && !decodeURIComponent(pathname).includes("\\");
  } catch {
    return false;
  }
}
