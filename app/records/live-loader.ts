import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readChangeNumber } from "#app/auth/require-admin.ts";

/** Data that a page keeps live: `changeNumber` is the last change that is in it, or null for a visitor. */
export type LiveData = { changeNumber: number | null };

/** A loader whose data are kept live: adds the number of the last change that was read with them. */
export const liveLoader =
  <Data extends object>(load: (args: LoaderFunctionArgs) => Promise<Data>) =>
  async (args: LoaderFunctionArgs): Promise<Data & LiveData> => {
    const data = await load(args);
    return { ...data, changeNumber: await readChangeNumber(args.context) };
  };
