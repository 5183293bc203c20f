import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useSave } from "./use-save.ts";

type Place = { id: string; field: string };

/** One field of a row: what was chosen, until it is known to be saved or not, and what was wrong with it. */
export function useRowField({ id, field }: Place) {
  const { sent, answer, save } = useSave<{ problem?: string }>();
  const chosen = sent?.get("value");
  return {
    chosen: typeof chosen === "string" ? chosen : null,
    problem: answer?.problem,
    save(value: string) {
      const form = new FormData();
      for (const [name, text] of Object.entries({ intent: "set", id, field, value })) form.set(name, text);
      save(form);
    },
  };
}

type RowFieldProps = Place & { problem: string | undefined; save: () => void; children: ReactNode };

/** The form of one field of a row, which is a post of its own without script. */
export function RowField({ id, field, problem, save, children }: RowFieldProps) {
  return (
    <Form
      method="post"
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
