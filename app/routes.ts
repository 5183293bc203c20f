import { index, type RouteConfig, route } from "@remix-run/route-config";
import { fileOf, folderOf, pageRoutesOf, SCREENS } from "./registry/screens.ts";

/** The routes of the registered screens, their dialogs and the pages of their records, and those without a screen. */
export default [
  ...SCREENS.map(({ path, dialogs }) => {
    const folder = `routes/${folderOf(path)}`;
    if (path === "/") return index(`${folder}/route.tsx`);
    const children = dialogs.map((dialog) =>
      // Dialogs share files, so the id is by the path.
      route(dialog.path, fileOf(path, dialog), { id: `${folder}/${dialog.path}` }),
    );
    return route(path.slice(1), `${folder}/route.tsx`, children);
  }),
  // The lists with filters.
  ...SCREENS.filter(({ dialogs }) => dialogs.some(({ path }) => path === "filter")).map(({ path }) =>
    route(`${path.slice(1)}/csv`, "routes/csv.ts", { id: `routes${path}/csv` }),
  ),
  ...SCREENS.flatMap((screen) =>
    pageRoutesOf(screen).map(({ path, file }) => {
      const folder = `routes/${folderOf(screen.path)}`;
      return route(`${screen.path.slice(1)}/${path}`, `${folder}/${file}.tsx`, { id: `${folder}/page/${path}` });
    }),
  ),
  route("auth/google", "routes/auth.google/route.ts"),
  route("auth/google/callback", "routes/auth.google.callback/route.ts"),
  route("auth/sign-out", "routes/auth.sign-out/route.ts"),
  route("billing/exports/:file", "routes/billing.exports.file/route.ts"),
  route("columns", "routes/columns/route.ts"),
  route("dismissals", "routes/dismissals/route.ts"),
  route("entries", "routes/_index/saving/entries.ts"),
  route("first-admin", "routes/first-admin/route.tsx"),
  route("health", "routes/health/route.ts"),
  route("import/:id/problems", "routes/import/problems-file.ts"),
  route("live", "routes/live/route.ts"),
  route("s/:token?", "routes/shared/route.tsx", { caseSensitive: true }),
  route("*", "routes/not-found/route.tsx"),
] satisfies RouteConfig;
