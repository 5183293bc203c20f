import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readChangeNumber } from "#app/auth/require-admin.ts";

/** Live data of a page. `changeNumber` is the number of the last change that the data include; null for a visitor. */
type LiveData = { changeNumber: number | null };

/** Wraps a loader and adds the change number of its data (docs/architecture.md, 'One live update'). */
export const liveLoader =
  <Data extends object>(load: (args: LoaderFunctionArgs) => Promise<Data>) =>
  async (args: LoaderFunctionArgs): Promise<Data & LiveData> => {
    const data = await load(args);
    return { ...data, changeNumber: await readChangeNumber(args.context) };
  };
