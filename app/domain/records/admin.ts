import { describe } from "#app/domain/fields/field.ts";
import { readOnlyText } from "#app/domain/fields/field-kinds.ts";

/** `id` is the e-mail address. */
export type AdminRow = { id: string; seq: number; email: string; access: "Admin" };

/** The fields of an admin (docs/product.md, 'Accounts'). */
export const admin = describe<AdminRow>()({
  email: readOnlyText("Email", {}),
  access: readOnlyText("Access", { phone: "end" }),
});
