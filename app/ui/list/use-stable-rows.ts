import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { isChangedByOthers } from "#app/live/browser/structural-sharing.ts";
import type { ListRow } from "./types.ts";

/**
 * The rows to show where `held` are in somebody's hands: those that are shown stay in their order, and what is held stays
 * though it has gone; what is new comes after the row that it follows.
 */
export function mergeRows<Row extends ListRow>(shown: Row[], next: Row[], held: ReadonlySet<string>): Row[] {
  const byId = new Map(next.map((row) => [row.id, row]));
  const merged = shown.flatMap((row) => byId.get(row.id) ?? (held.has(row.id) ? row : []));
  const known = new Set(merged.map(({ id }) => id));
  for (const [n, row] of next.entries()) {
    if (known.has(row.id)) continue;
    const before = n === 0 ? -1 : merged.findIndex(({ id }) => id === next[n - 1]?.id);
    merged.splice(before + 1, 0, row);
  }
  return merged;
}

/** The rows of a table, with what others change in them; nothing moves under the hands of somebody until they let go of it. */
export function useStableRows<Row extends ListRow>(rows: Row[], body: RefObject<HTMLTableSectionElement>): Row[] {
  const shown = useRef(rows);
  const [letGo, setLetGo] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when somebody lets go.
  const merged = useMemo(() => {
    const held = isChangedByOthers(rows) ? heldIn(body.current, shown.current) : new Set<string>();
    return held.size > 0 ? mergeRows(shown.current, rows, held) : rows;
  }, [rows, letGo]);
  shown.current = merged;
  const isHeld = merged !== rows;

  useEffect(() => {
    if (!isHeld) return;
    const look = () => heldIn(body.current, shown.current).size === 0 && setLetGo((n) => n + 1);
    // After the focus has come to where it goes.
    const lookSoon = () => setTimeout(look);
    document.addEventListener("focusout", lookSoon);
    document.addEventListener("selectionchange", lookSoon);
    return () => {
      document.removeEventListener("focusout", lookSoon);
      document.removeEventListener("selectionchange", lookSoon);
    };
  }, [isHeld, body]);
  return merged;
}

/** The rows that have the focus, or part of what is selected. */
function heldIn(body: HTMLTableSectionElement | null, shown: ListRow[]): Set<string> {
  const selection = getSelection();
  const isSelected = (row: Node) => selection?.isCollapsed === false && selection.containsNode(row, true);
  const rows = [...(body?.rows ?? [])];
  const held = rows.flatMap((row, n) => (row.contains(document.activeElement) || isSelected(row) ? [n] : []));
  return new Set(held.flatMap((n) => shown[n]?.id ?? []));
}
