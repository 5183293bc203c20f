import { index, type RouteConfig, route } from "@remix-run/route-config";

export default [
  index("routes/_index/route.tsx"),
  route("auth/google", "routes/auth.google/route.ts"),
  route("auth/google/callback", "routes/auth.google.callback/route.ts"),
  route("auth/sign-out", "routes/auth.sign-out/route.ts"),
  route("*", "routes/not-found/route.tsx"),
] satisfies RouteConfig;
