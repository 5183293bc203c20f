import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { useReturnedPlace } from "#app/ui/shell/returned-place.ts";
import { type Figure, Figures } from "./figures.tsx";

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
  /** The figures that matter most. */
  figures: readonly Figure[];
  facts: ReactNode;
  children: ReactNode;
};

/** The page of one record: its name, what can be done with it, its facts, and sections (docs/product.md, 'Pages of records'). */
export function RecordPage({ id, back, name, isDeleted, actions, figures, facts, children }: RecordPageProps) {
  useReturnedPlace();
  return (
    <div className="record-page">
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="list-head">
        <h1 className="page-title wrap-anywhere">
          <span translate="no">{name}</span> {isDeleted && <StateBadge state="Deleted" />}
        </h1>
        <div className="flex flex-wrap gap-2 print:hidden">
          {actions}
          <Link to={`/activity?record=${id}`} className={button.secondary}>
            History
          </Link>
        </div>
      </div>
      <Figures figures={figures} />
      {facts}
      {children}
    </div>
  );
}

type SectionProps = {
  id: string;
  title: string;
  /** Content beside the title of the section: where the other rows are. */
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
                      <Cell
                        key={heading}
                        scope={i === 0 ? "row" : undefined}
                        className={align}
                        translate={typeof cell === "string" ? "no" : undefined}
                      >
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

/** An address that ends in the id of a record: the link has its name. */
const OF_RECORD = /\/[\da-f-]{36}$/;

/** A link in a table or a fact of a page. */
export function To({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} translate={OF_RECORD.test(to) ? "no" : undefined} className="link">
      {children}
    </Link>
  );
}
