import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";

let barn: Barn;
let admin: { Cookie: string };

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterAll(() => barn.close());
beforeEach(() => void barn.log.splice(0));

const columns = { screen: "/services", to: "/services?q=a", column: "price", shown: "price" };

test.each(["\r", "\n", "\0", "\r\nSet-Cookie: a=b"])(
  "a choice of columns with %j in any field gets 400",
  async (text) => {
    const before = await barn.lastCommit();
    for (const field of ["screen", "to", "column", "shown", "other"]) {
      for (const value of [text, `/services${text}`, `/services?q=a${text}`, `price${text}`]) {
        const { status } = await barn.post("/columns", { ...columns, [field]: value }, admin);
        expect([field, value, status]).toEqual([field, value, 400]);
      }
    }
    const { status } = await barn.post(
      "/columns",
      { ...columns, screen: `/services/${text}`, to: `/services/${text}` },
      admin,
    );
    expect(status).toBe(400);
    expect((await barn.post("/columns", { ...columns, [`to${text}`]: "" }, admin)).status).toBe(400);
    expect(await barn.lastCommit()).toBe(before);
    expect(barn.log).toEqual([]);
  },
);

test.each([
  ["/services?q=馬", "/services?q=%E9%A6%AC"],
  ["/services?q=a%0d%0ab", "/services?q=a%0D%0Ab"],
  ["/services?sort=-price&view=all&junk=1", "/services?sort=-price&view=all"],
  ["/services#x", "/services"],
])("after a choice of columns, the address %j is written as %j", async (to, location) => {
  const response = await barn.post("/columns", { ...columns, to }, admin);
  expect([response.status, response.headers.get("Location")]).toEqual([303, location]);
});

test.each(["/services/../../evil", "//services", "/services/new", "https://evil.example/services", "/services\\", ""])(
  "a choice of columns with the address %j gets 400",
  async (to) => {
    expect((await barn.post("/columns", { ...columns, to }, admin)).status).toBe(400);
  },
);

test("columns are chosen for a screen, not for an address below one", async () => {
  const below = { ...columns, screen: "/services/x", to: "/services/x" };
  expect((await barn.post("/columns", below, admin)).status).toBe(400);
});
