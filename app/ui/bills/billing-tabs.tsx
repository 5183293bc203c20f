import { Tabs } from "#app/ui/controls/tabs.tsx";

const TABS = [
  ["/billing", "Bills"],
  ["/billing/check", "Check"],
  ["/billing/exports", "Exports"],
  ["/billing/invoices", "Invoices"],
  ["/billing/corrections", "Corrections"],
  ["/billing/runs", "Runs"],
] as const;

/** The sub-screens of Billing. */
export const BillingTabs = ({ current }: { current: (typeof TABS)[number][0] }) => (
  <Tabs label="Billing" tabs={TABS} current={current} />
);
