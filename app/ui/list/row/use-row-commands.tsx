import {
  type Location,
  useFetcher,
  useFormAction,
  useLocation,
  useNavigate,
  useNavigation,
  useSubmit,
} from "@remix-run/react";
import {
  createContext,
  type Dispatch,
  type SetStateAction,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Redirected } from "#app/domain/basics/answers.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { useRouterState } from "#app/remix/router.ts";
import type { RowEdits } from "#app/table/table-options.ts";
import { addressAfter, isSame } from "./address-after.ts";

/** A value for a field of a row; `text` is what the cell shows until the answer. */
type FieldSave = { id: string; field: string; value: string; text: string };

type RowCommands = {
  send: (form: FormData) => void;
  set: (save: FieldSave) => void;
  /** Sets values of one field in several rows, as one command; `rowless` more values had no row. */
  paste: (saves: readonly FieldSave[], rowless: number) => void;
  /** Leaves a value that the browser refuses in its editor. */
  refuse: (save: FieldSave & { problem: string }) => void;
  /** Opens the editor of a field, and the picker of a date if a mouse or a finger has pressed it. */
  edit: (id: string, field: string, opensPicker: boolean) => void;
  /** Closes the editor, and forgets what was refused. */
  close: (id: string, field: string) => void;
  /** Says why a press did nothing. */
  fail: (problem: string) => void;
  /** Goes where the server's redirect leads, unless the page went somewhere else since. */
  follow: (redirected: Redirected["redirected"]) => void;
};

export const RowCommandsContext = createContext<RowCommands | null>(null);

type Answer = Partial<Redirected> & Partial<UndoAnswer> & { notice?: ChangeNotice };

/**
 * A command that was sent for a row, or a value that was refused. `field` is '' unless the command sets a field. The
 * rows of one command share its `key`; `remark` is added to its notice. A refused value is lost with the page, or with
 * its row if that is deleted.
 */
type Save = FieldSave & {
  key: string;
  problem?: string;
  remark?: string;
  isTyped?: boolean;
  /** The ids of the rows that the command deletes. */
  deletes?: readonly string[];
};

type Editing = { id: string; field: string; opensPicker: boolean };

let saveCount = 0;

/** The code of the editor is loaded at the first press. */
export const NO_EDITOR = "The editor did not load. Check the connection, or load the page again.";

/** The id of the form with the commands for the selected rows, and that of all these rows together. */
export const SELECTION_FORM = "selection";
export const SELECTED = "selected";

/** The field that a button of a row sets, from 'set <id> <field> <value>'; without it a command sets none in one row. */
function fieldOf(form: FormData): FieldSave {
  const [intent, id = "", field = "", value = ""] = String(form.get("row") ?? "").split(" ");
  if (form.has(SELECTED)) return { id: SELECTED, field: "", value: "", text: "" };
  return intent === "set" ? { id, field, value, text: value } : { id: "", field: "", value: "", text: "" };
}

const deletedIn = (form: FormData): string[] =>
  form.get("intent") === "delete" ? [...form.getAll("id"), ...form.getAll(SELECTED)].map(String) : [];

/** Sends the commands of a list's rows, in order, and follows their answers. `search` is the list's. */
export function useRowCommands(search: string) {
  const submit = useSubmit();
  const address = useFormAction(`.${search}`);
  const location = useLocation();
  const goesTo = useNavigation().location ?? location;
  const navigate = useNavigate();
  const [saves, setSaves] = useState<readonly Save[]>([]);
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The last answer, which is shown until the page goes somewhere else. */
  const [answered, setAnswered] = useState<{ answer: Answer; key: string } | null>(null);

  const latest = useRef({ submit, address, location, goesTo, navigate });
  latest.current = { submit, address, location, goesTo, navigate };

  // The context's value stays the same, so that only the rows with something new render again.
  const commands = useMemo(() => commandsOf(latest, { setSaves, setEditing, setAnswered }), []);

  const shown = answered?.key === goesTo.key ? answered.answer : undefined;
  const onAnswer = (save: Save, answer: Answer | undefined) => {
    const isOnly = saves.filter(({ key }) => key === save.key).length === 1;
    // Refused values of a pasted list are corrected in the spreadsheet, and pasted again; values that were not sent
    // stay in their cells.
    const isRefusedField =
      answer?.problem !== undefined && save.field !== "" && (isOnly || answer.unreachable === true);
    // Clears the selection: the next command is for other rows.
    if (save.id === SELECTED && !answer?.problem)
      document.querySelector<HTMLFormElement>(`#${SELECTION_FORM}`)?.reset();
    setSaves((all) =>
      isRefusedField
        ? all.map((each) => (each.key === save.key ? { ...each, problem: answer.problem ?? "" } : each))
        : all.filter((each) => each.key !== save.key && (answer?.problem || !save.deletes?.includes(each.id))),
    );
    if (answer?.redirected) commands.follow(answer.redirected);
    else if (answer && !isRefusedField) {
      // The notice with Undo stays if its Undo did not reach the database.
      const notice = withRemark(answer.notice, save.remark) ?? (answer.unreachable ? shown?.notice : undefined);
      setAnswered({ answer: { ...answer, ...(notice && { notice }) }, key: latest.current.goesTo.key });
    }
  };

  const first = saves.find(({ problem }) => problem === undefined);
  return {
    commands,
    rows: useMemo(() => statesOf(saves, editing), [saves, editing]),
    answered: shown,
    watchers: saves.flatMap((save, at) =>
      saves[at - 1]?.key === save.key ? (
        []
      ) : save.problem === undefined ? (
        <Watcher key={save.key} save={save} isFirst={save.key === first?.key} onAnswer={onAnswer} />
      ) : (
        // A search may have hidden the row with its editor.
        <span key={save.key} hidden data-dirty={save.isTyped} />
      ),
    ),
  };
}

const withRemark = (notice: ChangeNotice | undefined, remark: string | undefined) =>
  notice && remark ? { ...notice, text: `${notice.text}. ${remark}` } : notice;

type Router = {
  submit: ReturnType<typeof useSubmit>;
  address: string;
  location: Location;
  goesTo: Location;
  navigate: ReturnType<typeof useNavigate>;
};

type Setters = {
  setSaves: Dispatch<SetStateAction<readonly Save[]>>;
  setEditing: Dispatch<SetStateAction<Editing | null>>;
  setAnswered: Dispatch<SetStateAction<{ answer: Answer; key: string } | null>>;
};

/** The commands, which read the state of the router when they are called. */
function commandsOf(latest: { current: Router }, { setSaves, setEditing, setAnswered }: Setters): RowCommands {
  const isOf = (id: string, field: string) => (save: Save) => field !== "" && save.id === id && save.field === field;
  const add = (started: readonly Save[]) =>
    setSaves((all) => [...all.filter((save) => !started.some(({ id, field }) => isOf(id, field)(save))), ...started]);
  const start = (form: FormData, fields: readonly Omit<Save, "key">[], remark = "") => {
    const key = `save ${++saveCount}`;
    const { submit, address } = latest.current;
    setAnswered((last) => last && { ...last, answer: { ...last.answer, problem: "" } });
    add(fields.map((field) => ({ ...field, key, remark })));
    submit(form, { method: "post", action: address, navigate: false, fetcherKey: key, preventScrollReset: true });
  };
  return {
    // The whole list follows what is sent, so a press that shows nothing itself need not wait for it.
    send: (form) => {
      const field = { ...fieldOf(form), deletes: deletedIn(form) };
      if (field.field) start(form, [field]);
      else startTransition(() => start(form, [field]));
    },
    set: (save) => {
      const form = new FormData();
      form.set("row", `set ${save.id} ${save.field} ${save.value}`);
      start(form, [{ ...save, isTyped: true }]);
    },
    paste: (cells, rowless) => {
      const [first] = cells;
      if (!first) return;
      const form = new FormData();
      form.set("intent", "paste");
      form.set("field", first.field);
      for (const { id, value } of cells) form.append("cell", `${id} ${value}`);
      start(
        form,
        cells.map((cell) => ({ ...cell, isTyped: true })),
        rowless ? `${pluralize(rowless, "more line")} had no row.` : "",
      );
    },
    fail: (problem) => setAnswered({ answer: { problem }, key: latest.current.goesTo.key }),
    refuse: (save) => add([{ ...save, key: `save ${++saveCount}`, isTyped: true }]),
    edit: (id, field, opensPicker) => setEditing({ id, field, opensPicker }),
    close: (id, field) => {
      setEditing((open) => (open?.id === id && open.field === field ? null : open));
      setSaves((all) => all.filter((save) => save.problem === undefined || !isOf(id, field)(save)));
    },
    follow: (redirected) => {
      const { goesTo, location, navigate } = latest.current;
      const next = addressAfter(redirected, goesTo);
      if (next) navigate(next, { replace: isSame(next, location), preventScrollReset: true });
    },
  };
}

type WatcherProps = { save: Save; isFirst: boolean; onAnswer: (save: Save, answer: Answer | undefined) => void };

/**
 * Waits for the answer to a command. Each command has a fetcher of its own: a second submission of the same fetcher
 * would cancel the first. React may show a fetcher as idle before it has shown it as busy, so the router tells whether
 * the answer has come. React may show the fetcher of a later command as idle first, so the answers wait for their turn:
 * the last notice is that of the last command. A fetcher follows the redirect of most commands by itself, and gets no
 * data.
 */
function Watcher({ save, isFirst, onAnswer }: WatcherProps) {
  const { state, data } = useFetcher<Answer>({ key: save.key });
  const isAnswered = useRouterState(({ fetchers }) => (fetchers.get(save.key)?.state ?? "idle") === "idle");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onAnswer` is called once, when the fetcher has come to rest and is the first.
  useEffect(() => {
    if (isFirst && isAnswered && state === "idle") onAnswer(save, data);
  }, [isFirst, isAnswered, state]);
  return <span hidden data-unsent={save.field ? "value" : "command"} />;
}

/** The edits of each row, by the row's id. */
function statesOf(saves: readonly Save[], editing: Editing | null): Map<string, RowEdits> {
  const rows = new Map<string, RowEdits>();
  const stateOf = (id: string) => {
    const state = rows.get(id) ?? { editing: undefined, opensPicker: false, pending: {}, refused: {} };
    rows.set(id, state);
    return state;
  };
  for (const { id, field, value, text, problem } of saves) {
    if (!field) continue;
    if (problem === undefined) stateOf(id).pending[field] = { value, text };
    else stateOf(id).refused[field] = { value, problem };
  }
  if (editing) Object.assign(stateOf(editing.id), { editing: editing.field, opensPicker: editing.opensPicker });
  return rows;
}
