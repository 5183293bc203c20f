import type { MouseEvent, ReactNode } from "react";

/** What a page says of its record; facts without a content are left out. */
type Fact = readonly [label: string, content: ReactNode];

/** The facts of a record. */
export const FactList = ({
  facts,
  onClick,
}: {
  facts: readonly Fact[];
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}) => (
  <dl className="facts" onClick={onClick}>
    {facts.map(([label, content]) =>
      content ? (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{content}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
