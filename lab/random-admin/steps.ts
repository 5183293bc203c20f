import fc from "fast-check";
import { CHECK_SESSION } from "#app/live/browser/session-end.ts";
import { type Ending, editInDialog } from "./dialog-step.ts";
import { untilQuiet } from "./hands.ts";
import type { RandomField } from "./lists.ts";
import type { Model } from "./model.ts";
import {
  agree,
  labelOf,
  loadEditor,
  openList,
  pressIn,
  readShown,
  STAGE_TAG,
  type Stage,
  untilHydrated,
} from "./stage.ts";

/*
 * What the random admin does: each step acts on the page as a person does, and tells the model what that means. A step that the page
 * does not offer at the moment does nothing.
 */

type Run = (model: Model, stage: Stage) => Promise<void>;
const cellSelector = (id: string, field: string) => `tr:has([name=menu][value="${id}"]) a[data-field="${field}"]`;
const controlSelector = (label: string) => `.row-editor [aria-label="${label}"]`;
const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];

/** The ids of the rows that are shown, in their order. Nobody can aim at a row that is about to go, or to move. */
async function shownIds(model: Model, stage: Stage): Promise<string[]> {
  await untilSorted(stage.hands);
  const read = async () => (await readShown(stage)).rows.map(({ id }) => id);
  const ids = await read();
  if (ids.toSorted().join() === model.listed().toSorted().join()) return ids;
  await agree(model, stage);
  return read();
}

/** Half a date holds nothing. */
const isDate = ({ kind }: Pick<RandomField, "kind">) => kind.typed.some(({ holds }) => holds === "");

const open =
  (row: number, field: number): Run =>
  async (model, stage) => {
    const id = pick(await shownIds(model, stage), row);
    const chosen = pick(model.list.fields, field);
    if (!id || !chosen) return;
    const cell = { id, field: chosen.name };
    const isOpen = model.editorOf(cell) !== undefined;
    const selector = isOpen ? controlSelector(labelOf(model, cell)) : cellSelector(id, cell.field);
    const isFocused = model.focus?.id === id && model.focus.field === cell.field;
    // A press on a date chooses one of its parts, and what is typed begins there.
    if (isFocused && isDate(chosen)) return;
    if (!(await pressIn(stage, selector)) || isFocused) return;
    const isRefused = model.leave() && model.isSignedOut;
    model.open(cell);
    if (isDate(chosen) && !isOpen && stage.hands.pickersTakeKeys && (await untilFocused(model, stage.hands)) === "")
      await stage.hands.key("Escape");
    // The message about the session takes the focus.
    if (isRefused) model.leave();
  };

const type =
  (n: number): Run =>
  async (model, { hands }) => {
    const cell = model.focus;
    const editor = cell && model.editorOf(cell);
    const { kind } = cell ? model.fieldOf(cell) : {};
    const typed = kind && pick(kind.typed, n);
    if (!editor || !typed || !kind) return;
    const inParts = isDate({ kind });
    // The parts of a date that was typed before would keep what they have.
    if (inParts && (editor.typed || (typed.holds === "" && model.valueOf(cell) !== null))) return;
    await untilFocused(model, hands);
    if (!inParts) await hands.key("ControlOrMeta+a");
    await hands.type(typed.keys);
    model.type(typed);
  };

/** The code of the first editor is loaded when it is opened. */
const untilFocused = (model: Model, hands: Stage["hands"]) =>
  untilQuiet(
    () =>
      hands.evaluate(
        `document.activeElement?.ariaLabel === ${JSON.stringify(model.focus && labelOf(model, model.focus))} ? "" : "no focus"`,
      ),
    2_000,
  );

const enter =
  (key: "Enter" | "Tab" | "Shift+Tab"): Run =>
  async (model, stage) => {
    const cell = model.focus;
    if (!cell) return;
    const { leadsOn } = model.fieldOf(cell).kind;
    if (!leadsOn && key !== "Enter") return;
    await untilFocused(model, stage.hands);
    const ids = await shownIds(model, stage);
    const next = ids[ids.indexOf(cell.id) + (key === "Shift+Tab" ? -1 : 1)];
    const nextCell = next && leadsOn ? { id: next, field: cell.field } : null;
    await stage.hands.key(key);
    if (model.enter() && nextCell && !model.editorOf(nextCell)) model.open(nextCell);
    // The message about the session takes the focus, and closes an editor in which nothing is typed.
    if (model.isSignedOut && model.editorOf(cell)?.refused) model.leave();
  };

const giveUp: Run = async (model, { hands }) => {
  if (!model.focus) return;
  await untilFocused(model, hands);
  await hands.key("Escape");
  model.giveUp();
};

const elsewhere: Run = async (model, stage) => {
  if (await pressIn(stage, "h1")) model.leave();
};

const wheel =
  (y: number): Run =>
  async ({ focus }, { hands }) => {
    if (focus) await hands.wheel(y);
  };

const paste =
  (numbers: readonly number[]): Run =>
  async (model, stage) => {
    const cell = model.focus;
    if (!cell) return;
    await untilFocused(model, stage.hands);
    const { kind } = model.fieldOf(cell);
    // A row does not take a day in the form in which it is copied.
    if (isDate({ kind })) return;
    const lines = numbers.flatMap((n) => pick(kind.typed, n) ?? []);
    const ids = await shownIds(model, stage);
    const below = ids.slice(ids.indexOf(cell.id), ids.indexOf(cell.id) + lines.length);
    // Firefox lets no script read the clipboard of an event that a script made.
    await stage.hands.evaluate(`(() => {
      const clipboardData = { getData: () => ${JSON.stringify(lines.map(({ holds }) => holds).join("\n"))} };
      const event = new Event("paste", { bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(Object.assign(event, { clipboardData }));
    })()`);
    const used = lines.slice(0, below.length);
    const isWrong = used.some(({ value }) => value === undefined);
    for (const id of below) model.editors.delete(`${id} ${cell.field}`);
    model.focus = null;
    // Values that were not sent stay in their cells, and so does a single value that was refused; a wrong line refuses
    // the list.
    if (!model.canSave || (isWrong && used.length === 1)) model.refuse(below, cell.field, used);
    else if (!isWrong)
      model.set(
        below,
        cell.field,
        used.map(({ value }) => value ?? null),
      );
  };

const tick =
  (row: number, thenEnter: boolean): Run =>
  async (model, stage) => {
    const id = pick(await shownIds(model, stage), row);
    if (!id || !(await pressIn(stage, `[name=selected][value="${id}"]`))) return;
    model.leave();
    if (thenEnter) await stage.hands.key("Enter");
  };

const tickedIds = ({ hands }: Stage) =>
  hands.evaluate<string[]>(`[...document.querySelectorAll("tbody [name=selected]:checked")].map(({ value }) => value)`);

const bulk =
  (n: number, byEnter: boolean): Run =>
  async (model, stage) => {
    const { bulk: heading, fields } = model.list;
    const field = fields.find(({ label }) => label === heading?.toLowerCase());
    await agree(model, stage);
    const ids = await tickedIds(stage);
    const typed = field && pick(field.kind.typed, n);
    if (!typed || ids.length === 0) return;
    await stage.hands.evaluate(`(() => {
      const choice = document.querySelector("#selection [name=field]");
      choice.value = ${JSON.stringify(field.name)};
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    if (!(await pressIn(stage, "#selection [name=amount]"))) return;
    model.leave();
    await stage.hands.key("ControlOrMeta+a");
    await stage.hands.type(typed.keys);
    if (byEnter) await stage.hands.key("Enter");
    else if (!(await pressIn(stage, "#selection .for-field[value=set]"))) return;
    if (typed.value === undefined) return;
    model.set(
      ids,
      field.name,
      ids.map(() => typed.value ?? null),
    );
  };

const remove: Run = async (model, stage) => {
  // A notice that comes moves the bar.
  await agree(model, stage);
  const ids = await tickedIds(stage);
  // At most two rows are deleted at once: a list without rows offers no steps.
  if (ids.length === 0 || ids.length > 2 || !(await pressIn(stage, "#selection [value=delete]"))) return;
  model.leave();
  if (!model.delete(ids)) return;
  for (const key of [...model.editors.keys()])
    if (ids.some((id) => key.startsWith(`${id} `))) model.editors.delete(key);
};

/** Until the answer arrives, a row shows what is being saved, and the notice is that of the change before. */
const untilAnswered = (hands: Stage["hands"]) =>
  untilQuiet(
    () => hands.evaluate(`document.querySelector("span[data-unsent]") ? "Something is being sent" : ""`),
    5_000,
  );

/** A page that is loaded anew, or come back to, has the search of its address, which follows what is typed. */
const untilSearched = (hands: Stage["hands"]) =>
  untilQuiet(
    () =>
      hands.evaluate(
        `(new URLSearchParams(location.search).get("q") ?? "") === (document.querySelector("[type=search][name=q]")?.value ?? "") ? "" : "The address has another search"`,
      ),
    5_000,
  );

const undo: Run = async (model, stage) => {
  await agree(model, stage);
  if (model.canSave) await untilAnswered(stage.hands);
  const notice = await stage.hands.evaluate<string>(
    `[...document.querySelectorAll(".toast button")].find((each) => each.textContent === "Undo" && (each.id = "random-undo"))?.closest(".toast").textContent ?? ""`,
  );
  // The notice belongs to the change before the one that leaving an editor makes.
  const change = model.noticed(notice);
  if (!notice || !(await pressIn(stage, "#random-undo"))) return;
  model.leave();
  model.undo(change);
};

const flag =
  (row: number): Run =>
  async (model, stage) => {
    const id = pick(await shownIds(model, stage), row);
    const { flag: described } = model.list;
    if (!id || !described) return;
    // The press sets what the row does not show, so that it must show the truth.
    await agree(model, stage);
    if (!(await pressIn(stage, `[aria-label="${model.names.get(id)}: ${described.label}"]`))) return;
    model.leave();
    model.set([id], described.name, [model.rows.get(id)?.values[described.name] === 1 ? 0 : 1]);
  };

/** Without the network a long list cannot show another order or search. */
const hasNetwork = ({ list, canSave }: Model) => canSave || !list.isLong;

const search =
  (words: string): Run =>
  async (model, stage) => {
    if (!hasNetwork(model) || !(await pressIn(stage, "[type=search][name=q]"))) return;
    model.leave();
    await stage.hands.key("ControlOrMeta+a");
    await stage.hands.type(`${STAGE_TAG}${words}`);
    model.words = words;
  };

const sort =
  (n: number): Run =>
  async (model, stage) => {
    if (!hasNetwork(model)) return;
    const heading = `thead th:nth-child(${(n % 4) + 2})`;
    const order = await stage.hands.evaluate(`document.querySelector("${heading}")?.ariaSort`);
    if (!(await pressIn(stage, `${heading} .sort`))) return;
    model.leave();
    const next = order === "ascending" ? "descending" : "ascending";
    await stage.hands.evaluate(`window.randomOrder = ["${heading}", "${next}"]`);
  };

/** Waits until the list has the order of the heading that was pressed last: until then its rows may move under the pointer. */
const untilSorted = (hands: Stage["hands"]) =>
  untilQuiet(
    () =>
      hands.evaluate(`(() => {
        const [heading, order] = window.randomOrder ?? [];
        return !heading || document.querySelector(heading)?.ariaSort === order ? "" : "The list has another order";
      })()`),
    2_000,
  );

const reload =
  (leaves: boolean): Run =>
  async (model, { hands, ...stage }) => {
    await agree(model, { hands, ...stage });
    if (!model.canSave) return;
    // Until then the browser would ask whether to leave.
    await untilAnswered(hands);
    await untilSearched(hands);
    const { isDirty } = model;
    Object.assign(hands.answer, { leaves, asked: 0 });
    await hands.reload().catch((error) => {
      if (leaves || !isDirty) throw error;
    });
    if (isDirty !== hands.answer.asked > 0)
      throw new Error(isDirty ? "What was typed is gone unasked" : "The browser asked though nothing is typed");
    if (isDirty && !leaves) return;
    await untilHydrated(hands);
    model.loseEditors();
  };

const visit =
  (discards: boolean): Run =>
  async (model, stage) => {
    await agree(model, stage);
    if (!model.canSave) return;
    const { hands } = stage;
    await untilSearched(hands);
    if (!(await pressIn(stage, 'nav a[href="/services"]'))) return;
    model.leave();
    const isAsked = model.isDirty;
    const at = (title: string) =>
      untilQuiet(
        () =>
          hands.evaluate(`document.querySelector("h1").textContent === "${title}" ? "" : "The page is not ${title}"`),
        5_000,
      );
    if (isAsked) {
      const label = discards ? "Discard" : "Keep editing";
      const question = await untilQuiet(
        () =>
          hands.evaluate(
            `[...document.querySelectorAll("dialog[open] button")].some((each) => each.textContent === "${label}" && (each.id = "random-answer")) ? "" : "No question"`,
          ),
        5_000,
      );
      if (question) throw new Error("What was typed is gone unasked, or the page does not ask whether to leave");
      await pressIn(stage, "#random-answer");
      if (!discards) return;
    }
    const arrives = async (title: string) => {
      const failure = await at(title);
      if (failure) throw new Error(failure);
    };
    await arrives("Services");
    model.loseEditors();
    await hands.evaluate("history.back()");
    await arrives(model.list.title);
  };

const network =
  (isOffline: boolean): Run =>
  async (model, stage) => {
    if (!stage.hands.setOffline) return;
    await agree(model, stage);
    if (model.isSignedOut) return;
    if (isOffline) await loadEditor(stage);
    await stage.hands.setOffline(isOffline);
    model.canSave = !isOffline;
  };

const session =
  (isOpen: boolean): Run =>
  async (model, stage) => {
    await agree(model, stage);
    // A page without an entry would give way to the sign-in page.
    if (!isOpen && (!model.isDirty || !model.canSave)) return;
    await stage.barn.setSession(isOpen);
    if (isOpen && model.isSignedOut) {
      model.canSave = true;
      await pressIn(stage, "dialog[open] [type=button]");
      // A page that had nothing left to save is the sign-in page by now.
      if (!model.isDirty) await openList(model, stage);
    }
    model.isSignedOut = !isOpen;
    if (isOpen) return;
    model.canSave = false;
    // The page asks by itself after any news. Its message takes the focus from the editor that has it.
    await stage.hands.evaluate(`void dispatchEvent(new Event("${CHECK_SESSION}"))`);
    const isAsked = `document.querySelector("dialog[open]") ? "" : "No message"`;
    const failure = await untilQuiet(() => stage.hands.evaluate(isAsked), 5_000);
    if (failure) throw new Error("The page does not say that the session has ended");
    model.leave();
    await untilAnswered(stage.hands);
  };

const outside =
  (row: number, field: number, n: number): Run =>
  async (model, stage) => {
    await agree(model, stage);
    // A page without the network shows no change.
    if (!model.canSave) return;
    const chosen = pick(model.list.fields, field);
    const id = pick([...model.rows.keys()], row);
    const value = chosen && pick(chosen.kind.typed, n)?.value;
    const found = id ? model.rows.get(id) : undefined;
    if (!id || !chosen || !found || found.isDeleted || value === undefined || value === null) return;
    const values = { ...found.values, [chosen.name]: value };
    if (!model.list.accepts(values)) return;
    await stage.barn.setAsOther(model.list.path, id, chosen.name, chosen.kind.holds(value));
    model.rows.set(id, { ...found, values });
  };

const dialog =
  (row: number, field: number, n: number, ending: Ending): Run =>
  async (model, stage) => {
    const id = pick(await shownIds(model, stage), row);
    // A press in a date chooses one of its parts.
    const typedIn = model.list.fields.filter(({ kind }) => kind.typed.every(({ holds }) => !/^$|^\d{4}-/.test(holds)));
    const chosen = pick(typedIn, field);
    const typed = chosen && pick(chosen.kind.typed, n);
    if (id && typed) await editInDialog(model, stage, { id, field: chosen.name, typed, ending });
  };

const STEPS = {
  dialog,
  open,
  type,
  enter,
  giveUp,
  elsewhere,
  wheel,
  paste,
  tick,
  bulk,
  remove,
  undo,
  flag,
  search,
  sort,
  reload,
  visit,
  network,
  session,
  outside,
};

/** A step by its name and parameters. A quick one does not wait until the page shows what it has done. */
class Step implements fc.AsyncCommand<Model, Stage> {
  constructor(
    readonly name: string,
    readonly parameters: readonly unknown[],
    readonly run_: Run,
    readonly isQuick: boolean,
  ) {}
  check = () => true;
  async run(model: Model, stage: Stage): Promise<void> {
    // The message about the end of the session lies over the list.
    if (model.isSignedOut) await pressIn(stage, "dialog[open] [type=button]");
    await this.run_(model, stage);
    if (!this.isQuick || model.isSignedOut) await agree(model, stage);
  }
  toString = () =>
    `${this.isQuick ? "quickly " : ""}${this.name}(${this.parameters.map((each) => JSON.stringify(each)).join(", ")})`;
}

const number = fc.nat({ max: 20 });
function stepOf<Parameters extends unknown[]>(
  name: keyof typeof STEPS,
  make: (...parameters: Parameters) => Run,
  ...parameters: { [At in keyof Parameters]: fc.Arbitrary<Parameters[At]> }
) {
  return fc
    .tuple(fc.boolean(), ...parameters)
    .map(([isQuick, ...chosen]) => new Step(name, chosen, make(...(chosen as unknown as Parameters)), isQuick));
}

const common = [
  stepOf("open", open, number, number),
  stepOf("type", type, number),
  stepOf("enter", enter, fc.constantFrom("Enter", "Enter", "Tab", "Shift+Tab")),
];

/** Sequences of steps. Those that edit are the most frequent. */
export const sequences = (maxSteps: number, replayPath?: string) =>
  fc.commands(
    [
      ...common,
      ...common,
      ...common,
      stepOf("giveUp", () => giveUp),
      stepOf("elsewhere", () => elsewhere),
      stepOf("wheel", wheel, fc.constantFrom(-120, 120)),
      stepOf("paste", paste, fc.array(number, { minLength: 2, maxLength: 7 })),
      stepOf("tick", tick, number, fc.boolean()),
      stepOf("bulk", bulk, number, fc.boolean()),
      stepOf("remove", () => remove),
      stepOf("undo", () => undo),
      stepOf("flag", flag, number),
      stepOf("search", search, fc.constantFrom("", "", " 1", " nobody")),
      stepOf("sort", sort, number),
      stepOf("reload", reload, fc.boolean()),
      stepOf("visit", visit, fc.boolean()),
      stepOf("network", network, fc.boolean()),
      stepOf("session", session, fc.boolean()),
      stepOf("dialog", dialog, number, number, number, fc.constantFrom("Save", "Discard", "Keep editing")),
      stepOf("outside", outside, number, number, number),
    ],
    { maxCommands: maxSteps, size: "max", ...(replayPath && { replayPath }) },
  );
