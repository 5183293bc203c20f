import { Form } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { ShareFields } from "../share-form.tsx";
import type { MailingReview } from "./review-mailing.ts";

type ReviewDialogProps = { review: MailingReview; problem: string | null; path: string };

/** Asks before statements are shared: what their links show, and what one of the e-mails says. */
export function ReviewDialog({ review, problem, path }: ReviewDialogProps) {
  const { id, isMail, canMail, customers, options, title, notes, sample, fingerprint, said } = review;
  const isPosting = useIsPosting();
  return (
    <Dialog title={title} onClosePath={path} isLocked={isPosting} className="w-lg">
      <Form method="post" action={path} className="mt-2 grid gap-4">
        <input type="hidden" name="idempotencyKey" value={id} />
        <input type="hidden" name="intent" value={isMail ? "mail" : "share"} />
        <input type="hidden" name="fingerprint" value={fingerprint} />
        {!canMail && <input type="hidden" name="byHand" value="yes" />}
        {customers.map((customer) => (
          <input key={customer} type="hidden" name="selected" value={customer} />
        ))}
        {notes.length > 0 && <p>{notes.join(" ")}</p>}
        <div className="share-options">
          <ShareFields {...options} />
        </div>
        <p className="text-sm text-muted">Anyone with a link can read that statement.</p>
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
          label={isMail ? "Send" : canMail ? "Create links" : "Send by hand"}
          runningLabel={isMail ? "Sending..." : "Creating..."}
        >
          {(isMail || !canMail) && (
            <button type="submit" name="links" value="only" aria-disabled={isPosting} className={button.secondary}>
              Create links only
            </button>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
