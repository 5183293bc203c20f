/** Which steps are done, whether the barn has a bill, and whether an admin has dismissed the steps. */
export type SetUp = {
  /** The barn has a name or an address of its own. */
  settings: boolean;
  /** There is a horse. */
  data: boolean;
  /** There is a service beside the fixed ones. */
  services: boolean;
  grooms: boolean;
  /** The day of the last payroll run is known. */
  payroll: boolean;
  /** The next invoice number was set, or there was an export. */
  invoices: boolean;
  /** There is a second admin. */
  people: boolean;
  bills: boolean;
  isDismissed: boolean;
};

/** Whether Overview shows the steps: one is open, and no admin has dismissed them. */
export const isSettingUp = ({ bills: _, isDismissed, ...steps }: SetUp): boolean =>
  !isDismissed && Object.values(steps).includes(false);

/** What is remembered when an admin dismisses the steps (docs/product.md, 'Dismissals'). */
export const STEPS_DISMISSAL = { kind: "setup", recordId: "barn", scope: "", name: "Set up your barn" } as const;
