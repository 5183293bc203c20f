import type { ReactNode } from "react";

export function Shell({
  children,
}: {
  user: { name: string; email: string } | null;
  isAdmin: boolean;
  children: ReactNode;
}) {
  return <main>{children}</main>;
}
