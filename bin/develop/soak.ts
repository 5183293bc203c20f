import { parseArgs } from "node:util";
import { endAtSignals, temporaryFolder } from "#bin/process/lifecycle.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { buildApp } from "#bin/running/build.ts";
import { soakBrowsers } from "#lab/random-admin/soak.ts";
import { type SoakSettings, soak, USERS } from "#lab/soak/soak.ts";
import { startStack } from "#lab/soak/stack.ts";
import { liveYear } from "#lab/soak/year/year.ts";
import { mountSmallDisk } from "#lab/support/small-disk.ts";

/** The size of the disk in memory that holds the data. */
const DISK_MEGABYTES = 2_048;

/**
 * `npm run soak -- --minutes N`: many users at work while servers are killed and stopped, connections cut and the disk
 * is full, then an audit of the database against what the users know. `--seed` repeats the choices of an earlier soak,
 * though not its timing. `--lose` deletes an acknowledged row before the audit, which must find it. With `--browser` a
 * random admin works in real browsers instead; `--path` and `--replay` repeat a finding. With `--year` a barn works for a year of a
 * simulated clock, or for `--months`, and a ledger of its own must agree; it begins with the version of the commit `--from`. Returns 1 after a finding.
 */
export async function command(args: string[]): Promise<number> {
  const settings = readSettings(args);
  await buildApp();
  if (settings.year) {
    console.log(`Seed ${settings.seed}, ${settings.months} months of a barn`);
    return liveYear(temporaryFolder("year"), settings);
  }
  const disk = mountSmallDisk(DISK_MEGABYTES);
  if (disk) endAtSignals(disk.remove);
  const folder = disk?.folder ?? temporaryFolder("soak");
  const who = settings.browser ? "one admin in each browser" : `${USERS} users`;
  console.log(`Seed ${settings.seed}, ${who}, ${settings.minutes} minutes${disk ? "" : ", without a full disk"}`);
  const stack = await startStack(folder);
  try {
    return settings.browser
      ? await soakBrowsers(stack, { ...settings, seed: Number(settings.seed) % 2 ** 31 })
      : await soak(stack, disk, settings);
  } finally {
    await stack.stop();
  }
}

type Settings = SoakSettings & {
  browser: boolean;
  year: boolean;
  months: number;
  path: string | undefined;
  replay: string | undefined;
  from: string | undefined;
};

function readSettings(args: string[]): Settings {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "5" },
      seed: { type: "string" },
      lose: { type: "boolean", default: false },
      browser: { type: "boolean", default: false },
      path: { type: "string" },
      replay: { type: "string" },
      year: { type: "boolean", default: false },
      months: { type: "string", default: "12" },
      from: { type: "string" },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 60))
    throw new UserFacingError("Say for how long, up to an hour: npm run soak -- --minutes 5");
  const months = Number(values.months);
  if (!(Number.isInteger(months) && months >= 1 && months <= 24))
    throw new UserFacingError("Say how many months, up to 24: npm run soak -- --year --months 3");
  return {
    ...values,
    minutes,
    months,
    seed: values.seed ?? String(Date.now()),
    path: values.path,
    replay: values.replay,
    from: values.from,
  };
}
