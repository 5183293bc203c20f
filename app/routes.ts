import { index, type RouteConfig, route } from "@remix-run/route-config";
import { csvFileOf, fileOf, screenFile } from "./registry/files.ts";
import { csvRoutesOf, isDescribedList, pageRoutesOf, SCREENS } from "./registry/screens.ts";

/**
 * The routes of the registered screens, their dialogs and the pages of their records, and those without a screen. The id of a
 * registered route is its path, since routes share files.
 */
export default [
  ...SCREENS.map(({ path, dialogs }) => {
    if (path === "/") return index(screenFile(path), { id: path });
    const children = dialogs.map((dialog) =>
      route(dialog.path, fileOf(path, dialog), { id: `${path}/${dialog.path}` }),
    );
    return route(path.slice(1), screenFile(path), { id: path }, children);
  }),
  // The lists that a description says.
  ...SCREENS.filter(isDescribedList).map(({ path }) =>
    route(`${path.slice(1)}/csv`, "routes/shell/csv.ts", { id: `${path}/csv` }),
  ),
  ...SCREENS.flatMap((screen) =>
    csvRoutesOf(screen).map(({ path, csv }) => route(path.slice(1), csvFileOf(screen.path, csv), { id: path })),
  ),
  ...SCREENS.flatMap((screen) =>
    pageRoutesOf(screen).map((page) => {
      const path = `${screen.path}/${page.path}`;
      return route(path.slice(1), fileOf(screen.path, page), { id: path });
    }),
  ),
  route("auth/google", "routes/shell/google/route.ts"),
  route("auth/google/callback", "routes/shell/google-callback/route.ts"),
  route("auth/sign-out", "routes/shell/sign-out/route.ts"),
  route("billing/exports/:file", "routes/exports/file/route.ts"),
  route("columns", "routes/shell/columns/route.ts"),
  route("dismissals", "routes/overview/dismissals/route.ts"),
  route("entries", "routes/entries/saving/entries.ts"),
  route("first-admin", "routes/shell/first-admin/route.tsx"),
  route("health", "routes/shell/health/route.ts"),
  route("import/:id/problems", "routes/import/problems-file.ts"),
  route("live", "routes/shell/live/route.ts"),
  route("s/:token?", "routes/statements/shared/route.tsx", { caseSensitive: true }),
  route("*", "routes/shell/not-found/route.tsx"),
] satisfies RouteConfig;
