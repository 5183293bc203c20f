import { join } from "node:path";

/** Apart from build/, so that `npm test` and `npm start` can build while `npm run dev` runs. */
export const ROOT = join(process.cwd(), ".cache/dev");

/** What Vite writes: the app's own modules, with the packages they import left out. */
export const VITE_OUT = join(ROOT, "vite");
/** What the workers serve, each from a folder of its own: a page must not get scripts that are newer than it is. */
export const SERVED = join(ROOT, "served");
/** Writing one of these makes that build of Vite run again. */
export const TRIGGERS = { client: join(ROOT, "build-client"), server: join(ROOT, "build-server") };
