import { describe, expect, test } from "vitest";
import {
  parseEmail,
  parseEmails,
  parseMultilineText,
  parseName,
  parseNames,
  parseText,
} from "#app/domain/basics/parse.ts";
import { escapeFormula, FORMULA_START, isFormula } from "#app/domain/basics/text.ts";

const UNWRITABLE = "This holds characters that cannot be saved. Remove them.";
const ONE_LINE = "Write this on one line, without tabs.";
const NO_TABS = "Write spaces instead of tabs.";

/** Each parser of a text with a text around the given characters. */
const parsersOfOneLine: [what: string, parse: (text: string) => object][] = [
  ["a name", (text) => parseName(`a${text}b`, "Name")],
  ["a text", (text) => parseText(`a${text}b`, 100)],
  ["one of several names", (text) => parseNames(`Ana\na${text}b`)],
  ["an e-mail address", (text) => parseEmail(`a${text}b@example.com`)],
  ["one of several e-mail addresses", (text) => parseEmails(`ana@example.com, a${text}b@example.com`)],
];

test("a text is trimmed, keeps any script, and its length is checked after trimming", () => {
  expect(parseText("  a b  ", 3)).toEqual({ value: "a b" });
  expect(parseText("Señorita Flor 🐴 馬", 100)).toEqual({ value: "Señorita Flor 🐴 馬" });
  expect(parseText("x".repeat(10), 10)).toEqual({ value: "x".repeat(10) });
  expect(parseText("x".repeat(11), 10)).toEqual({ problem: "Use at most 10 characters." });
});

test("only a text of several lines keeps its line breaks, as \\n", () => {
  expect(parseMultilineText("  a\r\nb\rc\n\nd  ", 8)).toEqual({ value: "a\nb\nc\n\nd" });
  expect(parseText(" one line\r\n", 100)).toEqual({ value: "one line" });
  for (const text of ["a\nb", "a\r\nb", "a\rb", "a\tb"]) expect(parseText(text, 100)).toEqual({ problem: ONE_LINE });
  expect(parseMultilineText("a\tb", 100)).toEqual({ problem: NO_TABS });
});

const controls = ["\0", "\u0001", "\u0007", "\u000b", "\u001b", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"];
const bidi = [..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"];
const broken = ["\ud800", "\udc00", "\ufffd", "\uffff"];

describe.each(parsersOfOneLine)("%s", (_, parse) => {
  test.each([...controls, ...bidi, ...broken])("with %j is refused", (character) => {
    expect(parse(character)).toEqual({ problem: UNWRITABLE });
  });

  test.each(["\t", "\r"])("with %j is refused", (character) => {
    expect(parse(character)).toEqual({ problem: ONE_LINE });
  });
});

test.each([...controls, ...bidi, ...broken])("a text of several lines with %j is refused", (character) => {
  expect(parseMultilineText(`a\n${character}b`, 100)).toEqual({ problem: UNWRITABLE });
});

const invisible = [
  ..." \u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u180e\u2000\u200a\u200b\u200c\u200d\u202f\u205f\u2060\u2063\u206f",
  ..."\u2800\u3000\u3164\ufe0f\ufeff\uffa0\u{1d173}\u{e0001}\u{e0020}\u{e01ef}",
];

test.each([...invisible, invisible.join("")])("a name of %j alone is empty", (text) => {
  expect(parseName(text, "Name")).toEqual({ problem: "Name is required." });
  expect(parseName(`${text}${text}`, "Name")).toEqual({ problem: "Name is required." });
  expect(parseNames(`Ana\n${text}`)).toEqual({ value: ["Ana"] });
  expect(parseText(text, 1_000)).toEqual({ value: "" });
});

const signs = [..."=+-@＝＋－＠"];

test.each(signs)("a text that begins with %s is a formula, also behind invisible characters", (sign) => {
  for (const prefix of ["", ...invisible, "\u200b \u00ad", "\u3164\u3164"]) {
    const text = `${prefix}${sign}1+1`;
    expect([text, parseName(text, "Name")]).toEqual([
      text,
      { problem: `Name cannot begin with ${sign}: spreadsheets take that for a formula.` },
    ]);
    expect([text, parseNames(text)]).toEqual([text, { problem: `${sign}1+1 would be a formula in a spreadsheet.` }]);
    expect([text, isFormula(text)]).toEqual([text, true]);
    expect([text, escapeFormula(text)]).toEqual([text, `'${text}`]);
  }
  expect(parseEmail(`${sign}a@example.com`)).toEqual({ problem: "Invalid email format." });
  expect(parseEmails(`${sign}a@example.com`)).toHaveProperty("problem");
});

test.each([
  "Zoë Łukasz",
  "O'Brien",
  "O’Brien-Smith, M. = 2",
  "日本ダービー",
  "فرس سريع",
  "סוס",
  "شاهین\u200cپور",
  "क्\u200dष",
  "👩\u200d🚀 Team",
  "👨\u200d👩\u200d👧",
  "❤\ufe0f",
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "e\u0301",
  "5 = five",
  "'=1",
])("the name %j is saved as it is", (name) => {
  expect(parseName(name, "Name")).toEqual({ value: name });
  expect(parseNames(name)).toEqual({ value: [name] });
  expect(escapeFormula(name)).toBe(name);
});

test.each([
  ["\u200bBella", "Bella"],
  [" \u2060\u3164 Bella ", "Bella"],
])("invisible characters before the name %j are dropped", (typed, name) => {
  expect(parseName(typed, "Name")).toEqual({ value: name });
});

test("an e-mail address holds no invisible characters, and is in lower case", () => {
  expect(parseEmail("  New.Admin@Example.COM ")).toEqual({ value: "new.admin@example.com" });
  for (const character of invisible)
    expect([character, parseEmail(`a${character}b@example.com`)]).toEqual([
      character,
      { problem: "Invalid email format." },
    ]);
});

test("a phone number may begin with +, and comments with -", () => {
  expect(parseText("+1 555 0100", 50)).toEqual({ value: "+1 555 0100" });
  expect(parseMultilineText("- left hind\n- right hind", 100)).toEqual({ value: "- left hind\n- right hind" });
});

test("the characters that may begin a formula are the signs, and those that Unicode calls blank or ignorable", () => {
  const guard = new RegExp(FORMULA_START, "u");
  const expected = /[\p{White_Space}\p{Zs}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800=+\-@＝＋－＠]/u;
  const differing = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (guard.test(character) !== expected.test(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@here", "'@here"],
  ["＝1", "'＝1"],
  ["\tx", "'\tx"],
  ["\rx", "'\rx"],
  ["\u200b=1", "'\u200b=1"],
  ["Bella = 2", "Bella = 2"],
  ["'=1", "'=1"],
  ["", ""],
])("the text %j is written to a file as %j", (text, written) => {
  expect(escapeFormula(text)).toBe(written);
});
