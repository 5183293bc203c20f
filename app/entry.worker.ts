import * as build from "virtual:remix/server-build";
import type { MailMessage } from "./domain/statements/statement-mail.ts";
import type { Env } from "./server/env.ts";
import { createFetchHandler, handleQueue, handleScheduled } from "./worker/handle-request.ts";

export { LiveHub } from "./live/server/hub.ts";

const serve = createFetchHandler(build);

export default {
  fetch: (request, env, ctx) => serve(request, env, ctx),
  scheduled: ({ scheduledTime, cron }, env, ctx) => handleScheduled({ at: new Date(scheduledTime), cron }, env, ctx),
  queue: handleQueue,
} satisfies ExportedHandler<Env, MailMessage>;
