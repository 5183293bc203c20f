import { Form, Link } from "@remix-run/react";
import { type BarnDetails, isReachable, NOT_REACHABLE } from "#app/domain/barn/barn-details.ts";
import { SHARED_DAYS, type ShareOptions } from "#app/domain/statements/shared-statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { NoDefaultButton } from "#app/ui/controls/no-default-button.tsx";

/** The options of sharing, for one statement or those of a month. At first they are those of the last link. */
export function ShareFields({ isFrozen, hasComments, days }: ShareOptions) {
  return (
    <>
      <NoDefaultButton />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Link shows</legend>
        <label className="share-choice">
          <input type="radio" name="shows" value="now" defaultChecked={!isFrozen} className="tick" />
          Always the latest
        </label>
        <label className="share-choice">
          <input type="radio" name="shows" value="frozen" defaultChecked={isFrozen} className="tick" />
          Today’s version
        </label>
      </fieldset>
      <label className="share-choice">
        <input type="checkbox" name="comments" value="yes" defaultChecked={hasComments} className="tick" />
        Include comments
      </label>
      <label className="text-sm font-medium">
        <span className="mb-2 block">Link expires after</span>
        <select name="days" defaultValue={days} className={controlClass}>
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

/** What stands in the place of sharing until owners can reach the barn. `back` is the page that the settings lead back to. */
export const AskForBarn = ({ back }: { back: string }) => (
  <div className="notice flex w-full flex-wrap items-center justify-between gap-3">
    <p>{NOT_REACHABLE}</p>
    <Link to={`/accounts/settings?back=${encodeURIComponent(back)}`} className={button.secondary}>
      Add them
    </Link>
  </div>
);

type ShareFormProps = { idempotencyKey: string; action: string; barn: BarnDetails; options: ShareOptions };

/** The button 'Share' with its form, which makes a link. Before the first share it asks for the barn. */
export function ShareForm({ idempotencyKey, action, barn, options }: ShareFormProps) {
  if (!isReachable(barn)) return <AskForBarn back={action} />;
  return (
    <>
      <button type="button" className={button.secondary} {...{ popovertarget: "share" }}>
        Share
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover has no element of its own. */}
      <div {...{ popover: "auto" }} id="share" role="group" aria-label="Share this statement" className="menu anchored">
        <Form method="post" action={action} className="share-form">
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <ShareFields {...options} />
          <p className="text-sm text-muted">Anyone with the link can read this statement.</p>
          <button type="submit" name="intent" value="share" className={button.primary}>
            Create link
          </button>
        </Form>
      </div>
    </>
  );
}
