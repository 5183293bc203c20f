import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { IGNORED, orderKey } from "#app/domain/basics/search-text.ts";
import type { BoundField, Shown } from "#app/domain/fields/field.ts";

/*
 * The search text of a row in SQL: for each kind of cell, the twin of its formatter in app/domain/fields/field.ts. A test compares them.
 */

/** A day as `11/21/2026`; '' without one. */
export const usDate = (day: SQLWrapper) =>
  sql`coalesce(substr(${day}, 6, 2) || '/' || substr(${day}, 9, 2) || '/' || substr(${day}, 1, 4), '')`;

/** The text without the characters that a search ignores. */
export const withoutIgnored = (text: SQL): SQL =>
  IGNORED.reduce((done, character) => sql`replace(${done}, ${character}, '')`, text);

function textOf(shown: Shown, value: SQLWrapper): SQL {
  switch (shown.kind) {
    case "date":
      return usDate(value);
    case "dollars":
      return sql`format('$%d.%02d', ${value} / 100, ${value} % 100)`;
    case "number":
      return sql`${value}`;
    case "choice": {
      const names = Object.entries(shown.names).map(([key, name]) => sql`when ${key} then ${orderKey(name)}`);
      return sql`case ${value} ${sql.join(names, sql` `)} end`;
    }
    case "text":
      throw new TypeError("A text has a sort key, which stands for it");
  }
}

type Texts<Row> = {
  fields: readonly BoundField<Row>[];
  /** The values of a row, as its list reads them. */
  row: Readonly<Record<string, SQLWrapper>>;
  /** The sort keys of the fields that are texts, by the names of the fields. */
  folded: Readonly<Record<string, SQLWrapper>>;
};

/** The search text of a row: a line for each field that a search matches. */
export function rowText<Row>({ fields, row, folded }: Texts<Row>): SQL {
  const lines = fields
    .filter(({ listed }) => listed.searchable !== false)
    .map(({ name, shown }) => {
      const value = row[name];
      if (!folded[name] && !value) throw new TypeError(`The list reads no ${name}`);
      return folded[name] ? sql`${folded[name]}` : textOf(shown, sql`${value}`);
    });
  return withoutIgnored(sql.join(lines, sql` || char(10) || `));
}
