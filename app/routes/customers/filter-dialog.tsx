import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { openFilters } from "#app/records/filter-form.ts";
import { FilterDialog } from "#app/ui/dialog/filter-dialog.tsx";
import { customersList } from "./list.ts";

export const loader = (args: LoaderFunctionArgs) => openFilters(args, customersList);

/** The filters of the list (docs/product.md, 'Filters'). */
export default function FilterCustomers() {
  return <FilterDialog path="/customers" {...useLoaderData<typeof loader>()} />;
}
