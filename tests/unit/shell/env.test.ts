import { expect, test } from "vitest";
import { type Env, MAIL_VARIABLES, REQUIRED_VARIABLES, validateEnv } from "#app/server/env.ts";
import { DEPLOYED } from "#tests/support/commands/deployed.ts";

const APP = new URL("https://barn.example/");
const LOOPBACK = new URL("http://127.0.0.1:8787/");

/** What is wrong with these variables and those of a deployment. */
function problemsOf(variables: Record<string, string>, url = APP): string[] {
  const env = validateEnv({ ...DEPLOYED, ...variables } as unknown as Env, url);
  return "invalid" in env ? env.invalid : [];
}

test("the variables of a deployment are accepted", () => expect(problemsOf({})).toEqual([]));

test.each(REQUIRED_VARIABLES)("%s is required", (name) =>
  expect(problemsOf({ [name]: "" })).toEqual([`${name} is missing`]),
);

test.each([
  ["DATABASE_URL", "barn.turso.example", "must begin with libsql://, https:// or http://"],
  ["DATABASE_URL", "wss://barn.turso.example", "must begin with libsql://, https:// or http://"],
  ["DATABASE_URL", "libsql://barn.turso.example ", "has a blank"],
  ["DATABASE_URL", "libsql://barn turso.example", "has a blank"],
  ["DATABASE_URL", "https://", "is no address"],
  ["DATABASE_URL", "libsql://barn.turso.example?tls=1", 'must end before its "?" or "#"'],
  ["DATABASE_URL", "https://barn.turso.example#main", 'must end before its "?" or "#"'],
  ["DATABASE_AUTH_TOKEN", "the-token\n", "has a blank"],
  ["SESSION_SECRET", "only thirty-one characters long", "must have at least 32 characters"],
  ["LOCAL_ISSUER", "no address", "must not be set"],
  ["LOCAL_ISSUER", "http://127.0.0.1:8789", "must not be set"],
  ["LOCAL_ISSUER", "https://login.example", "must not be set"],
  ["FIRST_ADMIN_CODE", "K7QF-3MXD", "must not be set"],
  ["HEARTBEAT_MS", "200", "must not be set"],
  ["DATABASE_LIMIT_MS", "30000", "must not be set"],
])("%s = '%s' %s", (name, value, problem) => expect(problemsOf({ [name]: value })).toEqual([`${name} ${problem}`]));

const MAIL = {
  MAIL_URL: "https://api.mail.example/emails",
  MAIL_KEY: "re_the-key",
  MAIL_FROM: "Hayloft Barn <office@barn.example>",
};

test("a worker has all variables of a mail provider or none", () => {
  expect(problemsOf(MAIL)).toEqual([]);
  expect(problemsOf({ MAIL_URL: "", MAIL_KEY: "", MAIL_FROM: "" })).toEqual([]);
  for (const name of MAIL_VARIABLES) {
    expect(problemsOf({ ...MAIL, [name]: "" })).toEqual([`${name} is missing`]);
    const others = MAIL_VARIABLES.filter((each) => each !== name);
    expect(problemsOf({ [name]: MAIL[name] })).toEqual(others.map((each) => `${each} is missing`));
  }
});

const ADDRESS = "must be an address that begins with https://";
const SENDER = "must be an address or Name <address>, on one line";
const KEY = "has a blank or a character outside of ASCII";

test.each([
  ["MAIL_URL", "api.mail.example/emails", ADDRESS],
  ["MAIL_URL", "http://api.mail.example/emails", ADDRESS],
  ["MAIL_URL", "ftp://127.0.0.1/emails", ADDRESS],
  ["MAIL_URL", "https://api.mail.example/emails ", ADDRESS],
  ["MAIL_URL", "https://name:password@api.mail.example/emails", ADDRESS],
  ["MAIL_KEY", "two words", KEY],
  ["MAIL_KEY", "the-key\n", KEY],
  ["MAIL_KEY", "the-kéy", KEY],
  ["MAIL_FROM", "Hayloft Barn", SENDER],
  ["MAIL_FROM", "Hayloft Barn <office@barn>", SENDER],
  ["MAIL_FROM", "Hayloft Barn <office@barn.example", SENDER],
  ["MAIL_FROM", "Hayloft Barn <office@barn.example>, eve@evil.example", SENDER],
  ["MAIL_FROM", "Barn, Hayloft <office@barn.example>", SENDER],
  ["MAIL_FROM", "Hayloft\r\nBcc: eve@evil.example <office@barn.example>", SENDER],
  ["MAIL_FROM", "office@barn.example\n", SENDER],
  ["MAIL_FROM", "a@barn.example, b@barn.example", SENDER],
  ["MAIL_FROM", `${"x".repeat(400)} <office@barn.example>`, SENDER],
])("%s = '%s' %s", (name, value, problem) =>
  expect(problemsOf({ ...MAIL, [name]: value })).toEqual([`${name} ${problem}`]),
);

test.each([
  ["MAIL_URL", "http://127.0.0.1:9300/emails"],
  ["MAIL_URL", "http://localhost:9300/emails?region=eu"],
  ["MAIL_FROM", "office@barn.example"],
  ["MAIL_FROM", '"Barn, Hayloft" <office@barn.example>'],
  ["MAIL_FROM", "Gestüt Grüner Hof <büro@hof.example>"],
])("%s may be '%s'", (name, value) => expect(problemsOf({ ...MAIL, [name]: value })).toEqual([]));

test.each([
  ["LOCAL_ISSUER", "an issuer on loopback too", "http://127.0.0.1:8789", "https://login.example"],
  ["FIRST_ADMIN_CODE", "a code of the first admin as long as those of npm start", "K7QF-3MXD", "K7"],
  ["HEARTBEAT_MS", "an interval of its heartbeats", "200", "0"],
  ["DATABASE_LIMIT_MS", "a limit of the database's time", "30000", "0"],
])("on loopback the app may have %s: %s", (name, _, right, wrong) => {
  expect(problemsOf({ [name]: right }, LOOPBACK)).toEqual([]);
  expect(problemsOf({ [name]: wrong }, LOOPBACK)).toEqual([`${name} must not be set`]);
});
