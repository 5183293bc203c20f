import { type ComponentProps, type KeyboardEvent, useEffect, useState } from "react";
import { controlClass } from "#app/ui/controls/field.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";

type RiderChipsProps = { attributes: ComponentProps<"textarea"> };

/** Riders as chips: Enter adds what is typed, an x removes. Without script, a text with a rider on each line. */
export function RiderChips({ attributes }: RiderChipsProps) {
  const [riders, setRiders] = useState(() =>
    String(attributes.defaultValue ?? "")
      .split("\n")
      .filter(Boolean),
  );
  const [isReady, setReady] = useState(false);
  const [typed, setTyped] = useState("");
  useEffect(() => setReady(true), []);
  if (!isReady)
    return <textarea {...attributes} rows={3} placeholder="One rider on each line" className={controlClass} />;

  const add = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const name = typed.trim();
    if (name && !riders.includes(name)) setRiders([...riders, name]);
    setTyped("");
  };
  // What is typed and not yet added counts too: nothing that somebody typed is dropped by saving.
  const all = typed.trim() && !riders.includes(typed.trim()) ? [...riders, typed.trim()] : riders;
  return (
    <>
      <input type="hidden" name={attributes.name} form={attributes.form} value={all.join("\n")} />
      {riders.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2">
          {riders.map((rider) => (
            <li key={rider} className="chip">
              {rider}
              <button
                type="button"
                aria-label={`Remove ${rider}`}
                onClick={() => setRiders(riders.filter((each) => each !== rider))}
              >
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={attributes.id}
        aria-describedby={attributes["aria-describedby"]}
        aria-invalid={attributes["aria-invalid"]}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={add}
        placeholder="Type a name and press Enter"
        autoComplete="off"
        className={controlClass}
      />
    </>
  );
}
