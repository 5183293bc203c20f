import { Form } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { isShort, MAX_QUERY } from "#app/domain/shell/hits.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { groupsOf } from "#app/registry/go-to.ts";
import { useShownValue } from "#app/ui/controls/fields/shown-value.ts";
import { GoToHits } from "#app/ui/go-to/go-to-hits.tsx";
import { findRecords } from "#db/queries/shell/find-hits.ts";

/** Finds screens, actions and records by `?q=`, in one database request. The dialog of the shell reads the same data. */
export const loader = liveLoader(async ({ request, context }) => {
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, MAX_QUERY);
  const [[row]] = await readAsAdmin(request, context, findRecords(q, context.session?.user.email ?? ""));
  if (!row) throw new Error("The search returned no row");
  const groups = groupsOf(row.found, q);
  return { q, groups, hint: hintOf(q, groups.length) };
});

function hintOf(q: string, found: number): string {
  const more = isShort(q) ? "Type three letters or more to search all shows." : "";
  return found > 0 ? more : `Nothing found for '${q}'. ${more}`.trim();
}

export { loadFresh as clientLoader } from "#app/records/client-loaders.ts";

/** Go to anything, without JavaScript (docs/product.md, 'Screens'). */
export default function GoTo() {
  const { q, groups, hint } = useLiveData<typeof loader>();
  return (
    <div>
      <h1 className="page-title">Go to anything</h1>
      <Form action="/go" role="search" className="mt-4 flex max-w-xl gap-3">
        <input
          ref={useShownValue(q)}
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
      <div className="max-w-xl">
        <GoToHits groups={groups} heading="h2" />
      </div>
    </div>
  );
}
