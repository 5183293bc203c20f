import { Form } from "@remix-run/react";
import type { RefObject } from "react";
import { button } from "#app/ui/controls/button.tsx";

type SentByHandProps = {
  form: RefObject<HTMLFormElement>;
  linkId: string;
  idempotencyKey: string;
  action: string;
  hasAddress: boolean;
  /** How many links of the period are left, with this one. */
  left: number;
};

/**
 * Says that the link was sent by hand, which leads to the next customer. E-mail submits the form, too. Copy does, and stays: the person
 * sees that it was copied, and for whom, until they press Next.
 */
export function SentByHand({ form, linkId, idempotencyKey, action, hasAddress, left }: SentByHandProps) {
  return (
    <Form ref={form} method="post" action={action} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="link" value={linkId} />
      <input type="hidden" name="intent" value="by hand" />
      <button type="submit" className={button.secondary}>
        Mark as sent
      </button>
      <p className="text-sm text-muted">
        {hasAddress && <span>“E-mail” and “Copy” mark it as sent by hand. </span>}
        {left > 0 && <span>{`${left} left to send.`}</span>}
      </p>
    </Form>
  );
}
