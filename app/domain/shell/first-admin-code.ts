/* The code with which the first account of a barn makes itself an admin (docs/product.md, 'The first admin'). */

/** 32 letters and digits that are not taken for one another: no 0, O, 1 and I. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** How many random bytes a code is made of; each gives 5 bits, 40 in all. */
export const CODE_BYTES = 8;

/** The code of these random bytes: 'K7QF-3MXD'. */
export function codeOf(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, CODE_BYTES), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Whether a text has the form of a code. */
export const isCode = (text: string): boolean => new RegExp(`^[${ALPHABET}]{4}-[${ALPHABET}]{4}$`).test(text);

/** A code as it was typed, without regard to case, spaces and hyphens. */
export const lettersOf = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, "");
