import { request } from "node:http";
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

/** Requests a path as it is: fetch would change backslashes and dots. */
function send(
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<{ status: number; location: string | undefined; body: string }>((done, fail) => {
    const { hostname, port } = new URL(barn.url);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let body = "";
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => done({ status: response.statusCode ?? 0, location: response.headers.location, body }));
    });
    sent.on("error", fail);
    sent.end();
  });
}

const STRANGE_PATHS = [
  "/%5C",
  "/%5c",
  "/\\",
  "/%5C%5Cevil.example",
  "/%5Cevil.example/x",
  "/\\evil.example",
  "//",
  "///",
  "//evil.example",
  "//evil.example/horses",
  "//horses",
  "/%2F%2Fevil.example",
  "/%2Fevil.example",
  "/%00",
  "/%0D%0ALocation:%20x",
  "/%",
  "/%E0%A4%A",
  "/%ED%A0%80",
  "/@evil.example",
  "/%5C.data",
  "//evil.example.data",
  "/%.data",
  "/nowhere/%5C",
];

test.each(STRANGE_PATHS)("GET and HEAD %s get 4xx without a redirect or a line in the log", async (path) => {
  for (const headers of [{}, admin]) {
    for (const method of ["GET", "HEAD"]) {
      const { status, location } = await send(path, { method, headers });
      expect([method, status >= 400 && status < 500, location]).toEqual([method, true, undefined]);
    }
    const form = { Origin: barn.url, "Content-Type": "application/x-www-form-urlencoded", ...headers };
    const posted = await send(path, { method: "POST", headers: form });
    expect([posted.status >= 400 && posted.status < 500, posted.location]).toEqual([true, undefined]);
  }
  expect(barn.log).toEqual([]);
});

test.each(["/horses/%5C", "/horses/%00/edit", "/horses/%E0/edit", "/horses/%5C/edit", "/billing/exports/%E0"])(
  "%s below an admin screen gets 4xx for an admin, without a line in the log",
  async (path) => {
    const { status, location } = await send(path, { headers: admin });
    expect([status >= 400 && status < 500, location]).toEqual([true, undefined]);
    expect(barn.log).toEqual([]);
  },
);

test("the old data parameter of Remix gets 400 at every address, without a line in the log", async () => {
  const routeIds = ["", "root", "routes/_index/route", "routes/horses/route", "routes/live/route", "anything", "%00"];
  for (const path of [
    "/",
    "/horses",
    "/horses.data",
    "/horses/new",
    "/columns",
    "/auth/google",
    "/nowhere",
    "/_root.data",
  ]) {
    for (const [i, id] of routeIds.entries()) {
      const { status, location } = await send(`${path}?_data=${id}`, { headers: i % 2 ? {} : admin });
      expect([path, id, status, location]).toEqual([path, id, 400, undefined]);
    }
    expect((await barn.post(`${path}?_data=root`, "", admin)).status).toBe(400);
  }
  expect(barn.log).toEqual([]);
});
