import type { SubmissionResult } from "@conform-to/react";
import { Form, useLocation, useNavigation, useParams } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { Unreachable } from "#app/records/client-actions.ts";
import { button } from "#app/ui/controls/button.tsx";
import { type FormField, useFields } from "#app/ui/controls/fields.ts";
import { Dialog, DialogButtons } from "./dialog.tsx";

type Answer = { result: SubmissionResult<string[]>; idempotencyKey: string; version: number };

type RecordDialogProps<Name extends string> = {
  /** 'Service': the dialog is 'New Service' or 'Edit Service'. */
  noun: string;
  /** The list behind the dialog. */
  path: string;
  /** With the id that a new record will have or the save goes by, and the version that was read: 0 where none was. */
  opened: { idempotencyKey: string; version: number };
  answer: Answer | Unreachable | undefined;
  /** What the fields hold at first, as text. */
  defaults: Record<Name, string>;
  /** The other person's version, where two have edited: label and text of each field. */
  theirs: [label: string, text: string][] | null;
  children: (fields: Record<Name, FormField>) => ReactNode;
};

/** The dialog of a record, in Add or Save mode (spec section 4). What was typed survives every answer. */
export function RecordDialog<Name extends string>(props: RecordDialogProps<Name>) {
  const { noun, defaults, theirs, children } = props;
  const { answer, problem } = split(props.answer);
  // The list behind the dialog keeps its search and its page.
  const path = props.path + useLocation().search;
  const { idempotencyKey, version } = useCarried(props.opened, answer);
  const { fields, errors } = useFields({
    form: "record",
    names: Object.keys(defaults) as Name[],
    result: answer?.result,
    defaults,
  });
  const isNew = useParams().id === undefined;
  const problems = problem ? [problem] : errors;
  const saving = useNavigation().state === "submitting";
  return (
    <Dialog title={`${isNew ? "New" : "Edit"} ${noun}`} onClosePath={path}>
      <Form method="post" id="record" noValidate className="mt-5 grid gap-y-5">
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {!isNew && <input type="hidden" name="version" value={version} />}
        {problems && (
          <p role="alert" className="alert">
            {problems.join(" ")}
          </p>
        )}
        {theirs && <Theirs version={theirs} />}
        {children(fields)}
        <DialogButtons onClosePath={path}>
          <button type="submit" aria-disabled={saving} className={button.primary}>
            {isNew ? "Add" : "Save"}
          </button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

type Carried = { idempotencyKey: string; version: number };

/** What the form carries unseen: as it was opened, until an answer says what to go on with. */
function useCarried(opened: Carried, answer: Carried | undefined): Carried {
  const [carried, carry] = useState(opened);
  const next = answer ?? carried;
  if (next.idempotencyKey !== carried.idempotencyKey || next.version !== carried.version) carry(next);
  return next;
}

function split(answer: Answer | Unreachable | undefined): { answer?: Answer; problem?: string } {
  if (!answer) return {};
  return "problem" in answer ? { problem: answer.problem } : { answer };
}

function Theirs({ version }: { version: [label: string, text: string][] }) {
  return (
    <section aria-label="Their version" className="rounded-lg border border-line p-4 text-sm">
      <h3 className="font-medium">Their version</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {version.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{text || "–"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
