import type { User } from "#app/auth/session.ts";
import { offeredAccounts } from "#bin/running/local-services.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { type AtEnd, makeEmptyBarn } from "#tests/support/database/empty-barn.ts";
import { sessionCookie } from "../../../bin/running/session-cookie.ts";
import { SESSION_SECRET, startApp } from "./app.ts";
import { post } from "./barn.ts";

/** The code that makes the first admin of a new barn. */
export const CODE = "K7QF-3MXD";

export type NewBarn = Awaited<ReturnType<typeof openNewBarn>>;

/** The whole product on a database without an admin, as `DEMO=0 npm start` opens it; `variables` replace those of its worker. */
export async function openNewBarn(
  atEnd: AtEnd,
  variables: Parameters<typeof startApp>[1] = {},
  rateLimits: Parameters<typeof startApp>[2] = {},
) {
  const files = await makeEmptyBarn();
  atEnd(async () => files.remove());
  const { address, rows, values } = await files.open(atEnd);
  const app = await startApp(address, { FIRST_ADMIN_CODE: CODE, ...variables }, rateLimits);
  atEnd(app.stop);
  const provider = await app.startProvider(() => offeredAccounts(address));
  atEnd(provider.stop);
  app.logTo([]);
  return {
    url: app.url,
    address,
    rows,
    values,
    /** The cookie of a user who has signed in. */
    cookieOf: (user: User) => sessionCookie((sql, args) => rows({ sql, args }), SESSION_SECRET, user),
    get: (path: string, headers: Record<string, string> = {}) =>
      fetchAlone(`${app.url}${path}`, { redirect: "manual", headers }),
    post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
      post(app.url, path, fields, headers),
  };
}
