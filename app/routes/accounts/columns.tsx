import { Badge } from "#app/ui/controls/badge.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { AdminRow } from "#db/queries/admins.ts";

export const columns: ListColumn<AdminRow>[] = [
  { id: "email", label: "Email", width: "w-52", cell: (row) => row.email },
  { id: "access", label: "Access", width: "w-20", cell: () => <Badge>Admin</Badge> },
];
