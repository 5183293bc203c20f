import { describe, shownText } from "#app/domain/field.ts";
import type { AdminRow } from "#db/queries/admins.ts";

/** The fields of an admin (docs/product.md, 'Accounts'). */
export const admin = describe<AdminRow>()({
  email: shownText("Email", { width: "w-52" }),
  access: shownText("Access", { width: "w-20" }),
});
