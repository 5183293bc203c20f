import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { isChangedByOthers } from "#app/live/browser/structural-sharing.ts";

/**
 * The rows of `next` in the order of the rows `shown`. A held row stays even if `next` does not contain it. A new row follows
 * its predecessor in `next`.
 */
export function mergeRows<Row extends { id: string }>(shown: Row[], next: Row[], held: ReadonlySet<string>): Row[] {
  const byId = new Map(next.map((row) => [row.id, row]));
  const merged = shown.flatMap((row) => byId.get(row.id) ?? (held.has(row.id) ? row : []));
  const known = new Set(merged.map(({ id }) => id));
  for (const [n, row] of next.entries()) {
    if (known.has(row.id)) continue;
    const predecessor = n === 0 ? -1 : merged.findIndex(({ id }) => id === next[n - 1]?.id);
    merged.splice(predecessor + 1, 0, row);
  }
  return merged;
}

/**
 * The rows of a table after a live update. While a row has the focus or part of the selection, its changes by other admins show
 * but no row moves (docs/architecture.md, 'One live update').
 */
export function useStableRows<Row extends { id: string }>(
  rows: Row[],
  /** The rows as they were loaded, of which `rows` are a page. */
  loaded: object,
  body: RefObject<HTMLTableSectionElement>,
): Row[] {
  const shown = useRef(rows);
  const shownLoaded = useRef(loaded);
  const [releaseCount, setReleaseCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `releaseCount` grows when the user releases the last held row, which no prop shows; `rows` change with `loaded`.
  const merged = useMemo(() => {
    const isLiveUpdate = loaded !== shownLoaded.current && isChangedByOthers(loaded);
    const held = isLiveUpdate ? heldIn(body.current, shown.current) : new Set<string>();
    return held.size > 0 ? mergeRows(shown.current, rows, held) : rows;
  }, [rows, releaseCount]);
  shown.current = merged;
  useEffect(() => {
    shownLoaded.current = loaded;
  });
  const isHeld = merged !== rows;

  useEffect(() => {
    if (!isHeld) return;
    const release = () => heldIn(body.current, shown.current).size === 0 && setReleaseCount((n) => n + 1);
    // A timeout, because at `focusout` the next element does not have the focus yet.
    const releaseSoon = () => setTimeout(release);
    document.addEventListener("focusout", releaseSoon);
    document.addEventListener("selectionchange", releaseSoon);
    return () => {
      document.removeEventListener("focusout", releaseSoon);
      document.removeEventListener("selectionchange", releaseSoon);
    };
  }, [isHeld, body]);
  return merged;
}

/** The ids of the held rows: those that contain the focus, part of the text selection, or the button of the open menu. */
function heldIn(body: HTMLTableSectionElement | null, shown: { id: string }[]): Set<string> {
  const selection = getSelection();
  const isSelected = (row: Node) => selection?.isCollapsed === false && selection.containsNode(row, true);
  // The menu of a row has the focus outside of it.
  const isUsed = (row: Element) => row.contains(document.activeElement) || row.querySelector("[aria-expanded=true]");
  const rows = [...(body?.rows ?? [])];
  const held = rows.flatMap((row, n) => (isUsed(row) || isSelected(row) ? [n] : []));
  return new Set(held.flatMap((n) => shown[n]?.id ?? []));
}
