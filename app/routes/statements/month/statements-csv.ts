import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { formatSigned } from "#app/domain/basics/money.ts";
import { csvText } from "#app/domain/basics/tables.ts";
import { csvFile } from "#app/records/csv-file.ts";
import type { StatementRow } from "./describe-statements.ts";
import { readStatements } from "./read-statements.ts";

/** The statements of a period as a file; 413 if the list is too long for one page, which then offers shorter periods. */
export async function loader(args: LoaderFunctionArgs) {
  const { period, rows, isTooLong } = await readStatements(args);
  if (isTooLong) throw new Response("Choose a shorter period.", { status: 413 });
  return csvFile(`statements-${period.first}-to-${period.last}`, csvText([HEADER, ...rows.map(lineOf)]));
}

const HEADER = ["Customer", "Amount", "Status", "Last shared", "By", "Opened"];

const lineOf = ({ name, amount, state, shared, by, opened }: StatementRow) => [
  name,
  amount === null ? "Too many bills" : formatSigned(amount),
  state,
  shared,
  by,
  opened,
];
