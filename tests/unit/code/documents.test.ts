import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/* A name, a file or a heading that a document or a comment refers to must exist. */

const FOLDERS = ["app", "bin", "db", "docs", "lab", "tests"];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
);
const SOURCES = FILES.filter((path) => /\.(tsx?|sql|css|mjs)$/.test(path)).map((path) => readFileSync(path, "utf8"));
const WORDS = new Set(SOURCES.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", ...FILES.filter((path) => /^(docs|lab)\/.*\.md$/.test(path))];

/** The spans of code in a document, without its blocks of code and without the names of its examples. */
function spansOf(path: string): string[] {
  const text = readFileSync(path, "utf8").replace(/```.*?```/gs, "");
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  return spans.filter((span) => !/farrier|stall|blanket_charge|[<…*{]/i.test(span));
}

const isFile = (span: string) => existsSync(span) || FILES.some((path) => path.endsWith(`/${span}`));

test.each(["docs/architecture.md", "CONTRIBUTING.md"])("every name in %s is one of the code", (path) => {
  const names = spansOf(path).filter((span) => /^[A-Za-z_$][\w$]*$/.test(span));
  expect(names.filter((name) => !WORDS.has(name))).toEqual([]);
});

test.each(DOCUMENTS)("every file that %s names is there", (path) => {
  const files = spansOf(path).filter((span) => /^[\w./-]+\.(tsx?|sql|md|css|toml|mjs|svg)$/.test(span));
  expect(files.filter((file) => !isFile(file))).toEqual([]);
});

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

const headingsOf = (path: string): string[] => readFileSync(path, "utf8").match(/(?<=^#+ ).*$/gm) ?? [];

test.each(DOCUMENTS)("every link of %s leads to a file and to a heading", (path) => {
  const text = readFileSync(path, "utf8").replace(/```.*?```/gs, "");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? "",
  );
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = "", anchor] = link.split("#");
    const target = file ? join(dirname(path), file) : path;
    return !existsSync(target) || (anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test.each([
  ["README.md", 700],
  ["CONTRIBUTING.md", 1_500],
])("%s has at most %i words", (path, most) => {
  expect(readFileSync(path, "utf8").split(/\s+/).length).toBeLessThanOrEqual(most);
});

test("every heading that the code cites is in its document", () => {
  const cited = SOURCES.map((text) => text.replace(/\n *\* /g, " ")).flatMap((text) => [
    ...text.matchAll(/(docs\/[a-z/-]+\.md), '([^']+)'/g),
  ]);
  const missing = cited.filter(([, path = "", heading = ""]) => !headingsOf(path).includes(heading));
  expect(missing.map(([citation]) => citation)).toEqual([]);
});

test.skipIf(!existsSync(".git"))(
  "git and npm run check ignore the data, backups and settings that the documents name",
  () => {
    const texts = DOCUMENTS.map((path) => readFileSync(path, "utf8")).join("\n");
    const folders = [...texts.matchAll(/\bDATA_DIR=([\w.-]+)/g)].map(([, folder]) => `${folder}/data`);
    const files = texts.match(/[\w.-]+\.(backup\.gz|env|jsonl)\b/g) ?? [];
    const named = [...new Set([...folders, ...files])].filter((name) => name !== "process.env");
    expect(named).toEqual(expect.arrayContaining([".data-restored/data", "barn.backup.gz", "restored.env"]));
    const ignored = execFileSync("git", ["check-ignore", "--no-index", ...named], { encoding: "utf8" })
      .trim()
      .split("\n");
    expect(ignored).toEqual(named);
  },
);
