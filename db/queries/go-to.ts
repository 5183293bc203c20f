import { type SQL, sql } from "drizzle-orm";
import { type Hit, invoiceNumber, MAX_HITS, MAX_QUERY } from "#app/domain/go-to.ts";
import { normalize, searchWords } from "#app/domain/search-text.ts";
import { hasWords } from "#db/list/search.ts";
import { statements } from "#db/statements.ts";

/** The newest rows that a query without a word of three letters reads: such words have no index. */
const SCANNED = { horses: 120, customers: 120, grooms: 60, shows: 60 };
/** The hits of an index that are ranked. */
const RANKED = 30;
/** The hits that begin with the query, which are ranked first. */
const LEADING = 10;

type Kind = keyof typeof SCANNED;
export type FoundRecords = Record<Kind | "invoices", Hit[]>;

/** Selects at most `MAX_HITS` records of each kind that a list would find by the query, and the invoices of a number, in one row. */
export function findRecords(q: string) {
  // The parser of a full-text query ends at a NUL.
  const query = q
    .slice(0, MAX_QUERY)
    .replace(/\p{Cc}/gu, " ")
    .toWellFormed();
  const page = sql`json_object(
    'horses', ${ofKind("horses", query, sql`'/horses/' || t.id`, sql`coalesce((select name from customers where id = t.customer_id), '')`)},
    'customers', ${ofKind("customers", query, sql`'/customers/' || t.id`, sql`''`)},
    'grooms', ${ofKind("grooms", query, sql`'/grooms/' || t.id`, sql`''`)},
    'shows', ${ofKind("shows", query, sql`'/shows/' || t.id || '/edit?view=all'`, sql`strftime('%m/%d/%Y', t.date) || coalesce(' · ' || (select name from horses where id = t.horse_id), '')`)},
    'invoices', ${invoicesOf(query)})`;
  return statements
    .select({ found: page.mapWith((json: string) => JSON.parse(json) as FoundRecords) })
    .from(sql`(select 1)`);
}

function ofKind(kind: Kind, q: string, to: SQL, note: SQL): SQL {
  const words = searchWords(q);
  if (words.length === 0) return sql`json('[]')`;
  const [table, index] = [sql.identifier(kind), sql.identifier(`${kind}_search`)];
  const start = normalize(q).replace(/\s+/g, " ").trim();
  const hits = words.some((word) => [...word].length >= 3)
    ? sql`select rowid from (select rowid from ${index} where ${hasWords(index, words)} order by rowid desc limit ${RANKED})`
    : sql`select rowid from (select rowid, text from ${index} order by rowid desc limit ${sql.raw(String(SCANNED[kind]))}) ${index} where ${hasWords(index, words)} limit ${RANKED}`;
  const leading =
    [...start].length >= 3
      ? sql`select rowid from (select rowid from ${index} where ${index} match ${`^"${start}"`} limit ${LEADING}) union `
      : sql``;
  const hit = sql`select ${to} as "to", t.name as text, ${note} as note, t.seq as seq, t.name like ${`${q.trim()}%`} as leads
    from ${table} t where t.seq in (${leading}${hits}) and t.deleted_at is null order by leads desc, seq desc limit ${MAX_HITS}`;
  return sql`(select json_group_array(json_object('to', "to", 'text', text, 'note', note)) from (${hit}))`;
}

/** The invoices of a number, the newest export first. Each leads to the page of its customer, which has the numbers. */
function invoicesOf(q: string): SQL {
  const number = invoiceNumber(q);
  if (number === null) return sql`json('[]')`;
  const hit = sql`select coalesce('/customers/' || i.customer_id, '/billing/exports') as "to", 'Invoice ' || i.number as text,
      coalesce(c.name || ' · ', '') || strftime('%m/%d/%Y', i.date) || iif(e.voided_at is null, '', ' · voided') as note
    from invoices i join exports e on e.id = i.export_id left join customers c on c.id = i.customer_id
    where i.number = ${number} order by e.at desc limit ${MAX_HITS}`;
  return sql`(select json_group_array(json_object('to', "to", 'text', text, 'note', note)) from (${hit}))`;
}
