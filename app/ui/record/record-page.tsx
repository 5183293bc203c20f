import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Presence } from "#app/domain/barn/presence.ts";
import { Badge, StateBadge } from "#app/ui/controls/badge.tsx";
import { MoreMenu } from "#app/ui/list/tools/more-menu.tsx";
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
  presence?: Presence;
  /** The primary action. */
  action: ReactNode;
  /** Items of the menu of rare jobs; it ends with the history of the record. */
  menu?: ReactNode;
  /** The figures that matter most. */
  figures: readonly Figure[];
  facts: ReactNode;
  children: ReactNode;
};

/** The page of one record: its name, what can be done with it, its facts, and sections (docs/product.md, 'Pages of records'). */
export function RecordPage({ id, back, name, isDeleted, presence, action, menu, ...page }: RecordPageProps) {
  const { figures, facts, children } = page;
  useReturnedPlace();
  return (
    <div className="record-page">
      <div className="list-head">
        <Link to={back.to} className="back-link">
          <span className="max-sm:sr-only">{back.label}</span>
        </Link>
        <h1 className="page-title wrap-anywhere">
          <span translate="no">{name}</span>{" "}
          {isDeleted ? (
            <StateBadge state="Deleted" />
          ) : (
            presence && <Badge color={presence.color}>{presence.text}</Badge>
          )}
        </h1>
        <div className="flex gap-2">
          {action}
          <MoreMenu csv={undefined}>
            {menu}
            <Link to={`/activity?record=${id}`} className="menu-item">
              History
            </Link>
          </MoreMenu>
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
  /** Content beside the title of the section. */
  more?: ReactNode;
  /** The form of a new row. */
  add?: string | false;
  /** The list of all rows. */
  all?: string | false;
  /** What stands in the place of a table without rows. */
  none: string;
  /** The headings; an amount's is in a pair with `end`, a day's with `date`. */
  head: readonly (string | [heading: string, align: "end" | "date"])[];
  /** The cells of each row, with its key. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** A section of a page: its title, and a table of few rows. The first cell of a row names it. */
export function Section({ id, title, more, add, all, none, head, rows }: SectionProps) {
  return (
    <div className="record-section">
      <div className="record-section-head">
        <h2 id={id}>{title}</h2>
        {more}
        {add && (
          <To to={add}>
            Add<span className="sr-only">{`: ${title}`}</span>
          </To>
        )}
        {all && rows.length > 0 && (
          <To to={all}>
            All<span className="sr-only">{`: ${title}`}</span>
          </To>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
        <section aria-labelledby={id} tabIndex={0} className="overflow-x-auto">
          <RecordTable {...{ id, head, rows }} />
        </section>
      )}
    </div>
  );
}

function RecordTable({ id, head, rows }: Pick<SectionProps, "id" | "head" | "rows">) {
  const headings = head.map((each) =>
    typeof each === "string" ? { heading: each, align: undefined } : { heading: each[0], align: each[1] },
  );
  return (
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
