import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { filtersOf } from "#app/records/lists/described-filters.ts";
import { fileOf, screenFile } from "#app/registry/files.ts";
import { type DialogRoute, pageRoutesOf, SCREENS } from "#app/registry/screens.ts";
import { LISTS } from "#app/routes/shell/lists.ts";

/* The rules of docs/architecture.md, 'Layers', that Biome cannot express, for every source file. */

const ENTRIES = ["entry.client.tsx", "entry.server.tsx", "entry.worker.ts", "root.tsx", "routes.ts"];

/** The layers from the lowest up: a file imports from its own layer and those below, types included. */
const LAYERS: [folder: string, layer: number][] = [
  ["app/domain/", 0],
  ["db/", 1],
  ["app/registry/", 2],
  ["app/server/", 3],
  ["app/auth/", 4],
  ["app/live/", 4],
  ["app/offline/", 4],
  ["app/remix/", 4],
  ["app/table/", 4],
  ["app/worker/", 5],
  ["app/records/", 6],
  ["app/ui/", 6],
  ["app/routes/", 7],
  ["app/", 8],
  ["bin/develop/", 11],
  ["bin/", 9],
  ["lab/", 10],
  ["tests/support/", 11],
  ["tests/", 12],
];

/** Pairs of folders that import nothing of each other, although their layers would allow it. */
const APART: [folder: string, other: string][] = [
  ["app/records/", "app/ui/"],
  ["app/auth/", "app/live/"],
  ["app/registry/", "db/"],
  ["app/auth/", "app/server/log.ts"],
];

/** The areas of the product: the same on each floor (docs/architecture.md, 'The house'). */
const AREAS = [
  ...["activity", "barn", "bills", "boarding", "entries", "exports", "import", "overview", "payroll", "shell"],
  "statements",
];
/** What a floor has beside them. */
const FLOORS: [floor: string, ...others: string[]][] = [
  ["app/domain", "basics", "fields", "records"],
  ["db/queries"],
  ["app/routes"],
  ["tests/unit", "basics", "code", "fields", "lab", "registry"],
  ["tests/db", "lists"],
  ["tests/worker", "lists"],
  ["tests/browser", "lists", "screens"],
  ["tests/spec"],
];
const MOST_FILES_OF_A_FOLDER = 16;

/** Folders whose code runs in the browser, and what it may import. */
const BROWSER = ["app/ui/", "app/live/browser/", "app/offline/"];
const FOR_BROWSER = /^app\/(domain|live\/browser|offline|registry|remix|table|ui)\/|^app\/live\/protocol\.ts$/;

/** Folders whose code works for every kind of record. */
const GENERIC = ["app/offline/", "app/records/", "app/ui/controls/", "app/ui/list/", "db/list/"];
const GENERIC_FILES = [
  "app/domain/fields/field.ts",
  "app/domain/fields/field-kinds.ts",
  "db/write/batch.ts",
  "db/connection.ts",
  "db/write/records.ts",
  "db/write/write.ts",
];
const ENTITY = /horse(?!shoe)|customer|groom|rider|payroll/i;

const MOST_LINES_OF_A_FUNCTION = 60;
const MOST_LINES_OF_A_STYLESHEET = 300;
const MOST_LINES_OF_A_ROUTE = 150;

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const sources = new Map(
  ["app", "db", "bin", "lab", "tests"]
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .map((path) => [path, ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true)]),
);

/** The project's files that a file imports, types included. */
function importsOf(path: string, source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier =
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined;
    if (specifier && ts.isStringLiteral(specifier)) {
      const { text } = specifier;
      if (text.startsWith("#")) found.push(text.slice(1));
      else if (text.startsWith(".")) found.push(normalize(join(dirname(path), text)));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((each) => each.split("?")[0] ?? each).filter((each) => sources.has(each));
}

const imports = new Map([...sources].map(([path, source]) => [path, importsOf(path, source)]));
const layerOf = (path: string) => LAYERS.find(([folder]) => path.startsWith(folder))?.[1] ?? -1;

/** Fails with the list of all violations. */
function expectNone(violations: string[]): void {
  if (violations.length > 0) throw new Error(`\n${violations.join("\n")}`);
}

test("app/ has no files but the framework's entries", () => {
  const files = readdirSync("app", { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(ENTRIES);
});

test("no file imports from a layer above its own", () => {
  const violations = [...imports].flatMap(([path, imported]) =>
    imported.filter((each) => layerOf(each) > layerOf(path)).map((each) => `${path} imports ${each}`),
  );
  expectNone(violations);
});

test("folders that do not know each other import nothing of each other", () => {
  const isBetween = (path: string, each: string) =>
    APART.some(([one, other]) =>
      [
        [path, each],
        [each, path],
      ].some(([from = "", to = ""]) => from.startsWith(one) && to.startsWith(other)),
    );
  const violations = [...imports].flatMap(([path, imported]) =>
    imported.filter((each) => isBetween(path, each)).map((each) => `${path} imports ${each}`),
  );
  expectNone(violations);
});

test("the floors have the same rooms", () => {
  const violations = FLOORS.flatMap(([floor, ...others]) =>
    readdirSync(floor, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && ![...AREAS, ...others].includes(entry.name))
      .map(({ name }) => `${floor}/${name} is no area`),
  );
  expectNone(violations);
});

test(`no folder has more than ${MOST_FILES_OF_A_FOLDER} files`, () => {
  const counts = new Map<string, number>();
  for (const floor of ["app", "db", "bin", "lab", "tests"])
    for (const path of filesIn(floor, /\.(tsx?|mjs|css)$/))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expectNone([...counts].filter(([, count]) => count > MOST_FILES_OF_A_FOLDER).map(String));
});

/** The lists of all screens are in one file. */
const LISTS_FILE = "app/routes/shell/lists.ts";
/** What a screen reads is read again by actions that change it. */
const SCREEN_READ = /^app\/routes\/.*\/load\.ts$/;

/** Whether a route may import a file of the routes: one of its own folder, of a folder above, or of its own screen. */
function isOfScreen(path: string, each: string): boolean {
  const [from, to] = [path, each].map((file) => dirname(file).split("/")) as [string[], string[]];
  const common = from.filter((_, i) => from.slice(0, i + 1).join("/") === to.slice(0, i + 1).join("/")).join("/");
  return common === dirname(each) || sources.has(`${common}/route.tsx`) || sources.has(`${common}/route.ts`);
}

test("a route is imported by its own screen only, what screens share by those of their area", () => {
  const violations = [...imports].flatMap(([path, imported]) =>
    path.startsWith("tests/") || path === LISTS_FILE
      ? []
      : imported
          .filter(
            (each) =>
              each.startsWith("app/routes/") &&
              each !== LISTS_FILE &&
              !SCREEN_READ.test(each) &&
              !isOfScreen(path, each),
          )
          .map((each) => `${path} imports ${each}`),
  );
  expectNone(violations);
});

test("code for the browser imports no code or type of the server", () => {
  const violations = [...imports]
    .filter(([path]) => BROWSER.some((folder) => path.startsWith(folder)))
    .flatMap(([path, imported]) =>
      imported.filter((each) => !FOR_BROWSER.test(each)).map((each) => `${path} imports ${each}`),
    );
  expectNone(violations);
});

test("imports form no cycle", () => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(" -> "));
    if (done.has(path) || way.includes(path)) return;
    for (const each of imports.get(path) ?? []) visit(each, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  expectNone(cycles);
});

test("generic modules name no kind of record", () => {
  const isGeneric = (path: string) => GENERIC_FILES.includes(path) || GENERIC.some((folder) => path.startsWith(folder));
  const named: string[] = [];
  for (const [path, source] of sources) {
    if (!isGeneric(path)) continue;
    const visit = (node: ts.Node): void => {
      const isNamed = ts.isIdentifier(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
      if (isNamed && ENTITY.test(node.text)) named.push(`${path}: ${node.text}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expectNone(named);
});

test(`no function has more than ${MOST_LINES_OF_A_FUNCTION} lines`, () => {
  const long: string[] = [];
  for (const [path, source] of sources) {
    const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    const visit = (node: ts.Node): void => {
      // The callback of `describe` is a group of tests.
      const isGroup = ts.isCallExpression(node.parent ?? source) && /^describe\b/.test(node.parent.getText());
      const lines = ts.isFunctionLike(node) && !isGroup ? lineAt(node.getEnd()) - lineAt(node.getStart()) + 1 : 0;
      if (lines > MOST_LINES_OF_A_FUNCTION) long.push(`${path}:${lineAt(node.getStart()) + 1} has ${lines} lines`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expectNone(long);
});

test(`no route has more than ${MOST_LINES_OF_A_ROUTE} lines, no stylesheet more than ${MOST_LINES_OF_A_STYLESHEET}`, () => {
  const linesOf = (path: string) => readFileSync(path, "utf8").split("\n").length - 1;
  const routes = filesIn("app/routes", /\.tsx?$/).filter((path) => linesOf(path) > MOST_LINES_OF_A_ROUTE);
  const sheets = filesIn("app", /\.css$/).filter((path) => linesOf(path) > MOST_LINES_OF_A_STYLESHEET);
  expectNone([...routes, ...sheets]);
});

test("no file is named utils or helpers, and no file only re-exports other files", () => {
  const named = [...sources.keys()].filter((path) => /^(utils?|helpers?|misc|common)\./.test(basename(path)));
  const isBarrel = ({ statements }: ts.SourceFile) =>
    statements.length > 1 && statements.every((each) => ts.isExportDeclaration(each) && each.moduleSpecifier);
  const barrels = [...sources].filter(([, source]) => isBarrel(source)).map(([path]) => path);
  expectNone([...named, ...barrels]);
});

test("no value is cast to never, and no type error is suppressed", () => {
  const cast = [...sources].flatMap(([path, source]) => {
    const isSuppressed =
      /@ts-(ignore|expect-error|nocheck)/.test(source.text) && basename(path) !== "structure.test.ts";
    let casts = 0;
    const visit = (node: ts.Node): void => {
      if (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.NeverKeyword) casts += 1;
      ts.forEachChild(node, visit);
    };
    visit(source);
    return casts > 0 || isSuppressed ? [path] : [];
  });
  expectNone(cast);
});

/** What a browser may refuse, so that even its name throws. In the outbox `idb` names the storage, within asynchronous functions. */
const REFUSABLE =
  /^((window|self|globalThis)\.)?(BroadcastChannel|SharedWorker|Worker|localStorage|sessionStorage|indexedDB|caches|cookieStore)$|^navigator\.(serviceWorker|storage)$/;
/** It runs only where none is refused. */
const SERVICE_WORKER = "app/offline/service-worker.ts";

test("no field is an input of the type number, whose value the mouse wheel changes", () => {
  const found = [...sources].filter(
    ([path, source]) => path.startsWith("app/") && /type[=:]\s*"number"/.test(source.text),
  );
  expect(found.map(([path]) => path)).toEqual([]);
});

test("pages name storage, channels and workers within ifAllowed() alone", () => {
  const named: string[] = [];
  for (const [path, source] of sources) {
    if (!path.startsWith("app/") || path === SERVICE_WORKER) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) || (ts.isCallExpression(node) && node.expression.getText() === "ifAllowed")) return;
      const isName =
        ts.isPropertyAccessExpression(node) || (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent));
      const isObject =
        ts.isIdentifier(node) && ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node;
      if ((isName || isObject) && REFUSABLE.test(node.getText())) named.push(`${path}: ${node.parent.getText()}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expectNone(named);
});

test("every record is described in app/domain/records", () => {
  const described = [...sources].filter(([, { text }]) => /\bdescribe(List)?<\w+/.test(text)).map(([path]) => path);
  const describing = ["app/domain/records/", "app/domain/fields/field.ts"];
  expectNone(described.filter((path) => !describing.some((each) => path.startsWith(each))));
});

/** The files of the screens, of their dialogs and of the pages of their records. */
const SHOWN = SCREENS.flatMap((screen) => [
  join("app", screenFile(screen.path)),
  ...[...screen.dialogs, ...pageRoutesOf(screen)].map((each) => join("app", fileOf(screen.path, each))),
]);
/** A page that is there only before a barn has an admin. */
const WITHOUT_SCREEN = ["app/routes/shell/first-admin/route.tsx", "app/routes/statements/shared/route.tsx"];
const PAGES = [...new Set([...SHOWN, ...WITHOUT_SCREEN])];

test("every folder of a screen is registered, and every registered screen and dialog has its file", () => {
  const pages = filesIn("app/routes", /^(route|dialog|.*-dialog)\.tsx$/).filter((path) =>
    /useLoaderData|useLive(Data|Batch)/.test(readFileSync(path, "utf8")),
  );
  expectNone(PAGES.filter((path) => !sources.has(path)));
  expectNone(pages.filter((path) => !PAGES.includes(path)));
});

test.each([...LISTS])("the screen of the list %s has the form of its filters, if the list has any", (path, list) => {
  const filters = list(({ description }) => Object.keys(filtersOf(path, description)));
  const dialogs: readonly DialogRoute[] = SCREENS.find((screen) => screen.path === path)?.dialogs ?? [];
  expect(dialogs.some((dialog) => dialog.path === "filter")).toBe(filters.length > 0);
});

/** The names that a file exports. */
function exportsOf(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      return statement.exportClause.elements.map(({ name }) => name.text);
    }
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isFunctionDeclaration(statement) && statement.name) return [statement.name.text];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  });
}

/** What the framework and `bin/run.mjs` look for in many files. */
const ENTRY_POINTS =
  /^(action|clientAction|clientLoader|command|handle|headers|loader|meta|shouldRevalidate|usesNamedDatabase)$/;

test("no two files export the same name", () => {
  const owners = new Map<string, string[]>();
  for (const [path, source] of sources)
    for (const statement of source.statements) {
      const isExported =
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
        !ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
      if (!isExported) continue;
      const names = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.getText())
        : "name" in statement
          ? [(statement as ts.FunctionDeclaration).name?.text ?? ""]
          : [];
      for (const name of names) if (!ENTRY_POINTS.test(name)) owners.set(name, [...(owners.get(name) ?? []), path]);
    }
  expectNone(
    [...owners].filter(([, paths]) => new Set(paths).size > 1).map(([name, paths]) => `${name}: ${paths.join(", ")}`),
  );
});

/** Screens whose data no page caches: they depend on what is typed, or on more than topics. */
const NOT_CACHED = ["/", "/go", "/import"];

test.each(SCREENS.filter(({ path }) => !NOT_CACHED.includes(path)))(
  "$path shows what the page has cached, and the registry says whether its list is short",
  (screen) => {
    const pages = pageRoutesOf(screen).map((page) => fileOf(screen.path, page));
    for (const file of [screenFile(screen.path), ...pages])
      expect([file, sources.get(join("app", file))?.text]).toEqual([
        file,
        expect.stringContaining("loadScreen as clientLoader"),
      ]);
    const isShort = sources.get(join("app", screenFile(screen.path)))?.text.includes("revalidateShortList") ?? false;
    expect("isShort" in screen).toBe(isShort);
  },
);

test.each(PAGES)("if %s has an action, it keeps what was entered and shows the answer", (path) => {
  const source = sources.get(path);
  const names = source ? exportsOf(source) : [];
  if (!source || !names.includes("action")) return;
  // The page of a shared statement has no scripts.
  if (path !== "app/routes/statements/shared/route.tsx")
    expect(names).toEqual(expect.arrayContaining(["clientAction", "shouldRevalidate"]));
  // These components read the answer themselves.
  expect(source.text).toMatch(/useActionData<|<(BatchDialog|ListScreen|RecordDialog)/);
});

test.each(PAGES)("if %s has a live loader, it shows the live data", (path) => {
  const text = sources.get(path)?.text ?? "";
  if (/\bliveLoader\(/.test(text)) expect(text).toMatch(/useLive(Data|Batch)</);
});

test("every package of the lock has a hash that npm checks when it installs it", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: { [path: string]: { link?: boolean; integrity?: string } };
  };
  const installed = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
  expectNone(installed.filter(([, each]) => !each.integrity?.startsWith("sha512-")).map(([path]) => path));
});
