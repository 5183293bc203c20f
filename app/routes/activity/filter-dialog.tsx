import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { openFilters } from "#app/records/filter-form.ts";
import { FilterDialog } from "#app/ui/dialog/filter-dialog.tsx";
import { activityList } from "./list.ts";

export const loader = (args: LoaderFunctionArgs) => openFilters(args, activityList);

/** The filters of the list (docs/product.md, 'Filters'). */
export default function FilterActivity() {
  return <FilterDialog path="/activity" {...useLoaderData<typeof loader>()} />;
}
