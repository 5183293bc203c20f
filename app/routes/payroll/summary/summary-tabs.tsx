import { Tabs } from "#app/ui/controls/tabs.tsx";

const TABS = [
  ["/payroll-summary", "Weeks"],
  ["/payroll-summary/year", "Paid by year"],
] as const;

/** The sub-screens of Payroll Summary. */
export const SummaryTabs = ({ current }: { current: (typeof TABS)[number][0] }) => (
  <Tabs label="Payroll Summary" tabs={TABS} current={current} />
);
