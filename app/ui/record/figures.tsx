import { Link } from "@remix-run/react";

/** A figure with its label; it leads to its rows. */
export type Figure = { label: string; value: string; note: string; to?: string | undefined };

/** The figures that a page begins with. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <ul aria-label="Figures" className="figures">
    {figures.map(({ label, value, note, to }) => {
      const content = (
        <>
          <span>{label}</span>
          <b>{value}</b>
          <span>{note}</span>
        </>
      );
      return <li key={label}>{to ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>;
    })}
  </ul>
);
