import { Tabs } from "#app/ui/controls/tabs.tsx";

type CustomersTabsProps = {
  current: "/customers" | "/customers/statements" | "/customers/questions";
  /** How many questions are open. */
  questions: number;
};

/** The sub-screens of Customers. */
export const CustomersTabs = ({ current, questions }: CustomersTabsProps) => (
  <Tabs
    label="Customers"
    tabs={[
      ["/customers", "Customers"],
      ["/customers/statements", "Statements"],
      ["/customers/questions", questions > 0 ? `Questions ${questions}` : "Questions"],
    ]}
    current={current}
  />
);
