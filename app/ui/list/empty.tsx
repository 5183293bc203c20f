import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { button } from "#app/ui/controls/button.tsx";

type EmptyProps = {
  title: string;
  /** Which rows belong here, and why there are none. */
  text: ReactNode;
  /** The link to where such rows are made. */
  way?: { to: string; label: string } | undefined;
};

/** Takes the place of the rows of an empty list. */
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
