import { useLocation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { useTexts } from "../language/use-texts.ts";
import { type EntryOption, textOfOption } from "./entry-option.ts";

type RecentChipsProps = {
  /** The select that a chip sets. */
  name: "horseId" | "serviceId" | "groomId";
  options: readonly EntryOption[];
  /** The ids of the offered options, in the order of the chips. */
  ids: readonly string[];
};

/** The search parameters with earlier choices, which the link of a chip repeats. */
const CHOSEN = ["date", "horseId", "rider", "serviceId", "quantity", "groomId"];
/** The field that depends on the select, by its name. The link of a chip drops it. */
const REPLACED = { horseId: "rider", serviceId: "quantity", groomId: "" };

/**
 * Chips for the options that this device logged last, or the barn logs most. Without JavaScript a chip opens a form with its option chosen.
 */
export function RecentChips({ name, options, ids }: RecentChipsProps) {
  const { oftenLogged } = useTexts();
  const params = new URLSearchParams(useLocation().search);
  const chosen = Object.fromEntries([...params].filter(([each]) => CHOSEN.includes(each) && each !== REPLACED[name]));
  const recent = ids.flatMap((id) => options.find((option) => option.id === id) ?? []);
  if (recent.length === 0) return null;
  return (
    <ul aria-label={oftenLogged} translate="no" className="recent-chips">
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

/** Chooses an option in the form, and dispatches the events of a user's choice, because conform listens to them. */
const chooseIn = (name: string, value: string) => (event: MouseEvent<HTMLElement>) => {
  const select = event.currentTarget.closest("form")?.elements.namedItem(name);
  if (!(select instanceof HTMLSelectElement)) return;
  event.preventDefault();
  select.value = value;
  for (const type of ["input", "change", "focusout"]) select.dispatchEvent(new Event(type, { bubbles: true }));
};
