import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "../../../build/bare/server/index.js";

const handle = createRequestHandler(build, "production");

export default { fetch: (request) => handle(request) } satisfies ExportedHandler;
