import { admin } from "#app/domain/records/admin.ts";
import { editableList } from "#app/records/list-route.ts";
import { adminName, adminsSource, removeAdmin, restoreAdmin } from "#db/queries/admins.ts";

/** The list of admins (docs/product.md, 'Accounts'). */
export const accountsList = editableList({
  path: "/accounts",
  source: adminsSource,
  description: admin,
  defaultSort: "email",
  nameOf: adminName,
  conflictMessage: "The last admin cannot be deleted.",
  remove: ([email = ""], by) => removeAdmin({ ...by, email }),
  restore: (email, by) => restoreAdmin({ ...by, email }),
});
