import { describeList } from "#app/domain/fields/field.ts";
import { readOnlyText } from "#app/domain/fields/field-kinds.ts";

/** `id` is the e-mail address. */
export type AdminRow = { id: string; seq: number; email: string; access: "Admin" };

/** The fields of an admin (docs/product.md, 'Accounts'). */
export const admin = describeList<AdminRow>()(
  {
    path: "/accounts",
    noun: "account",
    add: "Invite User",
    search: "Search users...",
    empty: { title: "No Users", text: "Invite users to start collaborating" },
    defaultSort: "email",
  },
  {
    email: readOnlyText("Email", { width: "w-52" }),
    access: readOnlyText("Access", { width: "w-20", phone: "end" }),
  },
);
