import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Command, ended, spawnCommand } from "#tests/support/command.ts";
import { startHostedDatabase } from "#tests/support/hosted-database.ts";

/*
 * Every `npm` and `npx` command of the documents exists and starts. A command that takes minutes is stopped as soon as it is
 * at work, and one that would leave this machine is started with `--help` or `--dry-run`.
 */

type Rule = {
  documented: RegExp;
  /** What is started instead, if the documented command cannot be: it names a placeholder, or would leave this machine. */
  as?: string;
  /** What it says, or when it can be stopped. */
  says: RegExp;
  isStopped?: true;
  /** 0 by default. */
  code?: number;
  env?: Record<string, string>;
  isHosted?: true;
};

/** The servers are started in tests/bin/commands.test.ts; here they stop at a wrong port. */
const START = { says: /PORT must be a number/, code: 1, env: { PORT: "none" } };
const VITEST = { says: /(RUN|DEV) .*v\d/, isStopped: true } as const;
const WRANGLER = /^npx wrangler (login|whoami|secret put|secret list|deployments list|rollback|tail|triggers deploy)\b/;

const RULES: Rule[] = [
  { documented: /^npm (start|run start)$/, ...START },
  { documented: /^npm run dev$/, ...START },
  { documented: /^npm test( -- .*)?$/, as: "npm test -- --project unit", ...VITEST },
  { documented: /^npm run test:watch$/, ...VITEST },
  { documented: /^npm run check( -- --write)?$/, as: "npm run check -- package.json", says: /Checked 1 file/ },
  { documented: /^npm run types$/, as: "npm run types -- --showConfig", says: /"strict": true/ },
  {
    documented: /^npm run bench( -- --keep DIR| -- --first| -- --far)?$/,
    as: "npm run bench",
    says: /^Measuring /m,
    isStopped: true,
  },
  {
    documented: /^npm run soak( -- .*)?$/,
    as: "npm run soak -- --minutes 5",
    says: /^Seed \d+, 50 users/m,
    isStopped: true,
  },
  { documented: /^npm run admin -- (add \S+|remove \S+|list)$/, as: "npm run admin -- list", says: /no admin yet/ },
  // Without a day, which must be in the past.
  {
    documented: /^npm run activity( -- archive --before \S+ \S+)?$/,
    as: "npm run activity -- archive",
    says: /^Say what/m,
    code: 1,
  },
  { documented: /^npm run seed( -- --bills \d+)?$/, as: "npm run seed -- --bills 10", says: /^Filled /m },
  { documented: /^npm run migrate$/, says: /is up to date/, isHosted: true },
  // A real name would write a file if db/schema.ts has changed.
  { documented: /^npm run migration( -- --name \S+)?$/, as: "npm run migration", says: /Name the migration/, code: 1 },
  {
    documented: /^npm run deploy( -- --dry-run)?$/,
    as: "npm run deploy -- --dry-run",
    says: /--dry-run: exiting now/,
    isHosted: true,
  },
  { documented: WRANGLER, as: "npx wrangler login --help", says: /wrangler login/ },
];

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
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

const documented = [...new Set(DOCUMENTS.flatMap(commandsIn))];

test("every documented command has a rule, and every rule a documented command", () => {
  expect(documented.filter((command) => !RULES.some((rule) => rule.documented.test(command)))).toEqual([]);
  expect(RULES.filter((rule) => !documented.some((command) => rule.documented.test(command)))).toEqual([]);
});

test("every script of package.json is documented, and every path and project of a documented test exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const called = documented.map((command) => command.match(/^npm (?:run )?([\w:]+)/)?.[1]);
  expect(Object.keys(scripts).filter((name) => !called.includes(name))).toEqual([]);
  expect(called.filter((name) => name && !(name in scripts))).toEqual([]);
  const words = documented.filter((command) => command.startsWith("npm test")).flatMap((command) => command.split(" "));
  expect(words.filter((word) => word.startsWith("tests/") && !existsSync(word))).toEqual([]);
  const projects = words.filter((_, i) => words[i - 1] === "--project");
  expect(projects.filter((name) => !existsSync(join("tests", name)))).toEqual([]);
});

const startable = RULES.map(
  (rule) => [rule.as ?? documented.find((each) => rule.documented.test(each)) ?? "", rule] as const,
);

test.each(startable)(
  "'%s' starts",
  async (line, { says, isStopped, code = 0, env, isHosted }) => {
    const folder = mkdtempSync(join(tmpdir(), "hayloft-documented-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const hosted = isHosted ? (await startHostedDatabase()).env : {};
    const [file = "", ...args] = line.split(" ");
    const command = spawnCommand(file, args, { DATA_DIR: join(folder, "data"), TMPDIR: folder, ...hosted, ...env });
    if (isStopped) await stopWhen(command, says);
    else expect([await ended(command), command.said()]).toEqual([code, expect.stringMatching(says)]);
  },
  60_000,
);

async function stopWhen(command: Command, says: RegExp): Promise<void> {
  await expect.poll(command.said, { timeout: 45_000, interval: 50 }).toMatch(says);
  command.child.kill("SIGINT");
  await ended(command);
}
