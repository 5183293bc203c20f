import * as build from "virtual:remix/server-build";
import type { Env } from "./server/env.ts";
import { createFetchHandler, handleScheduled } from "./server/handle-request.ts";
import { logFailure } from "./server/log.ts";
import { renderSamplePages } from "./server/warm-up.tsx";

export { LiveHub } from "./live/server/hub.ts";

const serve = createFetchHandler(build);

// Halves the CPU of the first request (docs/decisions/warm-start.md). A failure costs only that.
if (import.meta.env.PROD) {
  await renderSamplePages(build).catch((error: unknown) => logFailure("The sample pages were not rendered", error));
}

export default {
  fetch: (request, env, ctx) => serve(request, env, ctx),
  scheduled: ({ scheduledTime, cron }, env, ctx) => handleScheduled({ at: new Date(scheduledTime), cron }, env, ctx),
} satisfies ExportedHandler<Env>;
