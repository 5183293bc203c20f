import { expect, test } from "vitest";
import { isSameCode } from "#app/auth/first-admin.ts";
import { CODE_BYTES, codeOf, isCode } from "#app/domain/shell/first-admin-code.ts";

test.each([
  [[0, 1, 2, 3, 4, 5, 6, 7], "ABCD-EFGH"],
  [[8, 12, 13, 23, 24, 31, 32, 255], "JNPZ-29A9"],
])("the code of the bytes %j is %s", (bytes, code) => expect(codeOf(new Uint8Array(bytes))).toBe(code));

test("a code has 40 bits: 32 letters and digits, none of which looks like another, come equally often", () => {
  const all = Array.from({ length: 256 }, (_, byte) => codeOf(new Uint8Array(CODE_BYTES).fill(byte)));
  const letters = all.map((code) => code.slice(0, 1));
  expect(letters.join("")).toMatch(/^[^0O1Il]+$/);
  const alphabet = [...new Set(letters)];
  const counts = alphabet.map((each) => letters.filter((letter) => letter === each).length);
  expect([alphabet.length, ...new Set(counts)]).toEqual([32, 8]);
  expect(Math.log2(alphabet.length) * CODE_BYTES).toBeGreaterThanOrEqual(40);
  expect(all.filter((code) => !isCode(code))).toEqual([]);
});

test.each(["", "ABCD-EFG", "ABCDEFGH", "ABCD-EFGH-JKLM", "ABCD-EFG0", "abcd-efgh", " ABCD-EFGH"])(
  "'%s' is no code",
  (text) => expect(isCode(text)).toBe(false),
);

test.each([
  ["K7QF-3MXD", true],
  ["k7qf-3mxd", true],
  [" K7QF 3MXD ", true],
  ["K7QF3MXD", true],
  ["K7QF–3MXD", false],
  ["K7QF-3MXE", false],
  ["J7QF-3MXD", false],
  ["K7QF-3MX", false],
  ["K7QF-3MXDD", false],
  ["", false],
])("'%s', typed for K7QF-3MXD, is the code: %s", async (typed, isSame) =>
  expect(await isSameCode(typed, "K7QF-3MXD")).toBe(isSame),
);
