export type Screen = { path: string; label: string };

/** The screens that exist, in the sidebar's groups (spec section 2 'Shell'). Those after the first group are for admins. */
export const FORM_SCREEN: Screen = { path: "/", label: "Input Form" };
export const ADMIN_SCREENS: Screen[][] = [
  [
    { path: "/horses", label: "Horses" },
    { path: "/customers", label: "Customers" },
    { path: "/services", label: "Services" },
    { path: "/grooms", label: "Grooms" },
    { path: "/shows", label: "Horse Shows" },
  ],
  [
    { path: "/billing", label: "Billing" },
    { path: "/payroll", label: "Payroll" },
    { path: "/payroll-summary", label: "Payroll Summary" },
  ],
  [{ path: "/accounts", label: "Accounts" }],
];

const MANAGEMENT_PATHS = [
  "/horses",
  "/customers",
  "/services",
  "/grooms",
  "/shows",
  "/billing",
  "/payroll",
  "/payroll-summary",
  "/accounts",
];

/** Whether an address belongs to the management part of spec section 2, at any depth. */
export function isAdminPath(path: string): boolean {
  return MANAGEMENT_PATHS.some((each) => path === each || path.startsWith(`${each}/`));
}
