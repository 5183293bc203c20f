import { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { type DismissalKind, describeDismissal, wordsOf } from "#app/domain/overview/dismissals.ts";
import { Toast } from "#app/ui/shell/toast.tsx";
import { button } from "./button.tsx";

type Answer = { problem?: string };
type Dismissible = {
  kind: DismissalKind;
  recordId: string;
  /** What the dismissal covers: the month, what the check saw, or the Mondays with commas between them. */
  scope: string;
  name: string;
};

type DismissProps = Dismissible & {
  /** New at each load of the page. */
  idempotencyKey: string;
  /** The address of the page. */
  back: string;
};

/**
 * The button 'Not owed', 'Fine' or 'Dismiss', which removes the item beside it from the list (docs/product.md,
 * 'Dismissals').
 */
export function Dismiss(props: DismissProps) {
  const { kind, name } = props;
  const fetcher = useFetcher<Answer>();
  const label = wordsOf(kind).button;
  return (
    <fetcher.Form method="post" action="/dismissals" preventScrollReset className="flex flex-wrap items-center gap-2">
      {Object.entries(props).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button type="submit" name="intent" value="dismiss" aria-label={`${label}: ${name}`} className={button.secondary}>
        {label}
      </button>
      <Problem answer={fetcher.data} />
    </fetcher.Form>
  );
}

/** Why the last press changed nothing. */
function Problem({ answer }: { answer: Answer | undefined }) {
  return answer?.problem ? (
    <span role="alert" className="text-sm text-danger">
      {answer.problem}
    </span>
  ) : null;
}

type DismissedNoticeProps = {
  dismissed: { id: string; kind: DismissalKind; name: string } | null;
  idempotencyKey: string;
  back: string;
};

/** What was just dismissed, with Undo. */
export function DismissedNotice({ dismissed, idempotencyKey, back }: DismissedNoticeProps) {
  return (
    dismissed && (
      <Toast key={dismissed.id}>
        <UndoDismissal {...dismissed} idempotencyKey={idempotencyKey} back={back}>
          {describeDismissal(dismissed)}
        </UndoDismissal>
      </Toast>
    )
  );
}

type UndoDismissalProps = {
  id: string;
  kind: DismissalKind;
  name: string;
  idempotencyKey: string;
  back: string;
  children: ReactNode;
};

/** What was dismissed, with Undo. */
export function UndoDismissal({ id, kind, name, idempotencyKey, back, children }: UndoDismissalProps) {
  const fetcher = useFetcher<Answer>();
  return (
    <fetcher.Form method="post" action="/dismissals" preventScrollReset className="flex items-center gap-4">
      <span>{children}</span>
      {Object.entries({ idempotencyKey, kind, recordId: id, back }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button type="submit" name="intent" value="restore" aria-label={`Undo: ${name}`} className="link">
        Undo
      </button>
      <Problem answer={fetcher.data} />
    </fetcher.Form>
  );
}
