import * as build from "../build/server/index.js";
import type { Env } from "./settings.ts";

const { createServe, runSchedule } = build.entry.module;
const serve = createServe(build);

export default {
  fetch: (request, env) => serve(request, env),
  scheduled: ({ scheduledTime }, env) => runSchedule(new Date(scheduledTime), env),
} satisfies ExportedHandler<Env>;
