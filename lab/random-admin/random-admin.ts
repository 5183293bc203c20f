import fc from "fast-check";
import type { Hands } from "./hands.ts";
import { RANDOM_LISTS } from "./lists.ts";
import { agree, openStage, type StageBarn } from "./stage.ts";
import { sequences } from "./steps.ts";

export type RandomSettings = {
  milliseconds: number;
  seed: number;
  /** What a report of a failure names, to repeat it. */
  path?: string | undefined;
  replay?: string | undefined;
};

const MAX_STEPS = 25;

/**
 * Drives lists as an admin who does anything, until the time is over. fast-check shrinks a sequence that fails to its shortest one.
 * Returns the number of sequences and steps.
 * @throws the shortest sequence, with what repeats it
 */
export async function runRandomAdmin(
  barn: StageBarn,
  hands: Hands,
  { milliseconds, seed, path, replay }: RandomSettings,
): Promise<{ sequences: number; steps: number }> {
  const done = { sequences: 0, steps: 0 };
  const paths = RANDOM_LISTS.map((list) => list.path);
  const property = fc.asyncProperty(fc.constantFrom(...paths), sequences(MAX_STEPS, replay), async (at, steps) => {
    const list = RANDOM_LISTS.find((each) => each.path === at);
    if (!list) return;
    const stage = { barn, hands, list };
    const model = await openStage(stage);
    await fc.asyncModelRun(() => ({ model, real: stage }), steps);
    await agree(model, stage);
    done.sequences += 1;
    done.steps += [...steps].length;
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    ...(path && { path }),
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: milliseconds,
  });
  if (failed && counterexample) {
    const [list, steps] = counterexample;
    const again = `SEED=${seed} RANDOM_PATH=${counterexamplePath}`;
    // Reports of a failure have the message alone, without its cause.
    throw new Error(`${errorInstance}\nIn ${list}: ${steps}\n${again}`, { cause: errorInstance });
  }
  return done;
}
