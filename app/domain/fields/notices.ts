/** Parameters that show a notice: `done` has the key of the change that was just made, `merged` that of a merged save. */
export const NOTICES = ["done", "merged"] as const;
export type Notice = (typeof NOTICES)[number];

/** A key of a change: a UUID, the instant of a scheduled run, or either with 'undo' before it. */
export const isChangeKey = (text: string) => /^[\w :.-]{1,200}$/.test(text);

/** The notice of a change. `recordId` is the id of its record, '' if it is of several, `others` the label of the Undo of a part. */
export type ChangeNotice = {
  key: string;
  recordId: string;
  text: string;
  canUndo: boolean;
  /** Whether the change is itself an undo: the undo of it is Redo. */
  isUndo: boolean;
  others: string | null;
  links?: readonly { label: string; to: string }[];
  /** The label of an Undo that opens the dialog of the record: 'Set an end date instead'. */
  instead?: string;
};

/** The answer to an undo that wrote nothing; `rest`: how many records could be undone without those that were changed since. */
export type UndoAnswer = {
  problem: string;
  unreachable?: boolean;
  rest?: { change: string; count: number } | undefined;
};

/**
 * The parameters that decide which rows a short list loads, and `made`, which shows a notice. Others filter loaded
 * rows.
 */
export const LOADED = ["view", "made"];

/** The part of a short list's search that decides what its loader returns. */
export function loadedSearch(params: URLSearchParams): string {
  const loaded = [...params].filter(([name]) => LOADED.includes(name) || NOTICES.some((each) => each === name));
  return String(new URLSearchParams(loaded));
}
