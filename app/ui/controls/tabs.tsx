import { Link } from "@remix-run/react";

type TabsProps = {
  label: string;
  tabs: readonly (readonly [to: string, label: string])[];
  /** The address of the sub-screen that is shown. */
  current: string;
};

/** The sub-screens of a screen, as links under its title. */
export const Tabs = ({ label, tabs, current }: TabsProps) => (
  <nav aria-label={label} className="tabs">
    {tabs.map(([to, name]) => (
      <Link key={to} to={to} aria-current={to === current ? "page" : undefined} className="tab">
        {name}
      </Link>
    ))}
  </nav>
);
