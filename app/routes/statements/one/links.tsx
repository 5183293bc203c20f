import { Form, Link } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import type { LinkRow } from "../describe-links.ts";
import { keyOfLink } from "./link-box.tsx";

type LinksProps = {
  links: readonly LinkRow[];
  path: string;
  period: string;
  /** Whether the customer is deleted: no link is sent then. */
  isDeleted: boolean;
  idempotencyKey: string;
};

/** The links of the customer's statements, the latest first. `period` are the parameters of the page's period. */
export function Links({ links, path, period, isDeleted, idempotencyKey }: LinksProps) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="links" className="record-section print:hidden">
      <div className="record-section-head">
        <h2 id="links">Shared links</h2>
      </div>
      <ul className="shared-links">
        {links.map((link) => (
          <li key={link.id}>
            <div className="min-w-0">
              <p id={`link-${link.id}`} className="font-medium">
                {link.period}
              </p>
              <p className="text-muted wrap-anywhere">{link.shared}</p>
              <p className="text-muted">{link.state}</p>
            </div>
            {link.isWorking && (
              <div className="flex flex-wrap items-center gap-2">
                {!isDeleted && (
                  <Link
                    to={`${path}?${period}&shared=${link.id}`}
                    aria-describedby={`link-${link.id}`}
                    className={button.secondary}
                  >
                    Send
                  </Link>
                )}
                <details className="stop-sharing">
                  <summary aria-describedby={`link-${link.id}`} className={button.secondary}>
                    Turn off
                  </summary>
                  <Form method="post" action={`${path}?${period}`}>
                    <p className="text-muted">This can’t be undone.</p>
                    <input type="hidden" name="idempotencyKey" value={keyOfLink(idempotencyKey, link.id)} />
                    <input type="hidden" name="link" value={link.id} />
                    <button type="submit" name="intent" value="stop" className={button.danger}>
                      Turn off this link
                    </button>
                  </Form>
                </details>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
