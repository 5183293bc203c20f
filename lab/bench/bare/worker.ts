import * as build from "virtual:remix/server-build";
import { createRequestHandler } from "@remix-run/cloudflare";

const handle = createRequestHandler(build, "production");

export default { fetch: (request) => handle(request) } satisfies ExportedHandler;
