import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { downloadList } from "#app/records/lists/download.ts";
import { listBehind } from "./lists.ts";

/** The rows of a list as a file (docs/product.md, 'Filters'). */
export const loader = (args: LoaderFunctionArgs) => listBehind(args.request)((list) => downloadList(args, list));
