import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ConflictError } from "#db/errors.ts";
import {
  answeredQuestions,
  answerQuestion,
  askQuestion,
  openQuestions,
  openQuestionsOfBill,
  questionsOfLink,
  questionsToAnswer,
} from "#db/queries/statements/statement-questions.ts";
import type { Change } from "#db/write/change.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { addSharedLink, type TestLink } from "#tests/support/barn/shared-links.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* docs/product.md, 'Questions' */

let database: Awaited<ReturnType<typeof openDatabase>>;
let link: TestLink;
let seq: number;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.rows("delete from statement_questions");
  [link, seq] = await newLink();
});

async function newLink(endsOn = "2026-11-25"): Promise<[TestLink, number]> {
  const made = await addSharedLink(database.rows, endsOn);
  const [bill] = await database.rows("select seq from bill_items where id = ?", [made.billId]);
  return [made, Number(bill?.seq)];
}

const TODAY = "2026-11-25";
const at = (minute: number) => new Date(Date.UTC(2026, 10, 25, 17, minute));
const by = (minute: number) => ({ actor: "alex@hayloft.example", at: at(minute) });
const write = (change: Change) => database.connect().write(change);
const first = async <Row>(query: Parameters<ReturnType<typeof database.connect>["read"]>[0]) =>
  ((await database.connect().read(query)) as Row[])[0] as Row;

/** Asks at a minute, and returns the id of the question. */
async function ask(question: string, minute = 0, [of, bill] = [link, seq]): Promise<string> {
  const idempotencyKey = crypto.randomUUID();
  const asked = { idempotencyKey, linkId: of.id, lineKey: "k", seq: bill, line: `Line of ${of.horse}`, question };
  expect(await write(askQuestion(asked, at(minute), TODAY))).toBe("written");
  return idempotencyKey;
}

const answer = (id: string, reply: string, minute = 59) =>
  write(answerQuestion({ id, reply, idempotencyKey: crypto.randomUUID(), isMailed: false }, by(minute)));

type Listed = { questions: Record<string, unknown>[] };
const listed = async (query: Parameters<typeof first>[0]) => (await first<Listed>(query)).questions;
const tokenHash = async () =>
  String((await database.rows("select token_hash from statement_links where id = ?", [link.id]))[0]?.token_hash);

test("a question and its answer are changes of a visitor and of an admin, with the customer and the line as their name", async () => {
  const id = await ask("Why?");
  await answer(id, "Because.");
  const entries = await database.rows(
    "select e.actor, e.action, e.kind, e.change, e.records from activity_entries e join activity_records r on r.seq = e.seq where r.record_id = ? order by e.seq",
    [id],
  );
  const common = { kind: "statement_questions", records: `${link.customer}, Line of ${link.horse}` };
  expect(entries).toEqual([
    { actor: "visitor", action: "ask about statement", change: "add", ...common },
    { actor: "alex@hayloft.example", action: "answer question", change: "edit", ...common },
  ]);
  const [change] = await database.rows(
    "select topics from activity where action = 'answer question' order by rowid desc",
  );
  expect(JSON.parse(String(change?.topics))).toEqual(["statements"]);
});

test.each([
  ["has ended", "update statement_links set ends_on = '2026-11-24' where id = ?", () => link.id],
  ["was stopped", "update statement_links set stopped_at = '2026', stopped_by = 'ann' where id = ?", () => link.id],
  ["is of a deleted customer", "update customers set deleted_at = '2026' where id = ?", () => link.customerId],
  ["never was", "delete from statement_links where id = ?", () => link.id],
  ["is of a bill that never was", "delete from bill_items where id = ?", () => link.billId],
])("a question through a link that %s is a conflict", async (_, statement, id) => {
  await database.rows(statement, [id()]);
  const asked = { idempotencyKey: crypto.randomUUID(), linkId: link.id, lineKey: "k", seq, line: "L", question: "Q" };
  await expect(write(askQuestion(asked, at(0), TODAY))).rejects.toThrow(ConflictError);
  expect(await database.rows("select 1 from statement_questions")).toEqual([]);
});

test("of three questions at once, two are written where two may be open", async () => {
  for (let n = 0; n < 18; n += 1) await ask(`Question ${n}`);
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((each) => ask(each)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(await first(questionsToAnswer())).toEqual({ count: 20, customers: [link.customer] });
  await ask("Of another link", 0, await newLink());
});

test("of two answers at once, one is written", async () => {
  const id = await ask("Why?");
  const outcomes = await Promise.allSettled([answer(id, "First"), answer(id, "Second")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(answer(crypto.randomUUID(), "None")).rejects.toThrow(ConflictError);
});

test("the office has open questions from the oldest, with their bills, and answered ones from the last answer", async () => {
  const [other, otherSeq] = await newLink();
  const [late, early] = [await ask("Late", 2), await ask("Early", 1, [other, otherSeq])];
  await database.rows("update bill_items set voided_at = '2026', deleted_at = '2026' where id = ?", [other.billId]);
  await importAsExported(database.rows, [link.billId]);
  const ofLink = { first: "2026-10-01", last: "2026-10-31", customerId: link.customerId, customer: link.customer };
  expect(await listed(openQuestions(at(59)))).toMatchObject([
    { id: early, billId: other.billId, billStatus: "voided" },
    {
      id: late,
      billId: link.billId,
      billStatus: "exported",
      ...ofLink,
      answeredBy: null,
      askedAt: at(2).toISOString(),
    },
  ]);
  await database.rows("update customers set deleted_at = '2026' where id = ?", [link.customerId]);
  await answer(late, "", 10);
  await answer(early, "Yes.", 11);
  expect(await listed(openQuestions(at(59)))).toEqual([]);
  expect(await listed(answeredQuestions(at(59)))).toMatchObject([
    { id: early, reply: "Yes.", answeredBy: "alex@hayloft.example", answeredAt: at(11).toISOString() },
    { id: late, reply: "", customer: `${link.customer} (deleted)` },
  ]);
});

test("a run that was undone leaves no bill to edit", async () => {
  await ask("Why?");
  await database.rows("update bill_items set deleted_at = '2026' where id = ?", [link.billId]);
  expect(await listed(openQuestions(at(59)))).toMatchObject([{ billStatus: "voided" }]);
});

test("the lists are bounded: 100 open ones, 50 answered ones, 100 of a link", async () => {
  await database.rows(
    `with recursive n(n) as (values (1) union all select n + 1 from n where n < 300)
      insert into statement_questions (id, link_id, bill_item_id, line, question, asked_at, answered_at, answered_by)
      select 'q' || n, ?, ?, 'Line', 'Question ' || n, printf('2026-11-20T12:%03d', n), iif(n > 150, printf('2026-11-21T12:%03d', n), null), iif(n > 150, 'ann', null) from n`,
    [link.id, link.billId],
  );
  const [open, answered, ofLink, ofBill] = await Promise.all([
    listed(openQuestions(at(59))),
    listed(answeredQuestions(at(59))),
    listed(questionsOfLink(await tokenHash())),
    listed(openQuestionsOfBill(link.billId)),
  ]);
  expect([open.length, open[0]?.id, open.at(-1)?.id]).toEqual([100, "q1", "q100"]);
  expect([answered.length, answered[0]?.id, answered.at(-1)?.id]).toEqual([50, "q300", "q251"]);
  expect([ofLink.length, ofLink[0]?.id, ofLink.at(-1)?.id]).toEqual([100, "q300", "q201"]);
  expect([ofBill.length, ofBill[0]?.id]).toEqual([150, "q1"]);
  expect(await first(questionsToAnswer())).toEqual({ count: 150, customers: [link.customer] });
});

test("a page lists the questions of its own link, and a bill its own open ones", async () => {
  const other = await newLink();
  const [mine, answered] = [await ask("Mine", 1), await ask("Answered", 2)];
  await ask("Another's", 3, other);
  await answer(answered, "Yes.");
  expect((await listed(questionsOfLink(await tokenHash()))).map(({ id }) => id)).toEqual([answered, mine]);
  expect(await listed(openQuestionsOfBill(link.billId))).toEqual([{ id: mine, question: "Mine" }]);
  expect(await listed(questionsOfLink("0"))).toEqual([]);
});

test("those who ask are named from the one who has waited longest, each once", async () => {
  const [second, third] = [await newLink(), await newLink()];
  await ask("b", 2, second);
  await ask("c", 3, third);
  await ask("a", 1);
  await ask("b again", 0, second);
  expect(await first(questionsToAnswer())).toEqual({
    count: 4,
    customers: [second[0].customer, link.customer, third[0].customer],
  });
});
