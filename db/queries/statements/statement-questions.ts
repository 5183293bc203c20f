import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { BillStatus } from "#app/domain/bills/mend-bill.ts";
import { type AnswerMail, NO_ADDRESS } from "#app/domain/statements/answer-mail.ts";
import { MAX_OPEN_QUESTIONS, MAX_SHOWN_QUESTIONS } from "#app/domain/statements/question-rules.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { billStatus } from "#db/queries/bills/bills.ts";
import { activity, billItems, corrections, customers, statementLinks, statementQuestions } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type Change, setOf } from "#db/write/change.ts";
import { type By, nameOrDeleted } from "#db/write/records.ts";
import { isRemembered, isUnconfirmed } from "./queued-mails.ts";
import { isWorking } from "./statement-links.ts";

/* Questions about lines of shared statements, and the answers of the office (docs/product.md, 'Questions'). */

/** A question as a form sends it. `lineKey` is the key of the line on the page, and `seq` that of the line's bill. */
type Asked = { idempotencyKey: string; linkId: string; lineKey: string; seq: number; line: string; question: string };

/** Asks about a line. ConflictError if the link has ended, its customer is deleted, or too many of its questions are open. */
export function askQuestion({ idempotencyKey, seq, line, ...asked }: Asked, at: Date, today: LocalDate): Change {
  const { linkId, question } = asked;
  return {
    actor: "visitor",
    at,
    idempotencyKey,
    action: "ask about statement",
    // Without the words of the line: its invoice or amount may be different when the form is sent again.
    payload: asked,
    audited: [{ table: statementQuestions, ids: [idempotencyKey] }],
    preconditions: [
      sql`exists (select 1 from ${statementLinks} l join ${customers} c on c.id = l.customer_id
        where l.id = ${linkId} and c.deleted_at is null and ${isWorking(today)})`,
      lt(statements.$count(statementQuestions, sql`link_id = ${linkId} and answered_at is null`), MAX_OPEN_QUESTIONS),
    ],
    mutations: [
      {
        sql: sql`insert into ${statementQuestions} (id, link_id, bill_item_id, line, question, asked_at)
          select ${idempotencyKey}, ${linkId}, id, ${line}, ${question}, ${at.toISOString()} from ${billItems} where seq = ${seq}`,
        expectRows: 1,
      },
    ],
  };
}

/** A reply as the office's page sends it. `isMailed`: whether the queue sends it to the customer, too. */
type Reply = { id: string; reply: string; idempotencyKey: string; isMailed: boolean };

/** Answers a question, with words or without. ConflictError if it is answered already. */
export function answerQuestion({ id, reply, idempotencyKey, isMailed }: Reply, by: By): Change {
  const now = by.at.toISOString();
  const hasAddress = sql`${emailsOfAsker} <> '[]'`;
  const mail = {
    mailState: sql<"sending" | "refused">`iif(${hasAddress}, 'sending', 'refused')`,
    mailProblem: sql<string>`iif(${hasAddress}, '', ${NO_ADDRESS})`,
    ...{ mailedTo: emailsOfAsker, mailedAt: now, queuedAt: now, mailedBy: by.actor },
  };
  const answered = {
    ...{ reply, answeredAt: now, answeredBy: by.actor },
    // The provider may have sent an answer that was undone: its key is never used again.
    mailAttempt: sql`mail_attempt + 1`,
    ...(isMailed ? mail : { mailState: null, mailProblem: "" }),
  };
  const update = statements.update(statementQuestions).set(answered);
  return {
    ...by,
    idempotencyKey,
    action: "answer question",
    payload: { id, reply },
    audited: [{ table: statementQuestions, ids: [id] }],
    mutations: [
      {
        sql: update.where(and(eq(statementQuestions.id, id), isNull(statementQuestions.answeredAt))),
        expectRows: 1,
      },
    ],
  };
}

/** The addresses that the customer of a question has now, as JSON. */
const emailsOfAsker = sql<
  string[]
>`(select c.emails from ${statementLinks} l join ${customers} c on c.id = l.customer_id where l.id = link_id)`;

/**
 * The condition that the e-mail with a reply can be given to the queue again: the link works, the customer has an address, and the
 * provider has refused it, or may have sent it to the same addresses and still knows its key. `q` is the question.
 */
const canMailAgain = (now: Date) =>
  sql`q.reply <> '' and q.answered_at is not null and exists (select 1 from ${statementLinks} l join ${customers} c on c.id = l.customer_id
    where l.id = q.link_id and c.deleted_at is null and c.emails <> '[]' and ${isWorking(todayInNewYork(now))}
    and (q.mail_state = 'refused' or (${isUnconfirmed(now, "q.")} and ${isRemembered(now, "q.")} and q.mailed_to = c.emails)))`;

/** Selects the replies whose e-mails the queue has lost or given up, and that can be given to it again, as one list. */
export const answersToQueue = (now: Date) =>
  statements
    .select({ answers: asList<{ id: string }>({ id: sql`q.id` }) })
    .from(sql`${statementQuestions} q where q.mail_state = 'sending' and ${canMailAgain(now)}`);

/** Gives e-mails with replies to the queue again. `mailedBy` is who pressed; null leaves it as it was. */
export function mailAnswersAgain(
  ids: readonly string[],
  { mailedBy, ...by }: By & { idempotencyKey: string; mailedBy: string | null },
): Change {
  const now = by.at.toISOString();
  return {
    ...by,
    action: "send answer",
    payload: { ids },
    audited: [{ table: statementQuestions, ids }],
    mutations: [
      {
        sql: sql`update ${statementQuestions} as q set mail_state = 'sending', mail_problem = '', queued_at = ${now}, mailed_by = coalesce(${mailedBy}, mailed_by),
          mailed_at = iif(mail_state = 'sending', mailed_at, ${now}), mailed_to = ${emailsOfAsker}
          where id in ${setOf({ ids })} and ${canMailAgain(by.at)}`,
        expectRows: "any",
      },
    ],
  };
}

/** A question as the shared page has it. Instants are in UTC, ISO 8601. */
export type LinkQuestion = {
  id: string;
  line: string;
  question: string;
  askedAt: string;
  reply: string;
  /** Null while the question is open. */
  answeredAt: string | null;
};

const LINK_QUESTION: { [Name in keyof LinkQuestion]: SQL } = {
  id: sql`q.id`,
  line: sql`q.line`,
  question: sql`q.question`,
  askedAt: sql`q.asked_at`,
  reply: sql`q.reply`,
  answeredAt: sql`q.answered_at`,
};

/** How many questions of a link its page lists. */
const MAX_LISTED = 100;

/** Selects the last questions of the link with a token of this hash, the latest first, as one list. */
export function questionsOfLink(tokenHash: string) {
  const listed = sql`select * from ${statementQuestions} where link_id = (select id from ${statementLinks} where token_hash = ${tokenHash})
    order by asked_at desc, id limit ${sql.raw(String(MAX_LISTED))}`;
  return statements.select({ questions: asList<LinkQuestion>(LINK_QUESTION) }).from(sql`(${listed}) q`);
}

/** A question as the office sees it. */
export type OfficeQuestion = LinkQuestion &
  Period & {
    customerId: string;
    customer: string;
    billId: string;
    billStatus: BillStatus;
    answeredBy: string | null;
    /** The key of the change that answered it; null if it is open, or if the change was archived. */
    answer: string | null;
    /** What the customer's corrections of the bill come to that are not entered in QuickBooks; a credit is negative. */
    toEnter: Cents;
    /** The addresses that the customer has now. */
    emails: string[];
    /** Whether the page of the link, which has the replies, shows anything now. */
    isPageShown: boolean;
    /** Of the e-mail with the last reply, also after that was undone; null if there is none. */
    mail: AnswerMail | null;
  };

const officeQuestion = (now: Date): { [Name in keyof OfficeQuestion]: SQL } => ({
  ...LINK_QUESTION,
  first: sql`l.first`,
  last: sql`l.last`,
  customerId: sql`l.customer_id`,
  customer: sql`${nameOrDeleted(customers)}`,
  billId: sql`q.bill_item_id`,
  // The bills of a run that was undone are deleted, too.
  billStatus: sql`iif(${billItems.deletedAt} is null, ${billStatus}, 'voided')`,
  answeredBy: sql`q.answered_by`,
  answer: sql`(select a.id from activity_records r join ${activity} a on a.rowid = r.seq
    where r.record_id = q.id and a.at = q.answered_at order by r.seq desc limit 1)`,
  toEnter: sql`(select coalesce(sum(c.amount), 0) from ${corrections} c
    where c.bill_item_id = q.bill_item_id and c.customer_id = l.customer_id and not c.entered and c.deleted_at is null)`,
  emails: sql`json(customers.emails)`,
  isPageShown: asFlag(sql`${isWorking(todayInNewYork(now))} and customers.deleted_at is null`),
  mail: sql`iif(q.mail_state is null, null, json_object('state', q.mail_state, 'problem', q.mail_problem, 'to', json(q.mailed_to),
    'isUnconfirmed', ${asFlag(isUnconfirmed(now, "q."))}, 'canSendAgain', ${asFlag(canMailAgain(now))}))`,
});

const officeQuestions = (listed: SQL, now: Date) =>
  statements
    .select({ questions: asList<OfficeQuestion>(officeQuestion(now)) })
    .from(
      sql`(${listed}) q cross join ${statementLinks} l on l.id = q.link_id cross join ${customers} on customers.id = l.customer_id cross join ${billItems} on bill_items.id = q.bill_item_id`,
    );

/** Selects the open questions as one list, the oldest first. */
export const openQuestions = (now: Date) =>
  officeQuestions(
    sql`select * from ${statementQuestions} where answered_at is null order by asked_at, id limit ${sql.raw(String(MAX_SHOWN_QUESTIONS))}`,
    now,
  );

/** Selects the last questions that were answered as one list, the latest answer first. */
export const answeredQuestions = (now: Date) =>
  officeQuestions(
    sql`select * from ${statementQuestions} where answered_at is not null order by answered_at desc, id limit 50`,
    now,
  );

/** An open question about a bill. */
export type BillQuestion = { id: string; question: string };

/** Selects the open questions about a bill as one list, the oldest first. */
export function openQuestionsOfBill(billId: string) {
  const open = sql`select id, question from ${statementQuestions} where bill_item_id = ${billId} and answered_at is null order by asked_at, id`;
  return statements
    .select({ questions: asList<BillQuestion>({ id: sql`id`, question: sql`question` }) })
    .from(sql`(${open})`);
}

/** Selects how many questions are open, and the customers who ask, the one who has waited longest first, in one row. */
export function questionsToAnswer() {
  const asking = sql`select ${nameOrDeleted(customers)} as name, count(*) as n from ${statementQuestions} q cross join ${statementLinks} l on l.id = q.link_id
    cross join ${customers} on customers.id = l.customer_id where q.answered_at is null group by customers.id order by min(q.asked_at)`;
  return statements
    .select({
      count: sql<number>`coalesce(sum(n), 0)`,
      customers: sql`json_group_array(name)`.mapWith((json: string) => JSON.parse(json) as string[]),
    })
    .from(sql`(${asking})`);
}
