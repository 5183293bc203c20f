import { Form } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { useFormAddress } from "#app/ui/list/list-search.ts";
import { RowCommandsContext } from "./use-row-commands.tsx";

type RowActionFormProps = { id?: string; className?: string; onReset?: () => void; children: ReactNode };

/**
 * A form that does something to rows. The list sends it by a fetcher: the router aborts the submission of a form when a
 * navigation starts, be it a click, a search that was just typed or a dialog that closes, and the action is lost.
 */
export function RowActionForm({ id, className, onReset, children }: RowActionFormProps) {
  const commands = useContext(RowCommandsContext);
  return (
    <Form
      id={id}
      method="post"
      action={useFormAddress()}
      className={className}
      onReset={onReset}
      // Firefox keeps ticked boxes over a reload.
      autoComplete="off"
      onSubmit={(event) => {
        if (!commands) return;
        event.preventDefault();
        commands.send(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter));
      }}
    >
      {children}
    </Form>
  );
}
