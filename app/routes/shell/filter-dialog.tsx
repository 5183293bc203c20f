import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { openFilters } from "#app/records/lists/open-filters.ts";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { FilterDialog } from "#app/ui/dialog/filter-dialog.tsx";
import { listBehind } from "./lists.ts";

export const loader = (args: LoaderFunctionArgs) => listBehind(args.request)((list) => openFilters(args, list));
export const handle = titled("Filter");
export { loadFresh as clientLoader } from "#app/records/client-loaders.ts";

/** The filters of a list (docs/product.md, 'Filters'). */

export default function FilterList() {
  return <FilterDialog {...useLoaderData<typeof loader>()} />;
}
