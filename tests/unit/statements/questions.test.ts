import { expect, test } from "vitest";
import { kindOfChange } from "#app/domain/activity/activity.ts";
import { lineInWords, readQuestion, readReply, seqOfLine, usDayOf } from "#app/domain/statements/question-rules.ts";
import type { Situation } from "#app/routes/overview/situation.ts";
import { todosOf } from "#app/routes/overview/todos.ts";

/* docs/product.md, 'Questions' */

const LINE = { date: "2026-10-05", text: "Lesson", amount: 13_000 };

test.each([
  ["Bella", LINE, "Bella: Lesson, 10/05/2026, $130.00"],
  [
    "Bella",
    { ...LINE, text: "Boarding for September 2026", amount: -5 },
    "Bella: Boarding for September 2026, 10/05/2026, -$0.05",
  ],
])("the line of %s is in words: %o", (horse, line, words) => expect(lineInWords(horse, line)).toBe(words));

test("a line has at most 500 characters, its day and amount among them, and no half of a character", () => {
  const words = lineInWords("🐴".repeat(600), LINE);
  expect(Array.from(words)).toHaveLength(500);
  expect(words).toMatch(/🐴…, 10\/05\/2026, \$130\.00$/u);
  expect(words.isWellFormed()).toBe(true);
  const [room] = [500 - "x: Lesson, 10/05/2026, $130.00".length + 1];
  expect(lineInWords("x".repeat(room), LINE)).toBe(`${"x".repeat(room)}: Lesson, 10/05/2026, $130.00`);
});

test.each([
  ["17", 17],
  ["17.0", 17],
  ["123456789.12", 123_456_789],
])("the bill of the line %s is number %d", (key, seq) => expect(seqOfLine(key)).toBe(seq));

test.each<[string, { value: string } | { problem: unknown }]>([
  [" Why\r\ntwice? ", { value: "Why\ntwice?" }],
  ["🐴".repeat(1_000), { value: "🐴".repeat(1_000) }],
  ["", { problem: "Write what you want to ask." }],
  ["\n ", { problem: "Write what you want to ask." }],
  ["🐴".repeat(1_001), { problem: "Write at most 1,000 characters; this has 1,001." }],
  ["a\u202e", { problem: expect.stringContaining("cannot be saved") }],
  ["a\tb", { problem: expect.stringContaining("spaces instead of tabs") }],
])("the question %j is read as %j", (text, read) => expect(readQuestion(text)).toEqual(read));

test("a reply may be empty, and is bounded as a question is", () => {
  expect(readReply(" ")).toEqual({ value: "" });
  expect(readReply("x".repeat(1_001))).toHaveProperty("problem");
});

test.each([
  ["2026-11-25T04:59:59.000Z", "11/24/2026"],
  ["2026-11-25T05:00:00.000Z", "11/25/2026"],
])("the day of %s is that in New York", (instant, day) => expect(usDayOf(instant)).toBe(day));

test("a question is added, and an answer changes it", () => {
  expect(["ask about statement", "answer question"].map(kindOfChange)).toEqual(["add", "edit"]);
});

const nothing: Situation = {
  ...{ lastPayroll: "2026-11-23T12:00:00Z", scheduled: null, activeGrooms: 0, idleGrooms: [], waiting: [] },
  ...{
    paymentsDue: { count: 0, sum: 0 },
    nextPayment: null,
    unbilledBoard: [],
    isBoardCut: false,
    unbilledShows: { count: 0, sum: 0 },
  },
  ...{ pending: { count: 0, sum: 0 }, findings: { old: 0, future: 0, unknown: 0, zero: 0 } },
  ...{ exports: [], salaries: { count: 0, sum: 0 }, corrections: { count: 0, sum: 0 } },
  ...{
    questions: { count: 0, customers: [] },
    lateEntries: [],
    unsent: [],
    backups: { finished: [], hasBucket: false },
    failing: [],
  },
};

test.each([
  [0, [], undefined, undefined],
  [1, ["Ann"], "1 question about statements", "Ann."],
  [3, ["Ann", "Bob"], "3 questions about statements", "Ann and Bob."],
  [1_200, ["Ann", "Bob", "Cy", "Di", "Ed"], "1,200 questions about statements", "Ann, Bob, Cy and 2 more."],
])("%d open questions of %j are the to-do %j", (count, customers, text, note) => {
  const todos = todosOf(
    { ...nothing, questions: { count, customers } },
    "2026-11-25",
    new Date("2026-11-25T17:00:00Z"),
  );
  const [todo] = todos.filter(({ id }) => id === "questions");
  expect([todo?.text, todo?.note, todo?.to]).toEqual([text, note, todo && "/customers/questions"]);
});
