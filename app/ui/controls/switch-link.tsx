import { Link } from "@remix-run/react";
import type { KeyboardEvent } from "react";

type SwitchLinkProps = { to: string; isOn: boolean; replace?: boolean; children: string };

/** A link to the page's other state, such as the list's other view, with the look and role of a switch. */
export function SwitchLink({ to, isOn, replace = false, children }: SwitchLinkProps) {
  return (
    <Link
      to={to}
      replace={replace}
      role="switch"
      aria-checked={isOn}
      className="switch"
      preventScrollReset
      onKeyDown={clickOnSpace}
    >
      {children}
    </Link>
  );
}

/** A switch reacts to the space bar; a link does not by itself. */
function clickOnSpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}
