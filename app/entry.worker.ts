import * as build from "../build/server/index.js";
import type { Env } from "./settings.ts";

const { createServe, runSchedule } = build.entry.module;
export const { LiveHub } = build.entry.module;
const serve = createServe(build);

export default {
  fetch: (request, env, ctx) => serve(request, env, ctx),
  scheduled: ({ scheduledTime }, env, ctx) => runSchedule(new Date(scheduledTime), env, ctx),
} satisfies ExportedHandler<Env>;
