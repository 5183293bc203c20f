import type { User } from "#app/auth/session.ts";
import type { Rows } from "#lab/support/rows.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import type { StageBarn } from "./stage.ts";

type Served = { url: string; rows: Rows; cookieOf: (user: User) => Promise<string> };

const RANDOM_ADMIN: User = { email: "random@hayloft.example", name: "Random" };
const OTHER_ADMIN: User = { email: "other@hayloft.example", name: "Other" };

/** The barn of a random admin, the cookie of that admin, and another admin beside. */
export async function barnOf({ url, rows, cookieOf }: Served): Promise<StageBarn & { cookie: string }> {
  for (const { email } of [RANDOM_ADMIN, OTHER_ADMIN])
    await rows("insert or ignore into admins (email, created_at, updated_at) values (?, '2026', '2026')", [email]);
  const cookie = await cookieOf(RANDOM_ADMIN);
  const other = await cookieOf(OTHER_ADMIN);
  return {
    url,
    rows,
    cookie,
    async setAsOther(path, id, field, value) {
      const { status } = await fetchAlone(url + path, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: url, Cookie: other },
        body: new URLSearchParams({ row: `set ${id} ${field} ${value}` }),
      });
      if (status !== 303) throw new Error(`The other admin was answered ${status}`);
    },
    async setSession(isOpen) {
      const endedAt = isOpen ? "null" : `'${new Date().toISOString()}'`;
      await rows(`update sessions set ended_at = ${endedAt} where email = ?`, [RANDOM_ADMIN.email]);
    },
  };
}
