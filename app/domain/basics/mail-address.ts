/*
 * The addresses of mails (docs/operating.md, 'Mail'). They are stricter than those of records, because a mail provider reads a
 * comma or an angle bracket in an address as the end of it.
 */

const PART = String.raw`[^\s\p{C}<>()[\]@,;:"\\]+`;
const PLAIN_ADDRESS = new RegExp(String.raw`^${PART}@${PART}\.${PART}$`, "u");
/** A name, which needs quotes if it has a special character such as a comma, and an address in angle brackets. */
const NAMED_ADDRESS = /^(?:[^\p{C}<>()[\]@,;:"\\]+|"[^\p{C}"\\]+") <([^<>]+)>$/u;
const LONGEST_ADDRESS = 254;
const LONGEST_SENDER = 320;

/** Whether the text is one e-mail address without a name. */
export function isPlainAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && PLAIN_ADDRESS.test(text);
}

/** Whether the text is an e-mail address, or a name and an address in angle brackets, on one line. */
export function isSender(text: string): boolean {
  if (text.length > LONGEST_SENDER) return false;
  const [, address = text] = text.match(NAMED_ADDRESS) ?? [];
  return isPlainAddress(address);
}
