import { Form } from "@remix-run/react";
import type { WhichLinks } from "#app/domain/statements/shared-statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import type { LinkMaker } from "#db/queries/statements/working-links.ts";

/** The form that filters the links by the admin who made them. Works without JavaScript. */
export function WhoMade({ makers, which }: { makers: readonly LinkMaker[]; which: WhichLinks }) {
  const { actor, customerId } = which;
  if (makers.length === 0 && actor === null) return null;
  return (
    <Form method="get" action="/customers/links" className="mb-6 flex flex-wrap items-end gap-3" key={actor}>
      {customerId !== null && <input type="hidden" name="customer" value={customerId} />}
      <label className="min-w-0 text-sm font-medium">
        <span className="mb-2 block">Created by</span>
        <select name="by" defaultValue={actor ?? ""} className={controlClass}>
          <option value="">Everyone</option>
          {makers.map(({ email, links, isAdmin }) => (
            <option key={email} value={email}>
              {`${email} (${links})${isAdmin ? "" : ", removed"}`}
            </option>
          ))}
          {actor !== null && !makers.some(({ email }) => email === actor) && (
            <option value={actor}>{`${actor} (0)`}</option>
          )}
        </select>
      </label>
      <button type="submit" className={button.secondary}>
        Apply
      </button>
    </Form>
  );
}
