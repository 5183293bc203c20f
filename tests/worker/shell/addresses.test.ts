import { request } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin } = startBarn();

beforeEach(() => void barn.log.splice(0));

const columns = { screen: "/services", to: "/services?q=a", column: "price", shown: "price" };

test("a choice of columns with a control character in any field, or for another address, gets 400", async () => {
  const before = await barn.lastCommit();
  const refused: Record<string, string>[] = [
    { screen: "/services/x", to: "/services/x" },
    ...["/services/../../evil", "//services", "/services/new", "https://evil.example/services", "/services\\", ""].map(
      (to) => ({ to }),
    ),
    ...["\r", "\n", "\0", "\r\nSet-Cookie: a=b"].flatMap((text) => [
      ...["screen", "to", "column", "shown", "other"].map((field) => ({ [field]: text })),
      ...[{ screen: `/services${text}` }, { to: `/services?q=a${text}` }, { column: `price${text}` }],
      ...[{ screen: `/services/${text}`, to: `/services/${text}` }, { [`to${text}`]: "" }],
    ]),
  ];
  for (const change of refused)
    expect([change, (await barn.post("/columns", { ...columns, ...change }, admin)).status]).toEqual([change, 400]);
  expect(await barn.lastCommit()).toBe(before);
  expect(barn.log).toEqual([]);
});

test.each([
  ["/services?q=馬", "/services?q=%E9%A6%AC"],
  ["/services?q=a%0d%0ab", "/services?q=a%0D%0Ab"],
  ["/services?sort=-price&view=all&junk=1", "/services?sort=-price&view=all"],
  ["/services#x", "/services"],
])("after a choice of columns, the address %j is written as %j", async (to, location) => {
  const response = await barn.post("/columns", { ...columns, to }, admin);
  expect([response.status, response.headers.get("Location")]).toEqual([303, location]);
});

/** Requests a path as it is: fetch would change backslashes and dots. */
function send(
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<{ status: number; location: string | undefined; body: string }>((done, fail) => {
    const { hostname, port } = new URL(barn.url);
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
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
  ..."/%5C /%5c /\\ /%5C%5Cevil.example /%5Cevil.example/x /\\evil.example".split(" "),
  ..."// /// //evil.example //evil.example/horses //horses /%2F%2Fevil.example /%2Fevil.example".split(" "),
  ..."/%00 /%0D%0ALocation:%20x /% /%E0%A4%A /%ED%A0%80 /@evil.example".split(" "),
  ..."/%5C.data //evil.example.data /%.data /nowhere/%5C".split(" "),
];
const BELOW_A_SCREEN = [
  "/horses/%5C",
  "/horses/%00/edit",
  "/horses/%E0/edit",
  "/horses/%5C/edit",
  "/billing/exports/%E0",
];

test("strange paths get 4xx without a redirect or a line in the log", async () => {
  const form = { Origin: barn.url, "Content-Type": "application/x-www-form-urlencoded" };
  const expectRefused = async (path: string, method: string, headers: Record<string, string>) => {
    const { status, location } = await send(path, { method, headers });
    expect([path, method, status >= 400 && status < 500, location]).toEqual([path, method, true, undefined]);
  };
  for (const [n, path] of STRANGE_PATHS.entries()) {
    await expectRefused(path, "GET", {});
    await expectRefused(path, n % 2 ? "HEAD" : "GET", admin);
    await expectRefused(path, "POST", n % 2 ? form : { ...form, ...admin });
  }
  for (const path of BELOW_A_SCREEN) await expectRefused(path, "GET", admin);
  expect(barn.log).toEqual([]);
});

test("the old data parameter of Remix gets 400 at every address, without a line in the log", async () => {
  const routeIds = ["", "root", "/", "/horses", "routes/shell/live/route", "anything", "%00"];
  const paths = "/ /horses /horses.data /horses/new /columns /auth/google /nowhere /_root.data".split(" ");
  for (const [n, path] of paths.entries()) {
    for (const i of [n, n + 3]) {
      const id = routeIds[i % routeIds.length];
      const { status, location } = await send(`${path}?_data=${id}`, { headers: i % 2 ? {} : admin });
      expect([path, id, status, location]).toEqual([path, id, 400, undefined]);
    }
    expect((await barn.post(`${path}?_data=root`, "", admin)).status).toBe(400);
  }
  expect(barn.log).toEqual([]);
});
