import type { ScreenPath } from "./screens.ts";

/* The file of each route. Only the route configuration and the tests of the structure use these folders. */

/** The folders of screens in `app/routes` that are not those of their paths in `barn`. */
const FOLDERS: { readonly [path in ScreenPath]?: string } = {
  "/": "entries",
  "/go": "shell/go",
  "/overview": "overview",
  "/billing": "bills/list",
  "/billing/check": "exports/check",
  "/billing/corrections": "bills/corrections",
  "/billing/exports": "exports/past",
  "/billing/invoices": "bills/invoices",
  "/billing/runs": "bills/runs",
  "/payroll": "payroll/items",
  "/payroll/runs": "payroll/runs",
  "/payroll-summary": "payroll/summary",
  "/activity": "activity",
  "/services/standing": "barn/standing",
  "/customers/questions": "statements/questions",
  "/import": "import",
};

/** The folder of a screen in `app/routes`. */
export const folderOf = (path: ScreenPath) => FOLDERS[path] ?? `barn${path}`;

/** The file of a screen, relative to `app`. */
export const screenFile = (path: ScreenPath) => `routes/${folderOf(path)}/route.tsx`;

/** The file of the route of a table as a file, relative to `app`. */
export const csvFileOf = (path: ScreenPath, csv: string) =>
  `routes/${csv.includes("/") ? csv : `${folderOf(path)}/${csv}`}.ts`;

/** The file of a dialog or a page of a screen, relative to `app`. */
export function fileOf(path: ScreenPath, { file }: { path: string; file?: string }): string {
  if (!file) return "routes/shell/filter-dialog.tsx";
  return `routes/${file.includes("/") ? file : `${folderOf(path)}/${file}`}.tsx`;
}
