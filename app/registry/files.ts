import type { ScreenPath } from "./screens.ts";

/* The file of each route. Only the route configuration and the tests of the structure use these folders. */

/** The folder of each screen in `app/routes`. */
export const FOLDERS: { readonly [path in ScreenPath]: string } = {
  "/": "entries",
  "/go": "shell/go",
  "/overview": "overview",
  "/horses": "barn/horses",
  "/customers": "barn/customers",
  "/services": "barn/services",
  "/grooms": "barn/grooms",
  "/shows": "barn/shows",
  "/billing": "bills/list",
  "/billing/check": "exports/check",
  "/billing/corrections": "bills/corrections",
  "/billing/exports": "exports/past",
  "/billing/runs": "bills/runs",
  "/payroll": "payroll/items",
  "/payroll/runs": "payroll/runs",
  "/payroll-summary": "payroll/summary",
  "/activity": "activity",
  "/accounts": "barn/accounts",
  "/import": "import",
};

/** The file of a screen, relative to `app`. */
export const screenFile = (path: ScreenPath) => `routes/${FOLDERS[path]}/route.tsx`;

/** The file of a dialog or a page of a screen, relative to `app`. */
export function fileOf(path: ScreenPath, { file }: { path: string; file?: string }): string {
  if (!file) return "routes/shell/filter-dialog.tsx";
  return `routes/${file.includes("/") ? file : `${FOLDERS[path]}/${file}`}.tsx`;
}
