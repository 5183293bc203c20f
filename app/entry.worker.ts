import * as build from "../build/server/index.js";
import type { Env } from "./server/env.ts";

const { createFetchHandler, handleScheduled } = build.entry.module;
export const { LiveHub } = build.entry.module;
const serve = createFetchHandler(build);

export default {
  fetch: (request, env, ctx) => serve(request, env, ctx),
  scheduled: ({ scheduledTime }, env, ctx) => handleScheduled(new Date(scheduledTime), env, ctx),
} satisfies ExportedHandler<Env>;
