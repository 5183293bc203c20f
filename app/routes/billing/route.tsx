import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readList } from "#app/list-screen.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { columns } from "./columns.tsx";
import { billsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Billing – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, billsScreen);

export { readAgainIfSent as shouldRevalidate } from "#app/connection.ts";

/** Spec section 2 'Billing'. */
export default function Billing() {
  return (
    <ListScreen
      list={useLoaderData<typeof loader>()}
      title="Billing"
      columns={columns}
      searchPlaceholder="Search bills..."
      toggle={{ on: "Showing pending bills", off: "Showing all bills" }}
      empty={{ title: "No Bills", text: "No bills have been generated yet" }}
    />
  );
}
