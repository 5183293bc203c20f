import type { EditableListRoute } from "#app/records/list-route.ts";
import { type AdminRow, adminName, adminsList, removeAdmin, restoreAdmin } from "#db/queries/admins.ts";

/** What the list of admins reads, and what may be done to a row (spec section 2 'Accounts'). */
export const accountsScreen: EditableListRoute<AdminRow, keyof typeof adminsList.sorts> = {
  path: "/accounts",
  source: adminsList,
  defaultSort: "email",
  nameOf: adminName,
  settable: {},
  staleMeans: "The last admin cannot be deleted.",
  remove: (email, by) => removeAdmin({ ...by, email }),
  restore: (email, by) => restoreAdmin({ ...by, email }),
};
