import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { nameApp } from "./data-lock.ts";
import { createBundler, type Served } from "./dev/bundle.ts";
import { ROOT } from "./dev/folders.ts";
import { startPageProxy } from "./dev/page-proxy.ts";
import { watchSources } from "./dev/watch-sources.ts";
import { chosenPorts, dataDirectory, type Ports } from "./environment.ts";
import { type Running, runUntilStopped } from "./lifecycle.ts";
import { checkPorts, startDatabase, startSignIn } from "./local-services.ts";
import { migrateDatabase } from "./migrate.ts";
import { LOOPBACK } from "./ports.ts";
import { announce } from "./start.ts";
import { startWorker, type Worker, type WorkerBindings } from "./worker.ts";
import { readWorkerOptions } from "./worker-options.ts";

/** `npm run dev`: what `npm start` runs, from the sources as they are saved, in pages that load themselves again. */
export async function command(): Promise<number> {
  return runUntilStopped(startEverything);
}

async function startEverything(running: Running): Promise<void> {
  const ports = chosenPorts();
  await checkPorts(ports, "run dev");
  rmSync(ROOT, { recursive: true, force: true });
  const services = startServices(running, ports);
  const proxy = running.stopLater(await startPageProxy(ports.app));
  const stage = running.stopLater(createStage(running));
  const bundler = await createBundler();
  running.stopLater({ stop: () => bundler.close() });

  let announced = false;
  const sources = await watchSources({
    async onBuilt(scripts, since) {
      const { database, bindings } = await services;
      const build = await bundler.bundle(scripts);
      if (!build) return;
      proxy.serve(await stage.replace(build, bindings));
      if (announced) console.log(`Saved and shown in ${((performance.now() - since) / 1_000).toFixed(1)} s`);
      else await announce(`http://${LOOPBACK}:${ports.app}`, database);
      announced = true;
    },
    async onMigrations() {
      await migrateDatabase((await services).database);
    },
    onFailure(message) {
      console.error(
        `${message}\n${announced ? "The page still shows the build before." : "There is nothing to show yet."}`,
      );
    },
  });
  running.stopLater(sources);
  await services;
  nameApp(dataDirectory(), `http://${LOOPBACK}:${ports.app}`);
}

async function startServices(running: Running, ports: Ports) {
  const dataDir = dataDirectory();
  const [database, signIn] = await Promise.all([
    startDatabase(running, { dataDir, port: ports.sqld }),
    startSignIn(running, { ports, dataDir }),
  ]);
  const bindings = { DATABASE_URL: database.url, DATABASE_AUTH_TOKEN: database.authToken, ...signIn };
  return { database, bindings };
}

/** The worker on show. Its successor is up before it goes; one that cannot even start never comes. */
function createStage(running: Running) {
  let shown: { worker: Worker; build: Served } | undefined;
  return {
    async replace(build: Served, bindings: WorkerBindings): Promise<string> {
      const options = await readWorkerOptions();
      const next = {
        worker: await startWorker({ host: LOOPBACK, port: 0, bindings, build: { ...build, options } }),
        build,
      };
      const before = shown;
      shown = next;
      void next.worker.ended.then(() => {
        if (shown === next) running.needs("workerd, which serves the app,", next.worker.ended);
      });
      if (before) {
        await before.worker.stop();
        rmSync(dirname(before.build.bundle), { recursive: true, force: true });
      }
      return next.worker.url;
    },
    async stop() {
      await shown?.worker.stop();
    },
  };
}
