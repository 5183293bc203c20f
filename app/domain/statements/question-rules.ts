import { formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { readText } from "#app/domain/basics/text.ts";

/* Questions about lines of shared statements (docs/product.md, 'Questions'). */

/** How many questions of one link may wait for an answer. */
export const MAX_OPEN_QUESTIONS = 20;

/** How many open questions the office sees at once. */
export const MAX_SHOWN_QUESTIONS = 100;

/** The most characters of a question, and of a reply. */
export const MAX_QUESTION = 1_000;

const MAX_LINE = 500;

type Line = { date: LocalDate; text: string; amount: Cents };

/** A line of a statement in words: 'Bella: Lesson, 10/05/2026, $130.00'. A long name is cut short. */
export function lineInWords(horse: string, { date, text, amount }: Line): string {
  const what = `${horse}: ${text}`;
  const rest = `, ${formatUsDate(date)}, ${formatDollars(amount)}`;
  const room = MAX_LINE - rest.length;
  // By characters, as the database counts them.
  const characters = Array.from(what);
  return (characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : what) + rest;
}

/** The number of the bill of a line, by the line's key; of a correction it has two parts. */
export const seqOfLine = (key: string) => Number(key.split(".")[0]);

type Read = { value: string } | { problem: string };

/** A question as it is saved, or why it cannot be. */
export function readQuestion(text: string): Read {
  const read = readBounded(text);
  return "value" in read && read.value === "" ? { problem: "Write what you want to ask." } : read;
}

/** A reply as it is saved, or why it cannot be; '' answers without words. */
export const readReply = (text: string): Read => readBounded(text);

function readBounded(text: string): Read {
  const read = readText(text, true);
  const length = "value" in read ? Array.from(read.value).length : 0;
  if (length <= MAX_QUESTION) return read;
  return { problem: `Write at most 1,000 characters; this has ${length.toLocaleString("en-US")}.` };
}

/** The day in New York of an instant (UTC, ISO 8601), as it is shown: '11/25/2026'. */
export const usDayOf = (instant: string) => formatUsDate(todayInNewYork(new Date(instant)));
