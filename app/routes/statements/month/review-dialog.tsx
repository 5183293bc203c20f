import { Form } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import type { MailingReview } from "./review-mailing.ts";

type ReviewDialogProps = { review: MailingReview; problem: string | null; path: string };

/** Asks before e-mails are sent, and shows one of them. */
export function ReviewDialog({ review, problem, path }: ReviewDialogProps) {
  const { id, isMail, customers, options, title, notes, sample, fingerprint, said } = review;
  const isPosting = useIsPosting();
  return (
    <Dialog title={title} onClosePath={path} isLocked={isPosting} className="w-lg">
      <Form method="post" action={path} className="grid gap-4">
        <input type="hidden" name="idempotencyKey" value={id} />
        <input type="hidden" name="intent" value={isMail ? "mail" : "share"} />
        <input type="hidden" name="fingerprint" value={fingerprint} />
        <input type="hidden" name="shows" value={options.isFrozen ? "frozen" : "now"} />
        <input type="hidden" name="days" value={options.days} />
        {options.hasComments && <input type="hidden" name="comments" value="yes" />}
        {customers.map((customer) => (
          <input key={customer} type="hidden" name="selected" value={customer} />
        ))}
        {notes.length > 0 && <p>{notes.join(" ")}</p>}
        {sample && (
          <div className="grid gap-2">
            <p className="text-sm text-muted wrap-anywhere">{`To ${sample.to}`}</p>
            <p className="font-medium wrap-anywhere">{sample.subject}</p>
            <textarea readOnly rows={9} value={sample.text} aria-label="Text of the e-mail" className={controlClass} />
            <div className="flex flex-wrap items-center gap-3">
              <button type="submit" name="test" value="yes" aria-disabled={isPosting} className={button.secondary}>
                Send me a test
              </button>
              <span role="status" className="text-sm text-muted">
                {said}
              </span>
            </div>
          </div>
        )}
        <DialogFoot
          onClosePath={path}
          isLocked={isPosting}
          problem={problem}
          label={isMail ? "Send" : "Create links"}
          runningLabel={isMail ? "Sending..." : "Creating..."}
        />
      </Form>
    </Dialog>
  );
}
