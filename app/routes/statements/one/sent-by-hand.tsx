import { Form } from "@remix-run/react";
import type { RefObject } from "react";
import { button } from "#app/ui/controls/button.tsx";

type SentByHandProps = {
  form: RefObject<HTMLFormElement>;
  linkId: string;
  idempotencyKey: string;
  action: string;
  /** How many links of the period are left, with this one. */
  left: number;
};

/** Says that the link was sent by hand, which leads to the next customer. E-mail and Copy submit the form, too. */
export function SentByHand({ form, linkId, idempotencyKey, action, left }: SentByHandProps) {
  return (
    <Form ref={form} method="post" action={action} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="link" value={linkId} />
      <input type="hidden" name="intent" value="by hand" />
      <button type="submit" className={button.secondary}>
        Mark as sent
      </button>
      <p className="text-sm text-muted">
        {`“E-mail” and “Copy” mark it as sent by hand and lead to the next customer. ${left} left to send.`}
      </p>
    </Form>
  );
}
