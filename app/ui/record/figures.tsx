import { Link } from "@remix-run/react";

/** A figure with its label; it leads to its rows. What is overdue is red. */
export type Figure = { label: string; value: string; note: string; to?: string | undefined; isOverdue?: boolean };

/** The figures that a page begins with. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <ul aria-label="Figures" className="figures">
    {figures.map(({ label, value, note, to, isOverdue }) => {
      const content = (
        <>
          <span>{label}</span>
          <b className={isOverdue ? "text-danger" : undefined}>{value}</b>
          <span>{note}</span>
        </>
      );
      return <li key={label}>{to ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>;
    })}
  </ul>
);
