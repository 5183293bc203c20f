/** `npm run migration -- --name what-changes`: writes the next migration from db/schema.ts, its tables STRICT. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = "db/migrations";
execFileSync("node_modules/.bin/drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
for (const name of readdirSync(folder).filter((name) => name.endsWith(".sql"))) {
  const sql = readFileSync(`${folder}/${name}`, "utf8");
  const strict = sql.replace(/(CREATE TABLE [^;]*\n\));/g, "$1 STRICT;");
  if (strict !== sql) writeFileSync(`${folder}/${name}`, strict);
}
