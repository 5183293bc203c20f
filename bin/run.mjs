/**
 * `node bin/run.mjs <command> [arguments]`: what every npm script of the product runs. It needs nothing but Node, so that
 * a fresh clone can start; it installs the packages when they are not those of package-lock.json, then runs
 * `bin/<command>.ts` or, of those for developers, `bin/develop/<command>.ts` in this very process, so that a signal to `npm start`
 * reaches it.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const OLDEST_NODE = [20, 20];
const FOLDERS = ["bin", "bin/develop"];
const [name = "", ...args] = process.argv.slice(2);

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  checkNode();
  const file = fileOfCommand();
  if (!isInstalled()) await install();
  const modules = await load(["bin/process/environment.ts", file]);
  const [{ forgetNamedDatabase, readEnvFile }, { command, usesNamedDatabase = false, addsSettings = false }] = modules;
  if (!usesNamedDatabase) forgetNamedDatabase();
  else if (!addsSettings) readEnvFile();
  // Ends the process here: a command that was interrupted may leave handles open.
  process.exit((await command?.(args)) ?? 0);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw explained(`Hayloft needs Node ${OLDEST_NODE.join(".")} or newer, and this is Node ${process.versions.node}.`);
}

function fileOfCommand() {
  const file = FOLDERS.map((folder) => join(folder, `${name}.ts`)).find(existsSync);
  if (/^[a-z]+$/.test(name) && file && isCommand(file)) return file;
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((each) => join(folder, each)));
  const names = files.filter(isCommand).map((each) => basename(each, ".ts"));
  throw explained(`There is no command '${name}'; there are: ${names.join(", ")}.`);
}

/** Whether a file has a command, and is not part of one. */
function isCommand(file) {
  return file.endsWith(".ts") && /^export (async )?function command/m.test(readFileSync(file, "utf8"));
}

/**
 * Whether node_modules holds what package-lock.json names: npm leaves a copy of the lock there as its last step, less
 * what it left out for this platform.
 */
function isInstalled() {
  if (!existsSync("node_modules/.package-lock.json")) return false;
  const { packages: wanted } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const { packages: found } = JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8"));
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === "") return true;
    const there = found[path];
    return there ? there.version === version && there.integrity === integrity : Boolean(optional || devOptional);
  });
}

async function install() {
  console.error("Installing the packages of package-lock.json: 770 MB, 1 to 2 minutes…");
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js")
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === "win32" ? "npm.cmd" : "npm"];
  // The tools are development dependencies, wanted whatever NODE_ENV says.
  const [file, ...first] = [...npm, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const child = spawn(file, first, { stdio: ["inherit", process.stderr, "inherit"] });
  const forward = (signal) => child.kill(signal);
  process.on("SIGINT", forward).on("SIGTERM", forward);
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve)).catch(
    () => -1,
  );
  process.off("SIGINT", forward).off("SIGTERM", forward);
  if (code !== 0) throw explained("The packages could not be installed; npm says above why.");
}

/** The modules of these files, as one bundle: to load file by file takes a command a second of processor time. */
async function load(paths) {
  let files = paths;
  try {
    files = await bundle(paths);
  } catch (error) {
    // The user of the command may not write to node_modules.
    if (!/^E(ACCES|PERM|ROFS)$/.test(error?.code)) throw error;
    const { register } = await import("tsx/esm/api");
    register();
  }
  const modules = [];
  for (const file of files) modules.push(await import(pathToFileURL(file).href));
  return modules;
}

/** Bundles TypeScript files, and returns the JavaScript files for them. Each is named by its content, and written as a whole. */
async function bundle(entryPoints) {
  const { buildSync } = await import("esbuild");
  const outdir = "node_modules/.cache/hayloft";
  const { outputFiles, metafile } = buildSync({
    entryPoints,
    outdir,
    entryNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    metafile: true,
    logLevel: "error",
    sourcemap: process.env.DEBUG ? "inline" : false,
  });
  if (process.env.DEBUG) process.setSourceMapsEnabled(true);
  mkdirSync(outdir, { recursive: true });
  for (const { path, contents } of outputFiles) {
    if (existsSync(path)) continue;
    const part = `${path}.${process.pid}`;
    writeFileSync(part, contents);
    renameSync(part, path);
  }
  const made = Object.entries(metafile.outputs);
  return entryPoints.map((entry) => made.find(([, { entryPoint }]) => entryPoint === entry)[0]);
}

/**
 * What the user reads. The message of a `UserFacingError` (user-facing-error.ts) says all that is needed, as those of Node
 * about wrong options do. Any other error is a defect, whose stack is printed on demand only.
 */
function sentenceOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error?.name === "UserFacingError") return message;
  if (String(error?.code).startsWith("ERR_PARSE_ARGS")) return `${message.replace(/\.?$/, ".")}`;
  if (process.env.DEBUG) return error;
  return `npm run ${name} failed: ${message.split("\n", 1)[0]} (DEBUG=1 shows where)`;
}

function explained(message) {
  return Object.assign(new Error(message), { name: "UserFacingError" });
}
