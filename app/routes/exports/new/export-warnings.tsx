import { Link } from "@remix-run/react";
import type { ExportWarning } from "./export-texts.ts";

/** The warnings about an export, with a link to the bills concerned. */
export function Warnings({ warnings }: { warnings: readonly ExportWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Before you export" className="notice">
      <h3 className="font-medium">Before you export</h3>
      <ul className="mt-1 grid gap-1.5">
        {warnings.map(({ text, to, label }) => (
          <li key={text}>
            <span>{text}</span>{" "}
            {to && (
              <Link to={to} className="link" aria-label={`Show them: ${label}`}>
                Show them
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
