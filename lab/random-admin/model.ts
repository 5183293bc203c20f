import type { AdminList, RandomField, RandomValues, Typed, Value } from "./lists.ts";

type Row = { values: RandomValues; isDeleted: boolean };
/** An editor with what was typed into it, null if nothing was. One that was refused stays until it is saved or given up. */
type Editor = { typed: Typed | null; refused: Typed | null };
type Cell = { id: string; field: string };
/** A change that a notice offers to undo. */
type Change = { text: string; rows: { id: string; before: Row; after: Row }[] };

const keyOf = ({ id, field }: Cell) => `${id} ${field}`;

/**
 * What must be in the database and in the open editors: what the screen called saved is there, what it did not touch is unchanged, and
 * nothing that was typed is gone unasked.
 */
export class Model {
  readonly rows: Map<string, Row>;
  readonly editors = new Map<string, Editor>();
  /** The editor that has the focus for certain. */
  focus: Cell | null = null;
  /** Whether the server answers, to a valid session. */
  canSave = true;
  isSignedOut = false;
  /** What the list is searched for, after the tag of all its records. */
  words = "";
  /** The changes whose notice may be shown, the latest last. */
  readonly changes: Change[] = [];
  /** Whether the page was loaded, or returned to, after the last change. */
  isLoaded = false;

  constructor(
    readonly list: AdminList,
    readonly names: ReadonlyMap<string, string>,
  ) {
    this.rows = new Map([...names.keys()].map((id) => [id, { values: list.initial, isDeleted: false }]));
  }

  fieldOf({ field }: Cell): RandomField {
    const found = this.list.fields.find(({ name }) => name === field);
    if (!found) throw new TypeError(`No field ${field}`);
    return found;
  }

  /** The ids of the rows that the list shows. */
  listed = (): string[] =>
    [...this.rows].flatMap(([id, { isDeleted }]) =>
      !isDeleted && `${this.names.get(id)}`.includes(this.words) ? [id] : [],
    );

  editorOf = (cell: Cell) => this.editors.get(keyOf(cell));
  valueOf = ({ id, field }: Cell): Value => this.rows.get(id)?.values[field] ?? null;

  /** What would be lost with the page. */
  get isDirty(): boolean {
    return [...this.editors].some(([key, { typed, refused }]) => {
      const [id = "", field = ""] = key.split(" ");
      return refused !== null || (typed !== null && !this.#isStored({ id, field }, typed));
    });
  }

  #isStored = (cell: Cell, typed: Typed) =>
    typed.value !== undefined && typed.holds === this.fieldOf(cell).kind.holds(this.valueOf(cell));

  open(cell: Cell): void {
    if (!this.editorOf(cell)) this.editors.set(keyOf(cell), { typed: null, refused: null });
    this.focus = cell;
  }

  type(typed: Typed): void {
    const editor = this.focus && this.editorOf(this.focus);
    if (editor) editor.typed = typed;
  }

  /** Escape, in the editor that has the focus. */
  giveUp(): void {
    if (this.focus) this.editors.delete(keyOf(this.focus));
    this.focus = null;
  }

  /** The page is loaded again, or another one is opened. */
  loseEditors(): void {
    this.editors.clear();
    this.focus = null;
    this.isLoaded = true;
  }

  /** The focus leaves the editor for something else. Returns whether what was typed could not be saved. */
  leave(): boolean {
    const cell = this.focus;
    this.focus = null;
    const editor = cell && this.editorOf(cell);
    // Only Enter sends a refused text again.
    if (!editor || (editor.refused && editor.typed?.holds === editor.refused.holds)) return false;
    this.#commit(cell);
    return editor.refused !== null;
  }

  /** Enter, Tab or 'Save'. Returns whether the editor has closed. */
  enter(): boolean {
    const cell = this.focus;
    if (!cell) return false;
    const isClosed = this.#commit(cell);
    if (isClosed) this.focus = null;
    return isClosed;
  }

  /** Whether the editor closes at once; one that the server refuses comes back. */
  #commit(cell: Cell): boolean {
    const editor = this.editorOf(cell);
    const row = this.rows.get(cell.id);
    if (!editor || !row) return false;
    const { typed } = editor;
    if (typed === null || this.#isStored(cell, typed)) {
      this.editors.delete(keyOf(cell));
      return true;
    }
    if (typed.value === undefined) {
      editor.refused = typed;
      return false;
    }
    if (this.set([cell.id], cell.field, [typed.value])) this.editors.delete(keyOf(cell));
    else editor.refused = typed;
    return true;
  }

  /** Sets a field of rows, all of them or none, as one change. Returns whether it was saved. */
  set(ids: readonly string[], field: string, values: readonly Value[], label = ""): boolean {
    const changed = ids.map((id, at) => ({ id, row: this.rows.get(id), value: values[at] ?? null }));
    const isAccepted = changed.every(
      ({ row, value }) => row && !row.isDeleted && this.list.accepts({ ...row.values, [field]: value }),
    );
    if (!this.canSave || !isAccepted || ids.length === 0) return false;
    const value = new Map(changed.map((each) => [each.id, each.value]));
    this.#change(label || field, ids, (row, id) => ({
      values: { ...row.values, [field]: value.get(id) ?? null },
      isDeleted: row.isDeleted,
    }));
    return true;
  }

  /** Leaves values that were not saved in the editors of their rows. */
  refuse(ids: readonly string[], field: string, texts: readonly Typed[]): void {
    for (const [at, id] of ids.entries()) {
      const typed = texts[at] ?? null;
      this.editors.set(keyOf({ id, field }), { typed, refused: typed });
    }
  }

  delete(ids: readonly string[]): boolean {
    if (!this.canSave) return false;
    this.#change("delete", ids, ({ values }) => ({ values, isDeleted: true }));
    return true;
  }

  #change(text: string, ids: readonly string[], apply: (row: Row, id: string) => Row): void {
    const rows = ids.flatMap((id) => {
      const before = this.rows.get(id);
      return before ? [{ id, before, after: apply(before, id) }] : [];
    });
    for (const { id, after } of rows) this.rows.set(id, after);
    this.changes.push({ text, rows });
    this.isLoaded = false;
  }

  /**
   * The change that a notice is about: the last one or, on a page that was loaded since, the deletion or the saved dialog
   * that its address names.
   */
  noticed(notice: string): Change | undefined {
    const last = this.changes.at(-1);
    const verb = notice.match(/ (?:was|were) deleted\.| saved/)?.[0];
    if (!this.isLoaded || !verb) return last;
    return this.changes.findLast(
      ({ text, rows }) =>
        text === (verb === " saved" ? "saved" : "delete") &&
        notice.startsWith(rows.length > 1 ? `${rows.length} ` : `${this.names.get(rows[0]?.id ?? "")} `),
    );
  }

  /** Undoes a change whose rows are all as it left them. */
  undo(change: Change | undefined): void {
    if (!this.canSave || !change) return;
    const isLeft = change.rows.every(({ id, after }) => JSON.stringify(this.rows.get(id)) === JSON.stringify(after));
    if (!isLeft) return;
    this.changes.splice(this.changes.indexOf(change), 1);
    for (const { id, before } of change.rows) this.rows.set(id, before);
  }
}
