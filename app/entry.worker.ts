import * as build from "../build/server/index.js";
import type { Env } from "./settings.ts";

const serve = build.entry.module.createServe(build);

export default {
  fetch: (request, env) => serve(request, env),
} satisfies ExportedHandler<Env>;
