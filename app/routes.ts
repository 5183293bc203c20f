import { index, type RouteConfig, route } from "@remix-run/route-config";

export default [
  index("routes/_index/route.tsx"),
  route("auth/google", "routes/auth.google/route.ts"),
  route("auth/google/callback", "routes/auth.google.callback/route.ts"),
  route("auth/sign-out", "routes/auth.sign-out/route.ts"),
  route("columns", "routes/columns/route.ts"),
  route("live", "routes/live/route.ts"),
  route("horses", "routes/horses/route.tsx", [
    route("new", "routes/horses/dialog.tsx", { id: "horses/new" }),
    route("bill", "routes/horses/bill.tsx"),
    route(":id/edit", "routes/horses/dialog.tsx", { id: "horses/edit" }),
  ]),
  route("services", "routes/services/route.tsx", [
    route("new", "routes/services/dialog.tsx", { id: "services/new" }),
    route(":id/edit", "routes/services/dialog.tsx", { id: "services/edit" }),
  ]),
  route("accounts", "routes/accounts/route.tsx", [route("new", "routes/accounts/dialog.tsx")]),
  route("customers", "routes/customers/route.tsx", [
    route("new", "routes/customers/dialog.tsx", { id: "customers/new" }),
    route(":id/edit", "routes/customers/dialog.tsx", { id: "customers/edit" }),
  ]),
  route("grooms", "routes/grooms/route.tsx", [
    route("new", "routes/grooms/dialog.tsx", { id: "grooms/new" }),
    route(":id/edit", "routes/grooms/dialog.tsx", { id: "grooms/edit" }),
  ]),
  route("shows", "routes/shows/route.tsx", [
    route("new", "routes/shows/dialog.tsx", { id: "shows/new" }),
    route("bill", "routes/shows/bill.tsx"),
    route(":id/edit", "routes/shows/dialog.tsx", { id: "shows/edit" }),
  ]),
  route("billing", "routes/billing/route.tsx", [route("export", "routes/billing/export-dialog.tsx")]),
  route("billing/exports", "routes/billing.exports/route.tsx"),
  route("billing/exports/:file", "routes/billing.exports.file/route.ts"),
  route("payroll", "routes/payroll/route.tsx", [
    route("new", "routes/payroll/dialog.tsx", { id: "payroll/new" }),
    route("generate", "routes/payroll/generate.tsx"),
    route(":id/edit", "routes/payroll/dialog.tsx", { id: "payroll/edit" }),
  ]),
  route("payroll-summary", "routes/payroll-summary/route.tsx"),
  route("*", "routes/not-found/route.tsx"),
] satisfies RouteConfig;
