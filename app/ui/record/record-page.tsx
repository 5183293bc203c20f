import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { BoundField } from "#app/domain/field.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { button } from "#app/ui/controls/button.tsx";

/** The link to the list or page that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="mb-3 print:hidden">
      <Link to={to} className="back-link">
        {children}
      </Link>
    </p>
  );
}

type RecordPageProps = {
  id: string;
  /** The list that the record belongs to. */
  back: { to: string; label: string };
  name: string;
  isDeleted: boolean;
  /** Buttons beside the name: 'Edit' first. */
  actions: ReactNode;
  facts: Fact[];
  children: ReactNode;
};

/** What a page says of its record; facts without a content are left out. */
type Fact = [label: string, content: ReactNode];

type FactsOptions<Row> = {
  without?: readonly (keyof Row & string)[];
  /** What stands in the place of a field's text. */
  contents?: { readonly [Name in keyof Row & string]?: ReactNode };
};

/** The facts of a record, by its description: its fields but the name. */
export function factsOf<Row>(
  { fields }: { fields: readonly BoundField<Row>[] },
  row: Row,
  { without = [], contents = {} }: FactsOptions<Row> = {},
): Fact[] {
  const omitted: readonly string[] = ["name", ...without];
  const special: { readonly [name: string]: ReactNode } = contents;
  return fields.flatMap(({ name, label, input, detail }) =>
    input && !omitted.includes(name) ? [[label, special[name] ?? detail(row)]] : [],
  );
}

/** The page of one record: its name, what can be done with it, its facts, and sections (docs/product.md, 'Pages of records'). */
export function RecordPage({ id, back, name, isDeleted, actions, facts, children }: RecordPageProps) {
  return (
    <div className="record-page">
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="list-head">
        <h1 className="page-title wrap-anywhere">
          {name} {isDeleted && <Badge color="red">Deleted</Badge>}
        </h1>
        <div className="flex flex-wrap gap-3 print:hidden">
          {actions}
          <Link to={`/activity?record=${id}`} className={button.secondary}>
            History
          </Link>
        </div>
      </div>
      <dl className="facts">
        {facts.map(([label, content]) =>
          content ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{content}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {children}
    </div>
  );
}

type SectionProps = {
  id: string;
  title: string;
  /** What the section says beside its title: where the other rows are. */
  more?: ReactNode;
  /** What stands in the place of a table without rows. */
  none: string;
  /** The headings; an amount's is in a pair with `end`, a day's with `date`. */
  head: readonly (string | [heading: string, align: "end" | "date"])[];
  /** The cells of each row, with its key. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** A section of a page: its title, and a table of few rows. The first cell of a row names it. */
export function Section({ id, title, more, none, head, rows }: SectionProps) {
  const headings = head.map((each) =>
    typeof each === "string" ? { heading: each, align: undefined } : { heading: each[0], align: each[1] },
  );
  return (
    <div className="record-section">
      <div className="record-section-head">
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
        <section aria-labelledby={id} tabIndex={0} className="overflow-x-auto">
          <table className="record-table" aria-labelledby={id}>
            <thead>
              <tr>
                {headings.map(({ heading, align }) => (
                  <th key={heading} scope="col" className={align}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, i) => {
                    const { heading, align } = headings[i] ?? {};
                    const Cell = i === 0 ? "th" : "td";
                    return (
                      <Cell key={heading} scope={i === 0 ? "row" : undefined} className={align}>
                        {cell}
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** A link in a table or a fact of a page. */
export function To({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}
