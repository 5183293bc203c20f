import { Form } from "@remix-run/react";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import type { MergeSide } from "#db/queries/barn/merge-customers.ts";

type OtherProps = { name: string; others: readonly { id: string; name: string }[]; closePath: string };

/** Asks for the customer who remains. */
export function OtherCustomer({ name, others, closePath }: OtherProps) {
  return (
    <Dialog onClosePath={closePath} className="w-md">
      <Form method="get" preventScrollReset className="mt-4 grid gap-4">
        <label className="grid gap-1.5">
          <span className="wrap-anywhere">
            Merge <b translate="no">{name}</b> into
          </span>
          <select name="into" required defaultValue="" className={controlClass}>
            <option value="" disabled>
              Select a customer
            </option>
            {others.map((other) => (
              <option key={other.id} value={other.id} translate="no">
                {other.name}
              </option>
            ))}
          </select>
        </label>
        <DialogFoot onClosePath={closePath} label="Next" runningLabel="Next" />
      </Form>
    </Dialog>
  );
}

type ChoicesProps = {
  leaving: MergeSide;
  remaining: MergeSide;
  differ: { emails: boolean; phone: boolean };
  moves: readonly string[];
  stays: readonly string[];
};

type Option = { value: string; label: string; text: string };

/** What differs, with a choice for each; what moves, and what stays. */
export function MergeChoicesOf({ leaving, remaining, differ, moves, stays }: ChoicesProps) {
  const both = [...new Set([...remaining.emails, ...leaving.emails])].join(", ");
  const sides = (of: (side: MergeSide) => string): Option[] => [
    { value: "remaining", label: remaining.name, text: of(remaining) },
    { value: "leaving", label: leaving.name, text: of(leaving) },
  ];
  return (
    <>
      {moves.length > 0 && (
        <p className="wrap-anywhere tabular-nums">
          <span>Moves: </span>
          <b>{moves.join(" · ")}</b>
        </p>
      )}
      {differ.emails && (
        <Choice
          name="emails"
          legend="E-mail"
          options={[{ value: "both", label: "Both", text: both }, ...sides(({ emails }) => emails.join(", "))]}
        />
      )}
      {differ.phone && <Choice name="phone" legend="Phone" options={sides(({ phone }) => phone)} />}
      <div className="grid gap-1 text-sm/normal text-muted wrap-anywhere">
        {stays.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </>
  );
}

const Choice = ({ name, legend, options }: { name: string; legend: string; options: readonly Option[] }) => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {options.map(({ value, label, text }, place) => (
      <label key={value}>
        <input type="radio" name={name} value={value} defaultChecked={place === 0} className="tick" />
        <span>
          <b translate="no">{text}</b>
          <small translate="no">{label}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
