import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#db/seed/random.ts";
import type { Trouble } from "#lab/support/hrana-proxy.ts";
import type { SmallDisk } from "#lab/support/small-disk.ts";
import type { Stack } from "./stack.ts";

/** Something that goes wrong for a while. When it returns, the stack works again. */
type Fault = { name: string; strike(milliseconds: number): Promise<void> };

function faultsOf(stack: Stack, disk: SmallDisk | null): Fault[] {
  const during = (trouble: Trouble) => async (milliseconds: number) => {
    stack.proxy.make(trouble);
    await sleep(milliseconds);
    stack.proxy.make({ kind: "none" });
  };
  const full: Fault = {
    name: "full disk",
    async strike(milliseconds) {
      disk?.fill();
      await sleep(milliseconds);
      disk?.free();
    },
  };
  const quota = { at: "begin", code: "BLOCKED", message: "Operation was blocked" } as const;
  return [
    { name: "database killed", strike: () => stack.killDatabase() },
    { name: "database stopped", strike: (milliseconds) => stack.pauseDatabase(2 * milliseconds) },
    { name: "worker killed", strike: () => stack.killWorker() },
    { name: "connections refused", strike: during({ kind: "refuse" }) },
    { name: "answers lost", strike: during({ kind: "lose answers" }) },
    { name: "writes blocked", strike: during({ kind: "server error", error: quota }) },
    ...(disk ? [full] : []),
  ];
}

/** Lets one fault after the other strike until then, each at least once if the time allows. Returns how often each did. */
export async function strikeUntil(
  end: number,
  { stack, disk, random }: { stack: Stack; disk: SmallDisk | null; random: Random },
): Promise<Map<string, number>> {
  const faults = faultsOf(stack, disk);
  const counts = new Map(faults.map(({ name }) => [name, 0]));
  const inTurn = shuffled(faults, random);
  for (let n = 0; ; n += 1) {
    await sleep(random.int(300, 1_500));
    if (Date.now() >= end) return counts;
    const { name, strike } = inTurn[n] ?? random.pick(faults);
    await strike(random.int(200, 2_000));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.int(0, rest.length - 1), 1)[0] as T);
}
