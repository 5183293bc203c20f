import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";

type Option = { id: string; name: string };

type RowSelectProps = {
  id: string;
  field: string;
  /** What is chosen; it need not be among the options any more. */
  value: Option;
  options: readonly Option[];
  label: string;
};

/**
 * A choice in a row that saves at once; it shows what was chosen until the save is known, and then what is so. A hundred
 * rows would hold a hundred times all options, so a row takes them when somebody turns to it. Without script there is the
 * dialog.
 */
export function RowSelect({ id, field, value, options, label }: RowSelectProps) {
  const fetcher = useFetcher<{ problem?: string }>();
  const [isTurnedTo, setTurnedTo] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const { state } = fetcher;

  useEffect(() => {
    if (state === "idle") setPicked(null);
  }, [state]);

  const chosen = picked ?? value.id;
  const offered = isTurnedTo ? options : options.filter((option) => option.id === chosen);
  const isOffered = offered.some((option) => option.id === value.id);
  // The pointer is down before the list opens; by keyboard, the focus comes first.
  const turnTo = () => setTurnedTo(true);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="field" value={field} />
      <select
        name="value"
        value={chosen}
        aria-label={label}
        className="row-control field-sizing-content min-h-11 max-w-52 text-ellipsis"
        onPointerDown={turnTo}
        onFocus={turnTo}
        onChange={({ currentTarget }) => {
          setPicked(currentTarget.value);
          fetcher.submit(currentTarget.form);
        }}
      >
        {!isOffered && <option value={value.id}>{value.name}</option>}
        {offered.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      {fetcher.data?.problem && (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.problem}
        </p>
      )}
    </fetcher.Form>
  );
}
