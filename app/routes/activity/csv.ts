import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { downloadList } from "#app/records/download.ts";
import { activityList } from "./list.ts";

export const loader = (args: LoaderFunctionArgs) => downloadList(args, activityList);
