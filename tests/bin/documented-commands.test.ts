import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Command, ended, spawnCommand } from "#tests/support/commands/command.ts";

/*
 * Every `npm` and `npx` command of the documents exists and starts, here or in the file of tests that is about it. A command
 * that takes minutes is stopped as soon as it is at work, and one that would leave this machine is started with `--help`.
 */

type Rule = { documented: RegExp } & (Start | { startedBy: string });

type Start = {
  /** What is started instead, if the documented command cannot be: it names a placeholder, or would leave this machine. */
  as?: string;
  /** What it says, or when it can be stopped. */
  says: RegExp;
  isStopped?: true;
};

const VITEST = { says: /(RUN|DEV) .*v\d/, isStopped: true } as const;
const COMMANDS = "tests/bin/commands.test.ts";
const WRANGLER =
  /^npx wrangler (login|whoami|secret put|secret list|versions secret delete|versions deploy|deployments list|rollback|tail|triggers deploy|r2 bucket create|r2 object get)\b/;

const RULES: Rule[] = [
  { documented: /^npm (start|run start)$/, startedBy: COMMANDS },
  { documented: /^npm run dev$/, startedBy: COMMANDS },
  { documented: /^npm run seed( -- --bills \d+)?$/, startedBy: COMMANDS },
  { documented: /^npm run admin -- (add \S+|remove \S+|list)$/, startedBy: COMMANDS },
  { documented: /^npm run activity( -- archive --before \S+ \S+)?$/, startedBy: "tests/bin/activity.test.ts" },
  { documented: /^npm run backup( -- \S+)?$/, startedBy: "tests/bin/backups/backup.test.ts" },
  { documented: /^npm run restore( -- \S+)?$/, startedBy: "tests/bin/backups/backup.test.ts" },
  { documented: /^npm run migrate$/, startedBy: "tests/bin/database/hosted-database.test.ts" },
  { documented: /^npm run migration( -- --name \S+)?$/, startedBy: "tests/bin/wrong-settings.test.ts" },
  { documented: /^npm run deploy( -- (--dry-run|\S+\.env))?$/, startedBy: "tests/bin/deploying/deploy.test.ts" },
  { documented: /^npm test( -- .*)?$/, startedBy: "tests/bin/database/hosted-database.test.ts" },
  { documented: /^npm run test:(rest|watch)$/, ...VITEST },
  { documented: /^npm run check( -- --write)?$/, as: "npm run check -- --help", says: /^Checks the specified files/m },
  { documented: /^npm run types$/, as: "npm run types -- --showConfig", says: /"strict": true/ },
  { documented: /^npm run bench( -- (--quick|--keep DIR|first|far))?$/, startedBy: "tests/bin/bench.test.ts" },
  {
    documented: /^npm run soak -- --year( .*)?$/,
    as: "npm run soak -- --year",
    says: /^Seed \d+, 12 months/m,
    isStopped: true,
  },
  {
    documented: /^npm run soak( -- .*)?$/,
    as: "npm run soak -- --minutes 5",
    says: /^Seed \d+, 50 users/m,
    isStopped: true,
  },
  { documented: /^npm run fields$/, says: /^The tables of fields and charges in /m },
  { documented: /^npm run pictures$/, says: /^Taking the pictures of /m, isStopped: true },
  { documented: /^npm run smoke( -- --all-nodes)?$/, says: /^Cloning to /m, isStopped: true },
  { documented: WRANGLER, as: "npx wrangler login --help", says: /wrangler login/ },
];

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "lab/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((file) => join("docs", file)),
].filter((file) => file.endsWith(".md"));

/** The `npm` and `npx` commands in the code of a document, without the variables before them and the comments behind. */
function commandsIn(document: string): string[] {
  const text = readFileSync(document, "utf8");
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.split("\n"));
  const spans = [...text.replace(/```.*?```/gs, "").matchAll(/`([^`]+)`/g)].map(([, span = ""]) =>
    span.replace(/\s+/g, " "),
  );
  return [...blocks, ...spans].flatMap((code) => {
    const [, command] =
      code.match(/^(?:\s|[A-Z_]+=\S+)*((?:npm (?:start|test|run [a-z])|npx ).*?)(?:\s*#.*)?;?$/) ?? [];
    return command && !command.includes("…") ? [command] : [];
  });
}

/** Of package.json. */
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

const documented = [...new Set(DOCUMENTS.flatMap(commandsIn))];

test("every documented command has a rule, and every rule a documented command", () => {
  expect(documented.filter((command) => !RULES.some((rule) => rule.documented.test(command)))).toEqual([]);
  expect(RULES.filter((rule) => !documented.some((command) => rule.documented.test(command)))).toEqual([]);
});

test("every script of package.json is documented, and every path and project of a documented test exists", () => {
  const called = documented.map((command) => command.match(/^npm (?:run )?([\w:]+)/)?.[1]);
  expect(Object.keys(scripts).filter((name) => !called.includes(name))).toEqual([]);
  expect(called.filter((name) => name && !(name in scripts))).toEqual([]);
  const words = documented.filter((command) => command.startsWith("npm test")).flatMap((command) => command.split(" "));
  expect(words.filter((word) => word.startsWith("tests/") && !existsSync(word))).toEqual([]);
  const projects = words.filter((_, i) => words[i - 1] === "--project");
  expect(projects.filter((name) => !existsSync(join("tests", name)))).toEqual([]);
});

test("every file that starts a documented command in place of this one does so", () => {
  for (const rule of RULES) {
    if (!("startedBy" in rule)) continue;
    const [, name] = documented.find((each) => rule.documented.test(each))?.match(/^npm (?:run )?(\w+)/) ?? [];
    expect(scripts[name ?? ""]).toBe(`exec node bin/run.mjs ${name}`);
    expect(readFileSync(rule.startedBy, "utf8")).toMatch(new RegExp(`\\b(run|runCommand)\\(\\["${name}"`));
  }
});

const startable = RULES.flatMap((rule) =>
  "says" in rule ? [[rule.as ?? documented.find((each) => rule.documented.test(each)) ?? "", rule] as const] : [],
);

test.each(startable)(
  "'%s' starts",
  async (line, { says, isStopped }) => {
    const folder = mkdtempSync(join(tmpdir(), "hayloft-documented-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [file = "", ...args] = line.split(" ");
    const command = spawnCommand(file, args, { DATA_DIR: join(folder, "data") });
    if (isStopped) await stopWhen(command, says);
    else expect([await ended(command), command.said()]).toEqual([0, expect.stringMatching(says)]);
  },
  60_000,
);

async function stopWhen(command: Command, says: RegExp): Promise<void> {
  await expect.poll(command.said).toMatch(says);
  command.child.kill("SIGINT");
  await ended(command);
}
