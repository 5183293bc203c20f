import { useLocation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { type EntryOption, textOfOption } from "./entry-option.ts";

type RecentChipsProps = {
  /** The select that a press sets. */
  name: "horseId" | "serviceId" | "groomId";
  options: readonly EntryOption[];
  /** The ids of the options that this device chose last. */
  ids: readonly string[];
};

/** What the address may have chosen already, which the form keeps. */
const CHOSEN = ["date", "horseId", "rider", "serviceId", "quantity", "groomId"];
/** What belongs to the choice that a chip replaces. */
const REPLACED = { horseId: "rider", serviceId: "quantity", groomId: "" };

/** What this device logged last, each a press away. Without JavaScript a chip opens the form with it. */
export function RecentChips({ name, options, ids }: RecentChipsProps) {
  const params = new URLSearchParams(useLocation().search);
  const chosen = Object.fromEntries([...params].filter(([each]) => CHOSEN.includes(each) && each !== REPLACED[name]));
  const recent = ids.flatMap((id) => options.find((option) => option.id === id) ?? []);
  if (recent.length === 0) return null;
  return (
    <ul aria-label="Logged last" translate="no" className="recent-chips">
      {recent.map((option) => (
        <li key={option.id}>
          <a
            href={`/?${new URLSearchParams({ ...chosen, [name]: option.id })}`}
            className="chip"
            onClick={chooseIn(name, option.id)}
          >
            {textOfOption(option)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Chooses an option in the form of the page, with the events of a choice by hand, since conform listens to them. */
const chooseIn = (name: string, value: string) => (event: MouseEvent<HTMLElement>) => {
  const select = event.currentTarget.closest("form")?.elements.namedItem(name);
  if (!(select instanceof HTMLSelectElement)) return;
  event.preventDefault();
  select.value = value;
  for (const type of ["input", "change", "focusout"]) select.dispatchEvent(new Event(type, { bubbles: true }));
};
