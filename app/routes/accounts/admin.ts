import { describe, readOnlyText } from "#app/domain/field.ts";
import type { AdminRow } from "#db/queries/admins.ts";

/** The fields of an admin (docs/product.md, 'Accounts'). */
export const admin = describe<AdminRow>()({
  email: readOnlyText("Email", { width: "w-52" }),
  access: readOnlyText("Access", { onCard: true, width: "w-20" }),
});
