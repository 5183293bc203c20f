import { type ComponentProps, type KeyboardEvent, useEffect, useState } from "react";
import { controlClass } from "#app/ui/controls/field.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";

type RiderChipsProps = { attributes: ComponentProps<"textarea"> };

/** A list of riders as chips. Enter adds the typed name, and the x of a chip removes it (docs/product.md, 'Customers'). */
export function RiderChips({ attributes }: RiderChipsProps) {
  const [riders, setRiders] = useState(() =>
    String(attributes.defaultValue ?? "")
      .split("\n")
      .filter(Boolean),
  );
  const [isHydrated, setHydrated] = useState(false);
  const [typed, setTyped] = useState("");
  useEffect(() => setHydrated(true), []);
  // Without JavaScript the riders are a text with one name per line.
  if (!isHydrated)
    return <textarea {...attributes} rows={3} placeholder="One rider on each line" className={controlClass} />;

  const add = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const name = typed.trim();
    if (name && !riders.includes(name)) setRiders([...riders, name]);
    setTyped("");
  };
  // A name that is typed but not added yet is saved too.
  const all = typed.trim() && !riders.includes(typed.trim()) ? [...riders, typed.trim()] : riders;
  return (
    <>
      <input type="hidden" name={attributes.name} form={attributes.form} value={all.join("\n")} />
      <Chips riders={riders} onRemove={(removed) => setRiders(riders.filter((rider) => rider !== removed))} />
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

function Chips({ riders, onRemove }: { riders: string[]; onRemove: (rider: string) => void }) {
  if (riders.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {riders.map((rider) => (
        <li key={rider} className="chip">
          {rider}
          <button type="button" aria-label={`Remove ${rider}`} onClick={() => onRemove(rider)}>
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
