/** What a write can change, in the words of the screens; lists follow the topics that they show. */
export type Topic =
  | "admins"
  | "bills"
  | "customers"
  | "grooms"
  | "horses"
  | "payroll"
  | "services"
  | "settings"
  | "shows";
