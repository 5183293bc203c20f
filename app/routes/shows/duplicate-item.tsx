import { Form } from "@remix-run/react";

type DuplicateItemProps = { id: string; seq: number; formId: string };

/** An item of a row's menu: makes a copy of the row, once for each press on the page that was made with `formId`. */
export function DuplicateItem({ id, seq, formId }: DuplicateItemProps) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="token" value={copyIdFor(formId, seq)} />
      <button type="submit" name="intent" value="duplicate" className="menu-item">
        Duplicate
      </button>
    </Form>
  );
}

/** One random id for a page of rows, made a row's own by its number. */
function copyIdFor(formId: string, seq: number): string {
  return formId.slice(0, 24) + seq.toString(16).padStart(12, "0");
}
