import { isSettingUp, type SetUp } from "#app/domain/overview/set-up.ts";

/* The first steps of a new barn, at the top of its Overview (docs/product.md, 'Overview'). */

/** A step, and the links to where it is done, the usual one first. */
type FirstStep = {
  id: Exclude<keyof SetUp, "bills" | "isDismissed">;
  text: string;
  note: string;
  ways: readonly { to: string; action: string }[];
};

const STEPS: readonly FirstStep[] = [
  {
    id: "settings",
    text: "Enter the barn's name and address",
    note: "Statements show them. The settings also have the barn's charges.",
    ways: [{ to: "/accounts/settings", action: "Edit settings" }],
  },
  {
    id: "data",
    text: "Import your spreadsheet",
    note: "Or add the first horse by hand.",
    ways: [
      { to: "/import", action: "Import" },
      { to: "/horses/new", action: "Add Horse" },
    ],
  },
  {
    id: "services",
    text: "Add your services",
    note: "What grooms and trainers log, with prices. Boarding and training are there already.",
    ways: [{ to: "/services/new", action: "Add Service" }],
  },
  {
    id: "grooms",
    text: "Add your grooms",
    note: "Payroll adds their weekly salaries.",
    ways: [{ to: "/grooms/new", action: "Add Groom" }],
  },
  {
    id: "payroll",
    text: "Enter the last payroll date",
    note: "Payroll begins with the week after it.",
    ways: [{ to: "/payroll/last-run", action: "Enter date" }],
  },
  {
    id: "invoices",
    text: "Continue QuickBooks' invoice numbers",
    note: "Enter the number after QuickBooks' last invoice, or let the first export ask.",
    ways: [{ to: "/accounts/settings", action: "Enter number" }],
  },
  {
    id: "people",
    text: "Invite others",
    note: "Everyone in the office signs in with an account of their own.",
    ways: [{ to: "/accounts/new", action: "Invite User" }],
  },
];

/** The steps, each done or open; null once all are done or they were dismissed. */
export function firstSteps(setUp: SetUp): (FirstStep & { isDone: boolean })[] | null {
  return isSettingUp(setUp) ? STEPS.map((step) => ({ ...step, isDone: setUp[step.id] })) : null;
}
