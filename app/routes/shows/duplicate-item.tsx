import { Form } from "@remix-run/react";
import { idFor } from "#app/ui/list/once.ts";

type DuplicateItemProps = { id: string; seq: number; formId: string };

/** An item of a row's menu: makes a copy of the row, once for each press on the page that was made with `formId`. */
export function DuplicateItem({ id, seq, formId }: DuplicateItemProps) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="token" value={idFor(formId, seq)} />
      <button type="submit" name="intent" value="duplicate" className="menu-item">
        Duplicate
      </button>
    </Form>
  );
}
