import { Form, Link } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { findActions, findScreens, type Hit, isShort, MAX_QUERY, rank } from "#app/domain/go-to.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { findRecords } from "#db/queries/go-to.ts";

/** Finds screens, actions and records by `?q=`, in one database request. The dialog of the shell reads the same data. */
export const loader = liveLoader(async ({ request, context }) => {
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, MAX_QUERY);
  const [[row]] = await readAsAdmin(request, context, findRecords(q));
  if (!row) throw new Error("The search returned no row");
  const { horses, customers, grooms, shows, invoices } = row.found;
  const kinds: [title: string, hits: Hit[]][] = [
    ["Invoices", invoices],
    ["Horses", horses],
    ["Customers", customers],
    ["Grooms", grooms],
    ["Shows", rank(shows, q)],
    ["Screens", findScreens(q)],
    ["Actions", findActions(q)],
  ];
  const groups = kinds.flatMap(([title, hits]) => (hits.length > 0 ? [{ title, hits }] : []));
  return { q, groups, hint: hintOf(q, groups.length) };
});

function hintOf(q: string, found: number): string {
  const more = isShort(q) ? "Type three letters or more to search all shows." : "";
  return found > 0 ? more : `Nothing found for '${q}'. ${more}`.trim();
}

/** Go to anything, without JavaScript (docs/product.md, 'Screens'). */
export default function GoTo() {
  const { q, groups, hint } = useLiveData<typeof loader>();
  return (
    <div className="list">
      <h1 className="page-title">Go to anything</h1>
      <Form action="/go" role="search" className="mt-4 flex max-w-xl gap-3">
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={MAX_QUERY}
          aria-label="Name, number or action"
          className="control grow"
        />
        <button type="submit" className="button button-secondary">
          Search
        </button>
      </Form>
      <p role="status" className="mt-4 text-sm/normal text-muted">
        {hint}
      </p>
      {groups.map(({ title, hits }) => (
        <section key={title} aria-label={title} className="mt-4">
          <h2 className="text-sm font-semibold">{title}</h2>
          <ul>
            {hits.map(({ to, text, note }) => (
              <li key={`${to} ${text} ${note}`} className="flex flex-wrap items-center gap-x-4">
                <Link to={to} className="link inline-flex min-h-11 items-center wrap-anywhere">
                  {text}
                </Link>
                <span className="text-sm text-muted wrap-anywhere">{note}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
