import { type FSWatcher, watch } from "node:fs";
import { type AppBuilds, type Outcome, watchApp } from "./app-builds.ts";

/** Vite's builds hear of a change to one of their own files within this time, in milliseconds. */
const A_MOMENT = 120;

type Events = {
  /** The app is built; `since` is when the first change of it was heard, of `performance.now()`. */
  onBuilt(scripts: string[], since: number): Promise<void>;
  onMigrations(): Promise<void>;
  onFailure(message: string): void;
};

/** Builds the app now and at every change of what it is made of; tells the results one after the other. */
export async function watchSources(events: Events): Promise<{ stop(): Promise<void> }> {
  let since = performance.now();
  let isFresh = true;
  let outcomes = 0;
  let isFreshStart = true;
  let told = "";
  let latest: Outcome = { scripts: [] };
  let builds: AppBuilds | undefined;
  let pause: NodeJS.Timeout | undefined;
  const inTurn = createQueue(events.onFailure);

  function showLatest() {
    const shown = outcomes;
    inTurn(async () => {
      if (shown !== outcomes) return;
      if ("failures" in latest && latest.isLost && !isFreshStart) return startBuilds();
      isFreshStart = false;
      isFresh = true;
      const failure = "failures" in latest ? latest.failures.join("\n") : "";
      if (failure && failure !== told) events.onFailure(failure);
      if ("scripts" in latest) await events.onBuilt(latest.scripts, since);
      told = failure;
    });
  }

  async function startBuilds() {
    await builds?.close();
    isFreshStart = true;
    builds = await watchApp((outcome) => {
      latest = outcome;
      outcomes++;
      showLatest();
    });
  }

  /** Vite watches the files that a route imports. This handles every other change. */
  function heard(path: string) {
    if (isFresh) since = performance.now();
    isFresh = false;
    if (/^(app\/routes|remix\.config)\.ts$/.test(path)) return inTurn(startBuilds);
    if (path.startsWith("db/migrations/")) inTurn(() => events.onMigrations());
    if (path.startsWith("public/")) return builds?.again("client");
    const before = outcomes;
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (outcomes !== before || builds?.isRunning()) return;
      if ("failures" in latest) for (const side of ["client", "server"] as const) builds?.again(side);
      else showLatest();
    }, A_MOMENT);
  }
  const watchers = watchFiles(heard);
  await startBuilds();
  return {
    async stop() {
      clearTimeout(pause);
      for (const watcher of watchers) watcher.close();
      await builds?.close();
    },
  };
}

/** Calls `onChange` with the path of each source that changes. */
function watchFiles(onChange: (path: string) => void): FSWatcher[] {
  return [
    ...["app", "db", "public"].map((folder) =>
      watch(folder, { recursive: true }, (_, name) => onChange(`${folder}/${name}`)),
    ),
    // The folder, since an editor may replace the file.
    watch(".", (_, name) => {
      if (name === "remix.config.ts" || name === "wrangler.toml") onChange(name);
    }),
  ];
}

/** Runs one step after the other. A failure is reported, and the next step runs all the same. */
function createQueue(onFailure: (message: string) => void): (step: () => Promise<void>) => void {
  let last: Promise<void> = Promise.resolve();
  return (step) => {
    last = last.then(step).catch((error) => onFailure(error instanceof Error ? error.message : String(error)));
  };
}
