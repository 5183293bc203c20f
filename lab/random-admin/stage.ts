import type { Rows } from "#lab/support/rows.ts";
import { type Hands, press, untilQuiet } from "./hands.ts";
import type { AdminList, RandomValues, Value } from "./lists.ts";
import { Model } from "./model.ts";

/** What the random admin works on. */
export type StageBarn = {
  url: string;
  rows: Rows;
  /** Sets a value as another admin does, by a form of another browser. */
  setAsOther: (path: string, id: string, field: string, value: string) => Promise<void>;
  /** Ends the admin's session, or opens it again as if the admin had signed in. */
  setSession: (isOpen: boolean) => Promise<void>;
};

export const STAGE_TAG = "Random";
const COUNT = 5;
/** How long the page and the database may take to be as the model says. */
const PATIENCE_MS = 8_000;

export type Stage = { barn: StageBarn; hands: Hands; list: AdminList };

/** What the list shows of the records of the stage. */
type Shown = {
  rows: {
    id: string;
    cells: Record<string, string>;
    editors: { label: string; value: string; problem: string }[];
    isOn: string | null;
  }[];
  active: string | null;
  question: boolean;
};

const SHOWN = `(() => ({
  rows: [...document.querySelectorAll(".data-table tbody tr")].map((row) => ({
    id: row.querySelector("[name=menu]")?.value ?? "",
    cells: Object.fromEntries([...row.querySelectorAll("a[data-field]")].map((cell) => [cell.dataset.field, cell.textContent])),
    editors: [...row.querySelectorAll(".row-editor")].map((editor) => ({
      label: editor.querySelector(".control").ariaLabel,
      value: editor.querySelector(".control").value,
      problem: editor.querySelector("[role=alert]")?.textContent ?? "",
    })),
    isOn: row.querySelector("td [role=switch], td [role=checkbox]")?.ariaChecked ?? null,
  })),
  active: document.activeElement?.ariaLabel ?? null,
  question: document.querySelector("dialog[open]") !== null,
}))()`;

export const readShown = ({ hands }: Stage) => hands.evaluate<Shown>(SHOWN);

const idOf = ({ table }: AdminList, n: number) => `random-${table}-${n}`;
export const labelOf = (model: Model, { id, field }: { id: string; field: string }) =>
  `${model.names.get(id)}: ${model.fieldOf({ id, field }).label}`;

/** The columns of a table that its records need besides those that are edited. */
const OTHERS: Record<string, Record<string, string>> = {
  horses: { location: "florida", boarding_surcharge: "15000" },
  grooms: { location: "florida" },
  customers: { emails: "[]", riders: "[]" },
  shows: { date: "2026-11-20" },
};

/** Resets the records of a list, and opens the list with these records alone. */
export async function openStage({ barn, hands, list }: Stage): Promise<Model> {
  const names = new Map(Array.from({ length: COUNT }, (_, n) => [idOf(list, n), `${STAGE_TAG} ${n}`]));
  await hands.setOffline?.(false);
  await barn.setSession(true);
  const columns = columnsOf(list);
  for (const [id, name] of names) {
    const values = columns.map(({ name: field }) => list.initial[field] ?? null);
    const [found] = await barn.rows(`select id from ${list.table} where id = ?`, [id]);
    if (!found) await insert(barn, list, id, name);
    // A change by the app also writes what the search reads.
    if (!found) await changeFirstField(barn, list, id);
    const sets = columns.map(({ column }, at) => `${column} = ${literal(values[at] ?? null)}`);
    await barn.rows(
      `update ${list.table} set ${sets.join(", ")}, deleted_at = null, version = version + 1 where id = ?`,
      [id],
    );
  }
  hands.answer.leaves = true;
  const model = new Model(list, names);
  await openList(model, { barn, hands, list });
  hands.answer.asked = 0;
  hands.noise.length = 0;
  return model;
}

/** Loads the list with the records of the stage. */
export async function openList(model: Model, { barn, hands, list }: Stage): Promise<void> {
  await hands.goto(`${barn.url}${list.path}?view=all&q=${STAGE_TAG}`);
  await untilHydrated(hands);
  model.loseEditors();
  model.words = "";
}

async function insert({ rows }: StageBarn, list: AdminList, id: string, name: string): Promise<void> {
  const others = { ...OTHERS[list.table] };
  if (list.table === "shows") {
    const [found] = await rows(
      "select (select id from horses where deleted_at is null limit 1) as horse, (select id from services where deleted_at is null limit 1) as service",
    );
    Object.assign(others, { horse_id: found?.horse, service_id: found?.service });
  }
  const given = columnsOf(list).map(({ name: field, column }) => [column, literal(list.initial[field] ?? null)]);
  const all = Object.fromEntries([
    ...Object.entries(others).map(([column, value]) => [column, literal(value)]),
    ...given,
  ]);
  await rows(
    `insert into ${list.table} (id, name, name_sort, created_at, updated_at, ${Object.keys(all).join(", ")}) values (?, ?, ?, '2026', '2026', ${Object.values(all).join(", ")})`,
    [id, name, name.toLowerCase()],
  );
}

async function changeFirstField(
  { setAsOther }: StageBarn,
  { path, fields: [field] }: AdminList,
  id: string,
): Promise<void> {
  const other = field?.kind.typed.find(({ value }) => value !== undefined);
  if (field && other) await setAsOther(path, id, field.name, other.holds);
}

const columnsOf = ({ fields, flag }: AdminList) => [...fields, ...(flag ? [flag] : [])];
const literal = (value: Value) =>
  value === null ? "null" : typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;

/** Loads the code of the editor, as the pointer over a cell does: it cannot be loaded without the network. */
export const loadEditor = ({ hands }: Stage) =>
  untilQuiet(
    () =>
      hands.evaluate(`(() => {
        document.querySelector("a[data-field]")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        return performance.getEntriesByType("resource").some(({ name, responseEnd }) => /\\/row-[^/]+$/.test(name) && responseEnd) ? "" : "Not loaded";
      })()`),
    2_000,
  );

/** Before React has hydrated the page, a press on a cell leads to the record's form, as without JavaScript. */
export const untilHydrated = (hands: Hands) =>
  untilQuiet(() => hands.evaluate(`${IS_HYDRATED} ? "" : "The page is not hydrated."`), PATIENCE_MS);

/** An expression: whether React has hydrated the page. */
const IS_HYDRATED = `(() => {
  const key = Object.keys(document).find((each) => each.startsWith("__reactContainer"));
  return key !== undefined && document[key].stateNode.current.memoizedState.isDehydrated === false;
})()`;

/**
 * Waits until the database and the page are as the model says.
 * @throws what differs, if they do not become so
 */
export async function agree(model: Model, stage: Stage): Promise<void> {
  const difference = await untilQuiet(
    async () => (await compareRows(model, stage)) || comparePage(model, await readShown(stage)),
    PATIENCE_MS,
  );
  if (difference) throw new Error(`${difference} (${await describeStage(stage)})`);
  const noise = stage.hands.noise.filter((text) => !EXPECTED_NOISE.test(text));
  if (noise.length > 0) throw new Error(`The page wrote to its console: ${noise.join("\n")}`);
}

/** Where the page is, what has the focus, and what its search, notices and messages say. */
export const describeStage = ({ hands }: Stage): Promise<string> =>
  hands.evaluate(
    `[location.pathname + location.search, document.activeElement?.outerHTML.slice(0, 120), ...[...document.querySelectorAll(".toast, [role=alert], dialog[open] h2, h1")].map((each) => each.textContent), document.querySelector("[name=q]")?.value].join(" | ")`,
  );

/**
 * What browsers write about a request that was refused or overtaken, or found no network. Firefox has no text for a
 * request whose page was left.
 */
const EXPECTED_NOISE =
  /^JSHandle@error$|Failed to load resource|Failed to fetch|signal is aborted without reason|NetworkError|Error in input stream|ERR_INTERNET_DISCONNECTED|download failed/;

async function compareRows(model: Model, { barn, list }: Stage): Promise<string> {
  const columns = columnsOf(list);
  const found = await barn.rows(
    `select id, deleted_at, ${columns.map(({ name, column }) => `${column} as "${name}"`).join(", ")} from ${list.table} where id like 'random-${list.table}-%'`,
  );
  for (const [id, { values, isDeleted }] of model.rows) {
    const row = found.find((each) => each.id === id) as (RandomValues & { deleted_at: string | null }) | undefined;
    if (!row || (row.deleted_at !== null) !== isDeleted) return `${id} is ${isDeleted ? "not deleted" : "deleted"}`;
    for (const { name } of columns) {
      const [is, must] = [row[name] ?? null, values[name] ?? null];
      if (is !== must) return `${name} of ${id} is ${is}, not ${must}`;
    }
  }
  return "";
}

function comparePage(model: Model, { rows, active }: Shown): string {
  // The page may be the sign-in page.
  if (model.isSignedOut && !model.isDirty) return "";
  const missing = model.listed().filter((id) => !rows.some((row) => row.id === id));
  // A long list is searched by the server.
  if (missing.length > 0 && model.canSave) return `No row of ${missing}`;
  for (const { id, cells, editors, isOn } of rows) {
    const row = model.rows.get(id);
    if (!row || row.isDeleted) return `A row of ${id} is shown`;
    for (const { name, kind, label } of model.list.fields) {
      const cell = { id, field: name };
      const editor = model.editorOf(cell);
      const open = editors.find((each) => each.label === labelOf(model, cell));
      if (!editor && open) return `${label} of ${id} is open with '${open.value}' ${open.problem}`;
      if (!editor && cells[name] !== kind.shows(model.valueOf(cell)))
        return `${label} of ${id} shows '${cells[name]}', not '${kind.shows(model.valueOf(cell))}'`;
      if (!editor) continue;
      const holds = editor.typed?.holds ?? kind.holds(model.valueOf(cell));
      if (!open) return `The editor of ${label} of ${id} with '${holds}' is gone`;
      if (open.value !== holds) return `${label} of ${id} holds '${open.value}', not '${holds}'`;
      if (editor.refused && !open.problem) return `The editor of ${label} of ${id} does not say what is wrong`;
    }
    const { flag } = model.list;
    if (flag && isOn !== String(row.values[flag.name] === 1)) return `${flag.label} of ${id} shows ${isOn}`;
  }
  if (model.focus && active !== labelOf(model, model.focus))
    return `The focus is on '${active}', not on '${labelOf(model, model.focus)}'`;
  return "";
}

/** Presses the first element of the selector that is in sight. */
export const pressIn = ({ hands }: Stage, selector: string) => press(hands, selector);
