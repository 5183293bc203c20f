import type { ParseResult } from "#app/domain/basics/parse.ts";
import { MAX_CELL } from "./import-sheets.ts";

/** How deep the values of an import may be nested. Those of a record are nested two or three deep. */
const MAX_LEVELS = 100;

/**
 * The value of a JSON text, or a problem that follows the name of the file. Refuses texts that `JSON.parse` accepts
 * silently: an object with a key twice, of which only the last value would be imported, and nesting that is too deep to
 * serialize again.
 */
export function parseImportedJson(text: string): ParseResult<unknown> {
  const problem = problemOf(text);
  if (problem) return { problem };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `is not JSON: ${(error as Error).message}.` };
  }
}

/** The keys so far of an open object in a text; null for an open array. */
type Level = Set<string> | null;

/** Scans the brackets and strings of a text. Leaves invalid JSON to the parser. */
function problemOf(text: string): string | undefined {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{" || char === "[") levels.push(char === "{" ? new Set() : null);
    else if (char === "}" || char === "]") levels.pop();
    if (levels.length > MAX_LEVELS) return `has values that are nested more than ${MAX_LEVELS} deep.`;
    if (char !== '"') continue;
    const start = at;
    at = endOfString(text, start);
    if (at - start > MAX_CELL + 1)
      return `has a text of more than ${MAX_CELL.toLocaleString("en-US")} characters in line ${lineOf(text, start)}.`;
    const keys = levels.at(-1);
    if (!keys || !isKey(text, at)) continue;
    const key = text.slice(start + 1, at);
    if (keys.has(key)) return `has the key '${key.slice(0, 60)}' twice in one object, in line ${lineOf(text, start)}.`;
    keys.add(key);
  }
  return undefined;
}

/** The place of the quotation mark that ends a string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === "\\") at += 1;
  }
  return text.length;
}

/** Whether a colon follows a string. */
function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (" \n\r\t".includes(text[at] ?? "x")) at += 1;
  return text[at] === ":";
}

const lineOf = (text: string, end: number) => text.slice(0, end).split("\n").length;
