import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { button } from "#app/ui/controls/button.tsx";

type EmptyProps = {
  title: string;
  /** What belongs here, and why it is not here. */
  text: ReactNode;
  /** The button that fills the place. */
  way?: { to: string; label: string } | undefined;
};

/** What stands in the place of rows that there are none of. */
export const Empty = ({ title, text, way }: EmptyProps) => (
  <div className="empty">
    <h2 className="text-base font-semibold text-ink">{title}</h2>
    <p className="mt-1">{text}</p>
    {way && (
      <Link to={way.to} className={`${button.secondary} mt-4`} preventScrollReset>
        {way.label}
      </Link>
    )}
  </div>
);
