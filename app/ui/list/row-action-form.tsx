import { Form } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { useFormAddress } from "./list-search.ts";
import { RowCommandsContext } from "./use-row-commands.tsx";

/**
 * A form that does something to rows. The list sends it by a fetcher: the router aborts the submission of a form when a
 * navigation starts, be it a click, a search that was just typed or a dialog that closes, and the action is lost.
 */
export function RowActionForm({ id, className, children }: { id?: string; className?: string; children: ReactNode }) {
  const commands = useContext(RowCommandsContext);
  return (
    <Form
      id={id}
      method="post"
      action={useFormAddress()}
      className={className}
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
