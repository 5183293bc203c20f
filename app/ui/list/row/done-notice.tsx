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
export function ProblemNotice({ problem, rest }: Pick<UndoAnswer, "problem" | "rest">) {
  return (
    <Toast>
      <span role="alert">{problem}</span>
      {rest && (
        <UndoForm change={rest.change}>
          <button type="submit" name="part" value="rest" className="link">
            {rest.left === 1 ? "Undo the other one" : `Undo the other ${rest.left}`}
          </button>
        </UndoForm>
      )}
    </Toast>
  );
}

/** The notice of the last change or, if the last undo was refused, why. */
export function NoticeOrProblem({
  notice,
  answer,
}: {
  notice: ChangeNotice | null;
  answer: Partial<UndoAnswer> | undefined;
}) {
  const { problem, rest } = answer ?? {};
  return problem ? <ProblemNotice key={problem} problem={problem} rest={rest} /> : <DoneNotice notice={notice} />;
}
