import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { downloadList } from "#app/records/download.ts";
import { payrollList } from "./list.ts";

export const loader = (args: LoaderFunctionArgs) => downloadList(args, payrollList);
