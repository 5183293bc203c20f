import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import { endTogether } from "#tests/bench/end-together.ts";
import { startRawWorkerd } from "#tests/bench/raw-workerd.ts";
import { openBrowser } from "./browser.ts";

/* A program with the servers and the browser of the bench, but without a barn. It goes on until somebody ends it. */

const folder = mkdtempSync(join(tmpdir(), "hayloft-bench-"));
endTogether(folder);
const module = join(folder, "constant.js");
writeFileSync(module, 'export default { fetch: () => new Response("") };');
await startSqld({ dataDir: join(folder, "data"), port: await findFreePort() });
await startRawWorkerd(join(folder, "worker"), module, {});
await openBrowser();
console.log("They run.");
setInterval(() => {}, 60_000);
