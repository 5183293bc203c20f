import { useFetcher } from "@remix-run/react";

type RowSwitchProps = { id: string; field: string; checked: boolean; label: string };

/** A switch in a row that saves at once; it shows what was chosen until the save is known, and then what is so. */
export function RowSwitch({ id, field, checked, label }: RowSwitchProps) {
  const fetcher = useFetcher<{ problem?: string }>();
  const chosen = fetcher.formData?.get("value");
  const isOn = chosen === undefined || chosen === null ? checked : chosen === "true";
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="field" value={field} />
      <button
        type="submit"
        name="value"
        value={String(!isOn)}
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        className="switch"
      />
      {fetcher.data?.problem && (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.problem}
        </p>
      )}
    </fetcher.Form>
  );
}
