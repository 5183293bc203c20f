import { expect, test } from "vitest";
import { LONG_DATABASE_LIMIT } from "#tests/support/barn/barn.ts";
import { addCustomers, addLongBills, type FieldPairs, formOf, PATH, PERIOD } from "#tests/support/barn/mailings.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Statements of a month that are too long, or too many, for one answer of the database. */

const COMMENTS = "🐴".repeat(2_000);

const { barn, admin } = startBarn(LONG_DATABASE_LIMIT);

/** Creates the links of the customers, and of those that are left, until none is left. */
async function run(customers: string[], change: Record<string, string> = {}): Promise<number> {
  const shared = new Set(await sharedWith());
  const fields: FieldPairs = formOf(
    customers.filter((id) => !shared.has(id)),
    change,
  );
  const answer = await barn.post(PATH, new URLSearchParams(fields).toString(), admin);
  const isMore = !/&left=0$/.test(answer.headers.get("Location") ?? "");
  return isMore ? 1 + (await run(customers, change)) : 1;
}
const sharedWith = async () => {
  const rows = await barn.rows("select distinct customer_id as id from statement_links");
  return rows.map(({ id }) => String(id)).sort();
};

test("a statement of very long comments is shared without them only, and many of them are shared in several mailings", async () => {
  const [huge = "", ...others] = await addCustomers(barn, 15);
  await addLongBills(barn, huge, 600, COMMENTS);
  for (const id of others) await addLongBills(barn, id, 100, COMMENTS);
  expect(await run([huge, ...others], { comments: "yes" })).toBeGreaterThan(1);
  expect(await sharedWith()).toEqual(others.toSorted());
  const statement = `/customers/${huge}/statement?${PERIOD}`;
  const alone = new URLSearchParams(formOf([], { comments: "yes" })).toString();
  const refused = await barn.post(statement, alone, admin);
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("too long to be shared")]);
  await run([huge]);
  expect(await sharedWith()).toEqual([huge, ...others].sort());
});

test("a period with more than 10,000 lines leads to shorter ones", async () => {
  const [id = ""] = await addCustomers(barn, 1);
  await addLongBills(barn, id, 10_000, "");
  const page = await (await barn.get(PATH, admin)).text();
  expect(page).toContain('href="/customers/statements?from=2020-03-01&amp;to=2020-03-07"');
  const shorter = await barn.get("/customers/statements?from=2020-03-08&to=2020-03-12", admin);
  expect(await shorter.text()).toContain("$1.00");
});
