import { useEffect, useRef, useState } from "react";

/**
 * A form with a box `selected` in each row, and the values and the number of ticked boxes; null until hydration, because
 * without JavaScript they would not follow the boxes.
 */
export function useTicks(rows: unknown) {
  const form = useRef<HTMLFormElement>(null);
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const countTicks = () => form.current && setTicked(new FormData(form.current).getAll("selected").map(String));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticks are counted again when `rows` change, because a changed row has a new box.
  useEffect(() => void countTicks(), [rows]);
  const tickAll = (isTicked: boolean) => {
    for (const box of form.current?.querySelectorAll<HTMLInputElement>("[name=selected]:enabled") ?? [])
      box.checked = isTicked;
    countTicks();
  };
  return { form, ticked, count: ticked?.length ?? null, countTicks, tickAll };
}

export const TickAll = ({ tickAll }: { tickAll: (isTicked: boolean) => void }) => (
  <span className="needs-script flex gap-4">
    <button type="button" onClick={() => tickAll(true)} className="link">
      Select all
    </button>
    <button type="button" onClick={() => tickAll(false)} className="link">
      Select none
    </button>
  </span>
);
