import { Form, useParams } from "@remix-run/react";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { Dialog, DialogFoot } from "./dialog.tsx";

type DeleteDialogProps = {
  /** 'Delete Customer' */
  title: string;
  listPath: string;
  /** Null while the database does not answer: the dialog then sends again what it has sent. */
  opened: { id: string; name: string; fingerprint: string; lines: string[] } | null;
  /** What becomes of what hangs on the record. */
  effect: string;
  answer: { problem?: string; confirmed?: string } | undefined;
};

/** Says what hangs on a record, and asks whether to delete it (docs/product.md, 'Deleting'). */
export function DeleteDialog({ title, listPath, opened, effect, answer }: DeleteDialogProps) {
  const listAddress = listPath + useListSearch();
  const { id } = useParams();
  const fingerprint = opened ? opened.fingerprint : answer?.confirmed;
  return (
    <Dialog title={title} onClosePath={listAddress}>
      <Form method="post" preventScrollReset className="mt-4 grid gap-4">
        {opened && (
          <>
            <p className="wrap-anywhere">
              {opened.lines.length > 0 ? `${opened.name} has:` : `Delete ${opened.name}?`}
            </p>
            <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
              {opened.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>{effect}</p>
          </>
        )}
        {fingerprint !== undefined && (
          <>
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="value" value={fingerprint} />
          </>
        )}
        <DialogFoot onClosePath={listAddress} problem={answer?.problem} label={fingerprint !== undefined && "Delete"} />
      </Form>
    </Dialog>
  );
}
