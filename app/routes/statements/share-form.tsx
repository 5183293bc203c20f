import { Form } from "@remix-run/react";
import { DEFAULT_SHARED_DAYS, SHARED_DAYS } from "#app/domain/statements/shared-statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { NoDefaultButton } from "#app/ui/controls/no-default-button.tsx";

/** The options of sharing, for one statement or those of a month. */
export function ShareFields() {
  return (
    <>
      <NoDefaultButton />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Link shows</legend>
        <label className="share-choice">
          <input type="radio" name="shows" value="now" defaultChecked className="tick" />
          Always the latest
        </label>
        <label className="share-choice">
          <input type="radio" name="shows" value="frozen" className="tick" />
          Today’s version
        </label>
      </fieldset>
      <label className="share-choice">
        <input type="checkbox" name="comments" value="yes" className="tick" />
        Include comments
      </label>
      <label className="text-sm font-medium">
        <span className="mb-2 block">Link expires after</span>
        <select name="days" defaultValue={DEFAULT_SHARED_DAYS} className={controlClass}>
          {SHARED_DAYS.map((days) => (
            <option key={days} value={days}>
              {`${days} days`}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** The button 'Share' with its form, which makes a link. */
export function ShareForm({ idempotencyKey, action }: { idempotencyKey: string; action: string }) {
  return (
    <>
      <button type="button" className={button.secondary} {...{ popovertarget: "share" }}>
        Share
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover has no element of its own. */}
      <div {...{ popover: "auto" }} id="share" role="group" aria-label="Share this statement" className="menu anchored">
        <Form method="post" action={action} className="share-form">
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <ShareFields />
          <p className="text-sm text-muted">Anyone with the link can read this statement.</p>
          <button type="submit" name="intent" value="share" className={button.primary}>
            Create link
          </button>
        </Form>
      </div>
    </>
  );
}
