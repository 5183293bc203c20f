/** What is wrong with the address of a database, to follow its name: 'has a blank'; undefined if nothing is. */
export function problemOfAddress(address: string): string | undefined {
  if (/\s/.test(address)) return "has a blank";
  if (!/^(libsql|https?):\/\//.test(address)) return "must begin with libsql://, https:// or http://";
  if (!URL.canParse(address) || new URL(address).host === "") return "is no address";
  // The client refuses most parameters with a code, and the token has a variable of its own.
  if (/[?#]/.test(address)) return 'must end before its "?" or "#"';
  return undefined;
}
