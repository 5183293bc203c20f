import * as build from "virtual:remix/server-build";
import type { Env } from "./server/env.ts";
import { createRequestHandlerFor, runSchedule } from "./server/handle-request.ts";

export { LiveHub } from "./live/server/hub.ts";

const serve = createRequestHandlerFor(build);

export default {
  fetch: (request, env, ctx) => serve(request, env, ctx),
  scheduled: ({ scheduledTime }, env, ctx) => runSchedule(new Date(scheduledTime), env, ctx),
} satisfies ExportedHandler<Env>;
