import { Tabs } from "#app/ui/controls/tabs.tsx";

/** The sub-screens of Services. */
export const ServicesTabs = ({ current }: { current: "/services" | "/services/standing" }) => (
  <Tabs
    label="Services"
    tabs={[
      ["/services", "Services"],
      ["/services/standing", "Standing charges"],
    ]}
    current={current}
  />
);
