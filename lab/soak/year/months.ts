import { until } from "#bin/process/until.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";
import type { Visitor } from "./barn.ts";
import { entryOf } from "./days.ts";
import { formsOf, unescaped } from "./forms.ts";
import { daysIn, on, plus } from "./ledger.ts";
import { adminOf, count, horsesOn, twoAdmins, type Year } from "./people.ts";

/* What the office does in a month: runs, Check, exports, statements, and what they undo. */

const lastOf = (month: string) => daysIn(month).at(-1) ?? "";

/** Bills the horses of a month. Two admins press Confirm for what both were shown: only one bills it. */
export async function billMonth(year: Year, month: string, isUndone: boolean): Promise<void> {
  const [one, other] = twoAdmins(year);
  const path = `/horses/bill?month=${month}&view=all`;
  const page = await one.open(path);
  if (!page.includes(">Confirm</button>") || page.includes("<output>$0.00</output>")) return;
  const [first, second] = [await one.fill(path, "Confirm"), await other.fill(path, "Confirm")];
  const { done } = await one.send(first.path, first.fields);
  const { status } = await other.ask(second.path, second.fields);
  if (status < 400 || status >= 500) throw new Error(`Another Confirm for ${month} was answered with ${status}`);
  count(year, "billing runs");
  if (!isUndone) return;
  await other.undo("/horses", done);
  count(year, "runs undone");
  await one.press(path, "Confirm");
}

/** Enters a month's shows, and bills them. A horse may change its owner before the show. */
export async function enterShows(year: Year): Promise<void> {
  const { random, ledger, today } = year;
  const service = year.services.find(({ name }) => name === "Lesson");
  for (const horse of horsesOn(year, today).filter(() => random.chance(0.1))) {
    const [date, quantity] = [plus(today, random.int(0, 9)), random.int(1, 3)];
    const name = `Show of ${date}`;
    const fields = { name, date, horseId: horse.id, serviceId: service?.id ?? "", quantity: String(quantity) };
    const { done } = await adminOf(year).press("/shows/new", "Add", fields);
    // It has no bill before the run.
    ledger.services.push({
      id: done,
      horse: horse.id,
      service: "Lesson",
      date: "",
      owed: date,
      rider: null,
      value: quantity,
      pay: null,
    });
  }
}

export async function billShows(year: Year): Promise<void> {
  const unbilled = year.ledger.services.filter(({ date }) => date === "");
  if (unbilled.length === 0) return;
  await adminOf(year).press("/shows/bill", "Confirm");
  const price = on(year.services.find(({ name }) => name === "Lesson")?.price ?? [], year.today);
  for (const show of unbilled) Object.assign(show, { date: year.today, value: (show.value ?? 0) * price });
  count(year, "shows", unbilled.length);
}

const hrefs = (page: string, sort: RegExp) => [...page.matchAll(sort)].map(([, href = ""]) => unescaped(href));

/** Works off what Check found: the board that changed, the bills of former owners, and what grooms did twice. */
export async function workOffCheck(year: Year): Promise<void> {
  const admin = adminOf(year);
  await mendMistakes(year, admin);
  for (const check of ["daysNotHere", "boardChanged"]) {
    for (let round = 0; round < 9; round += 1) {
      const mends = hrefs(
        await admin.open(`/billing/check?all=${check}`),
        /<a [^>]*class="mend"[^>]*href="([^"]*)"/g,
      ).filter((to) => to.includes(`all=${check}`));
      for (const to of mends) await mend(year, admin, to, {});
      count(year, "bills mended by Check", mends.length);
      if (mends.length === 0) break;
    }
  }
  const page = await admin.open("/billing/check?all=notOwner");
  const section = page.match(/<details id="notOwner".*?<\/details>/s)?.[0] ?? "";
  for (const [row] of section.matchAll(/<li class="finding">.*?<\/li>/gs)) {
    const [, owner = ""] = row.match(/<span>([^<]*) owned the horse</) ?? [];
    const [id] =
      [...year.ledger.customers].find(([each, name]) => name === unescaped(owner) && !year.ledger.merged.has(each)) ??
      [];
    if (id)
      await mend(year, admin, hrefs(row, /href="(\/billing\/check\/[^"]*\/edit[^"]*)"/g)[0] ?? "", { customerId: id });
    count(year, "bills of former owners");
  }
  const alike = await admin.open("/billing/check?all=duplicates");
  const found = alike.match(/<details id="duplicates".*?<\/details>/s)?.[0] ?? "";
  for (const { fields } of formsOf(found).filter(({ action }) => action === "/dismissals"))
    await admin.send("/dismissals", fields);
}

/** Saves the form of a bill, or of its correction if it is exported, with what it suggests. */
async function mend(year: Year, admin: Visitor, to: string, values: Record<string, string>): Promise<void> {
  if (!to.includes("/correct")) return void (await admin.press(to, "Save", values));
  await admin.press(to, "Save correction", { ...values, reason: "Found by Check" });
  count(year, "corrections");
}

/** What grooms have told the office: a pending bill is voided, an exported one corrected to nothing. */
async function mendMistakes(year: Year, admin: Visitor): Promise<void> {
  for (const { entry, isDouble } of year.mistakes.filter(({ noticedOn }) => noticedOn <= year.today)) {
    const page = await admin.open(`/billing/${entry.id}/edit`);
    if (page.includes("This bill is exported")) {
      const pays = await admin.open(`/billing/${entry.id}/correct`);
      const pay = /name="pay"/.test(pays) ? { pay: "change" } : {};
      await admin.press(`/billing/${entry.id}/correct`, "Save correction", {
        amount: "0",
        reason: "Logged by mistake",
        ...pay,
      });
    } else {
      const fields = { intent: "void", id: entry.id, idempotencyKey: year.random.uuid() };
      await admin.send("/billing", Object.entries(fields));
    }
    entry.value = null;
    if (!isDouble) await logAgain(year, admin, entry.date);
    count(year, "mistakes mended");
  }
  year.mistakes = year.mistakes.filter(({ noticedOn }) => noticedOn > year.today);
}

/** The entry of the right horse, which an admin logs late. */
async function logAgain(year: Year, admin: Visitor, date: string): Promise<void> {
  const { fields, entry } = await entryOf(year, year.random.pick(horsesOn(year, date)), date);
  const form = await admin.fill("/", "Submit", fields);
  await admin.send(form.path, form.fields);
  year.ledger.services.push({ ...entry, id: form.fields.find(([name]) => name === "id")?.[1] ?? "" });
}

/** Exports what is pending; one of two admins who press at once does. The file may not be imported, and then is void. */
export async function exportBills(year: Year, isVoided: boolean): Promise<void> {
  const [one, other] = twoAdmins(year);
  const path = "/billing/export";
  const page = await one.open(path);
  if (!page.includes(">Export</button>")) return;
  const [first, second] = [exportFieldsOf(page), exportFieldsOf(await other.open(path))].map((each) =>
    Object.entries({ ...each, amounts: "bill-value" }),
  );
  await one.send(path, first ?? []);
  const { status } = await other.ask(path, second ?? []);
  if (status < 400 || status >= 500) throw new Error(`Another Export was answered with ${status}`);
  const id = String(Object.fromEntries(first ?? []).idempotencyKey);
  count(year, "exports");
  if (!isVoided) return void year.exports.push(id);
  await other.press(`/billing/exports/${id}/void`, "Void export");
  count(year, "exports voided");
  await exportBills(year, false);
}

/** The longest that a link works: the statements of a year are compared to its end. */
const LINK_DAYS = 365;

/** E-mails the statements of a month, and opens each as its customer does. */
export async function mailStatements(year: Year, month: string): Promise<void> {
  const { barn, links, ledger } = year;
  const admin = adminOf(year);
  const page = await admin.open(`/customers/statements?from=${month}-01&to=${lastOf(month)}`);
  const form = formsOf(page).find(({ text }) => /value="review"/.test(text));
  if (!form?.action) throw new Error(`The statements of ${month} have no form`);
  const others = form.fields.filter(([name]) => name !== "days");
  const asked = await admin.ask(form.action, [...others, ["days", String(LINK_DAYS)], ["intent", "review"]]);
  const send = formsOf(asked.page).findLast(({ text }) => />Send<\/button>/.test(text));
  if (!send?.action) throw new Error(`The e-mails of ${month} were not asked about: ${asked.status}`);
  const before = barn.mail.sent.length;
  await admin.send(send.action, send.fields);
  const mails = send.fields.filter(([name]) => name === "selected").length;
  const isSent = await until(() => barn.mail.sent.length >= before + mails, { patienceMs: 60_000 });
  if (!isSent) throw new Error(`${barn.mail.sent.length - before} of ${mails} e-mails of ${month} were sent`);
  const ids = [...ledger.customers.keys()];
  for (const { to, text } of barn.mail.sent.slice(before)) {
    const customer = ids[Number(to[0]?.match(/^c(\d+)@/)?.[1])] ?? "";
    links.push({ month, customer, path: text.match(/\/s\/[\w-]+/)?.[0] ?? "", until: plus(year.today, LINK_DAYS) });
  }
  count(year, "e-mails", mails);
  await askQuestion(year, links.at(-1)?.path ?? "");
}

/** A customer asks about a line, and the office answers. */
async function askQuestion(year: Year, path: string): Promise<void> {
  const customer = year.grooms[0] as Visitor;
  const [line] = hrefs(await customer.open(path), /href="(\?line=[^"#]*)/g);
  if (!line) return;
  await customer.press(`${path}${line}`, "Send question", { question: "What is this?" });
  const answer = formsOf(await adminOf(year).open("/customers/questions")).find(({ text }) =>
    /name="reply"/.test(text),
  );
  if (!answer) throw new Error("The question is not listed");
  const fields = answer.fields.map(([name, value]): [string, string] => [
    name,
    name === "reply" ? "As you asked." : value,
  ]);
  await adminOf(year).send("/customers/questions", fields);
  count(year, "questions answered");
}

/** A customer who was entered twice, with another order of the names, becomes one again. */
export async function mergeTwice(year: Year): Promise<void> {
  if (!year.twice) return;
  const { leaving, remaining } = year.twice;
  await adminOf(year).press(`/customers/${leaving}/merge?into=${remaining}`, "Merge");
  year.ledger.merged.set(leaving, remaining);
  count(year, "customers merged");
}

/** A wrong price for all horses that an admin has selected, and its Undo. */
export async function editTogether(year: Year): Promise<void> {
  const admin = adminOf(year);
  const ids = horsesOn(year, year.today)
    .slice(0, 40)
    .map(({ id }): [string, string] => ["selected", id]);
  const { done } = await admin.send("/horses", [["intent", "set"], ["field", "boarding"], ["amount", "1.00"], ...ids]);
  await admin.undo("/horses", done);
  count(year, "edits of 40 horses undone");
}
