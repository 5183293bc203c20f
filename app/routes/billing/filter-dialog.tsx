import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { openFilters } from "#app/records/filter-form.ts";
import { FilterDialog } from "#app/ui/dialog/filter-dialog.tsx";
import { billsList } from "./list.ts";

export const loader = (args: LoaderFunctionArgs) => openFilters(args, billsList);

/** The filters of the list (docs/product.md, 'Filters'). */
export default function FilterBilling() {
  return <FilterDialog path="/billing" {...useLoaderData<typeof loader>()} />;
}
