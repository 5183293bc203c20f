/** What is wrong with the address of a database, to follow its name: 'has a blank'; undefined if nothing is. */
export function problemOfAddress(address: string): string | undefined {
  if (/\s/.test(address)) return "has a blank";
  if (!/^(libsql|https?|wss?):\/\//.test(address)) return "must begin with libsql://, https:// or http://";
  if (!URL.canParse(address) || new URL(address).host === "") return "is no address";
  return undefined;
}
