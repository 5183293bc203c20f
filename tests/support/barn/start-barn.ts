import { afterAll, beforeAll } from "vitest";
import { ADMIN, type Barn, type BarnOptions, OTHER_ADMIN, openBarn } from "./barn.ts";

/** Opens a barn before the first test of a file, and closes it after the last one, with the headers of its two admins. */
export function startBarn(options?: BarnOptions) {
  const barn = {} as Barn;
  const admin = { Cookie: "" };
  const otherAdmin = { Cookie: "" };
  beforeAll(async () => {
    Object.assign(barn, await openBarn(options));
    admin.Cookie = await barn.cookieOf(ADMIN);
    otherAdmin.Cookie = await barn.cookieOf(OTHER_ADMIN);
  });
  afterAll(() => barn.close());
  return { barn, admin, otherAdmin };
}
