import { type SQL, sql } from "drizzle-orm";
import { normalize, searchWords } from "#app/domain/basics/search-text.ts";
import { type FoundHits, findNamed, invoiceNumber, MAX_HITS, MAX_QUERY } from "#app/domain/shell/hits.ts";
import { indexedHits, textHasShort } from "#db/list/search.ts";
import { showRecords } from "#db/queries/barn/shows.ts";
import { shows } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** The newest shows that a query without a word of three letters reads: such words have no index. */
const SCANNED = 60;
/** The hits of an index that are ranked. */
const RANKED = 30;
/** The hits that begin with the query, which are ranked first. */
const LEADING = 10;

/** The kinds of records whose lists are short: all are read. */
const SHORT = ["horses", "customers", "grooms"] as const;

/** How many of the last changes are searched for those of one person. */
const CHANGES = 500;

/**
 * Selects at most `MAX_HITS` records of each kind with the words of the query, and the invoices of a number, in one row; for a query
 * without words the records that `actor` changed last (docs/product.md, 'Screens').
 */
export function findRecords(q: string, actor: string) {
  // The parser of a full-text query ends at a NUL.
  const query = q
    .slice(0, MAX_QUERY)
    .replace(/\p{Cc}/gu, " ")
    .toWellFormed();
  const page = sql`json_object(
    'horses', ${named("horses", query, sql`coalesce((select name from customers where id = t.customer_id), '')`)},
    'customers', ${named("customers", query, sql`''`, textsOfCustomer)},
    'grooms', ${named("grooms", query, sql`''`)},
    'shows', ${showsOf(query)},
    'standing', ${standingOf(query)},
    'invoices', ${invoicesOf(query)},
    'recent', ${searchWords(query).length > 0 ? sql`json('[]')` : recentOf(actor)})`;
  return statements
    .select({
      found: page.mapWith((json: string): FoundHits => {
        const read = JSON.parse(json);
        return {
          ...read,
          ...Object.fromEntries([...SHORT, "standing"].map((kind) => [kind, findNamed(read[kind], query)])),
        };
      }),
    })
    .from(sql`(select 1)`);
}

const listed = (column: string) =>
  sql`coalesce((select group_concat(value, char(10)) from json_each(${sql.raw(column)})), '')`;
const textsOfCustomer = sql`${listed("t.riders")} || char(10) || ${listed("t.emails")} || char(10) || t.phone`;

/** The records of a kind, the newest first; none for a query without words. */
function named(kind: (typeof SHORT)[number], q: string, note: SQL, beside = sql`''`): SQL {
  if (searchWords(q).length === 0) return sql`json('[]')`;
  return sql`(select json_group_array(json_object('to', ${`/${kind}/`} || id, 'text', name, 'note', note, 'beside', beside))
    from (select t.id, t.name, ${note} as note, ${beside} as beside from ${sql.identifier(kind)} t where t.deleted_at is null order by t.seq desc))`;
}

/** The standing charges that are not deleted, the newest first; none for a query without words. */
function standingOf(q: string): SQL {
  if (searchWords(q).length === 0) return sql`json('[]')`;
  return sql`(select json_group_array(json_object('to', '/services/standing/' || id || '/edit?view=all', 'text', service || ' for ' || horse, 'note', note, 'beside', ''))
    from (select c.id, s.product_service_name as service, h.name as horse, iif(c.repeats = 'monthly', 'Monthly', (select group_concat(value, ', ') from json_each(c.weekdays))) as note
      from standing_charges c join services s on s.id = c.service_id join horses h on h.id = c.horse_id
      where c.deleted_at is null and h.deleted_at is null order by c.seq desc))`;
}

function showsOf(q: string): SQL {
  const words = searchWords(q);
  if (words.length === 0) return sql`json('[]')`;
  const hits = indexedHits(showRecords, words);
  const newest = sql`select seq from ${shows} order by seq desc limit ${sql.raw(String(SCANNED))}`;
  const found = hits ? sql`${hits} order by rowid desc limit ${RANKED}` : newest;
  const tests = textHasShort(showRecords, words).map((test) => sql` and ${test}`);
  const start = normalize(q).replace(/\s+/g, " ").trim();
  const leading =
    [...start].length >= 3
      ? sql`select seq from (select rowid as seq from shows_search where shows_search match ${`^"${start}"`} limit ${LEADING}) union `
      : sql``;
  const note = sql`strftime('%m/%d/%Y', shows.date) || coalesce(' · ' || (select name from horses where id = shows.horse_id), '')`;
  const hit = sql`select '/shows/' || shows.id || '/edit?view=all' as "to", shows.name as text, ${note} as note, shows.seq as seq, shows.name like ${`${q.trim()}%`} as leads
    from (${leading}select seq from (${found})) found join ${shows} on ${shows.seq} = found.seq
    where ${shows.deletedAt} is null${sql.join(tests, sql``)} order by leads desc, seq desc limit ${MAX_HITS}`;
  return sql`(select json_group_array(json_object('to', "to", 'text', text, 'note', note)) from (${hit}))`;
}

/** The invoice with a number. */
function invoicesOf(q: string): SQL {
  const number = invoiceNumber(q);
  if (number === null) return sql`json('[]')`;
  const hit = sql`select '/billing/invoices/' || i.number as "to", 'Invoice ' || i.number as text,
      coalesce(c.name || ' · ', '') || strftime('%m/%d/%Y', i.date) || iif(e.voided_at is null, '', ' · voided') as note
    from invoices i join exports e on e.id = i.export_id left join customers c on c.id = i.customer_id
    where i.number = ${number} order by e.at desc limit ${MAX_HITS}`;
  return sql`(select json_group_array(json_object('to', "to", 'text', text, 'note', note)) from (${hit}))`;
}

/** The records of short lists that a person changed last, the latest first. */
function recentOf(actor: string): SQL {
  const last = sql`select seq, actor from activity_entries order by seq desc limit ${sql.raw(String(CHANGES))}`;
  const records = sql.join(
    SHORT.map((kind) => sql`select ${kind} as kind, id, name from ${sql.identifier(kind)} where deleted_at is null`),
    sql` union all `,
  );
  const recent = sql`select '/' || records.kind || '/' || records.id as "to", records.name as text, max(last.seq) as seq
    from (${last}) last join activity_records on activity_records.seq = last.seq
      join (${records}) records on records.id = record_id
    where last.actor = ${actor} group by records.id order by seq desc limit ${MAX_HITS}`;
  return sql`(select json_group_array(json_object('to', "to", 'text', text, 'note', '')) from (${recent}))`;
}
