import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { Toast } from "#app/ui/shell/toast.tsx";
import { RowActionForm } from "./row-action-form.tsx";

type UndoFormProps = { change: string; className?: string; children: ReactNode };

/** A form whose buttons undo a change (docs/product.md, 'Undo'). A button named `part` undoes a part of it. */
export function UndoForm({ change, className, children }: UndoFormProps) {
  return (
    <RowActionForm className={className ?? ""}>
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="change" value={change} />
      {children}
    </RowActionForm>
  );
}

/** What a change has just done, with Undo and where to go next. */
export function DoneNotice({ notice }: { notice: ChangeNotice | null }) {
  if (!notice) return null;
  const { key, recordId, text, canUndo, isUndo, others, links = [], instead } = notice;
  return (
    <Toast key={key + text}>
      <UndoForm change={key} className="flex flex-wrap items-center gap-x-4">
        <span>{text}</span>
        {canUndo && (
          <button type="submit" className="link">
            {isUndo ? "Redo" : "Undo"}
          </button>
        )}
        {canUndo && others && (
          <button type="submit" name="part" value="others" className="link">
            {others}
          </button>
        )}
        {links.map(({ label, to }) => (
          <Link key={to} to={to} className="link">
            {label}
          </Link>
        ))}
        {canUndo && instead && (
          <button type="submit" name="then" value={recordId} className="link">
            {instead}
          </button>
        )}
      </UndoForm>
    </Toast>
  );
}

/** Why a command was refused. An undo that records stand in the way of offers to leave these as they are. */
function ProblemNotice({ problem, rest }: Pick<UndoAnswer, "problem" | "rest">) {
  return (
    <Toast>
      <span role="alert">{problem}</span>
      {rest && (
        <UndoForm change={rest.change}>
          <button type="submit" name="part" value="rest" className="link">
            {rest.count === 1 ? "Undo the other one" : `Undo the other ${rest.count}`}
          </button>
        </UndoForm>
      )}
    </Toast>
  );
}

type Answer = Partial<UndoAnswer> & { notice?: ChangeNotice };

type NoticeOrProblemProps = {
  notice: ChangeNotice | null;
  /** The answer to the last command, by a fetcher or by a form without JavaScript. */
  answered?: Answer | undefined;
  answer?: Answer | undefined;
};

/** The notice of the last change or, if the last command was refused, why. The notice stays if its Undo did not reach the database. */
export function NoticeOrProblem({ notice, answered, answer }: NoticeOrProblemProps) {
  const { problem, rest, unreachable } = answered?.problem ? answered : (answer ?? {});
  const last = <DoneNotice notice={answered?.notice ?? notice} />;
  if (!problem) return last;
  return (
    <div className="notices">
      <ProblemNotice key={problem} problem={problem} rest={rest} />
      {unreachable && last}
    </div>
  );
}
