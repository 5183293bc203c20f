import { Form } from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import type { Redirected } from "#app/domain/answers.ts";
import { useFormAddress } from "./list-search.ts";
import { FollowContext } from "./row-action-form.tsx";
import { useSave } from "./use-save.ts";

/** The record and the field that a control in a row edits. */
export type RowFieldId = { id: string; field: string };

/** Saves one field of a row. `pendingValue` is the value of the pending save, or null; `problem` is why the last save failed. */
export function useRowField({ id, field }: RowFieldId) {
  const { pending, answer, save } = useSave<{ problem?: string } & Partial<Redirected>>(useFormAddress());
  const follow = useContext(FollowContext);
  useEffect(() => {
    if (answer?.redirected) follow?.current(answer.redirected);
  }, [answer, follow]);
  const value = pending?.get("value");
  return {
    pendingValue: typeof value === "string" ? value : null,
    problem: answer?.problem,
    save(value: string) {
      const form = new FormData();
      for (const [name, text] of Object.entries({ intent: "set", id, field, value })) form.set(name, text);
      save(form);
    },
  };
}

type RowFieldProps = RowFieldId & { problem: string | undefined; save: () => void; children: ReactNode };

/** The form of one field of a row. Without JavaScript the browser posts it. */
export function RowField({ id, field, problem, save, children }: RowFieldProps) {
  return (
    <Form
      method="post"
      action={useFormAddress()}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="field" value={field} />
      {children}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </Form>
  );
}
