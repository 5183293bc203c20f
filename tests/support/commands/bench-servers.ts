import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSqld } from "#bin/database/sqld.ts";
import { temporaryFolder } from "#bin/process/lifecycle.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { openBrowser } from "#lab/support/browser.ts";

/* Starts the servers and the browser of the bench, without a barn. The program runs until a test kills it. */

const folder = temporaryFolder("bench");
const module = join(folder, "constant.js");
writeFileSync(module, 'export default { fetch: () => new Response("") };');
await startSqld({ dataDir: join(folder, "data"), port: await findFreePort() });
await startRawWorkerd(folder, module, {});
await openBrowser();
console.log("They run.");
setInterval(() => {}, 60_000);
