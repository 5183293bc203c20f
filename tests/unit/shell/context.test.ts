import { expect, test } from "vitest";
import { createLoadContext, type WorkerScope } from "#app/worker/context.ts";
import { DEPLOYED } from "#tests/support/commands/deployed.ts";

const MAIL = { MAIL_URL: "https://api.mail.example/emails", MAIL_KEY: "the-key", MAIL_FROM: "office@barn.example" };

test("a request can send mail if the worker has a mail provider and a queue", async () => {
  const contextOf = (variables: object) => {
    const env = { ...DEPLOYED, VERSION: { id: "1" }, ...variables };
    const scope = { env, nonce: "", log: {}, ctx: {} } as unknown as WorkerScope;
    return createLoadContext(new Request("https://barn.example/"), scope);
  };
  expect((await contextOf({ MAIL_QUEUE: {} })).mail).toBe(null);
  expect((await contextOf(MAIL)).mail).toBe(null);
  expect((await contextOf({ ...MAIL, MAIL_QUEUE: {} })).mail).not.toBe(null);
});
