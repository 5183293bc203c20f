import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { SCREENS } from "#app/registry/screens.ts";

/** Without a month, the dialog only leads to the dialog of the month that is offered. */
const withMonth = (address: string) =>
  address === "/horses/bill" ? `${address}?month=${monthOf(todayInNewYork(new Date()))}` : address;

/** Every registered screen and dialog that needs no record. */
export const ADDRESSES = SCREENS.flatMap(({ path, dialogs }) => [
  path,
  ...dialogs.flatMap((dialog) => (dialog.path.includes(":") ? [] : [`${path}/${dialog.path}`])),
]).map(withMonth);
