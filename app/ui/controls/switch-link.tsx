import { Link } from "@remix-run/react";
import type { KeyboardEvent } from "react";

type SwitchLinkProps = { to: string; isOn: boolean; children: string };

/** A link to the other view that looks and reads like the switch that it is. */
export function SwitchLink({ to, isOn, children }: SwitchLinkProps) {
  return (
    <Link to={to} role="switch" aria-checked={isOn} className="switch" preventScrollReset onKeyDown={pressBySpace}>
      {children}
    </Link>
  );
}

/** As a switch is, and a link is not. */
function pressBySpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}
