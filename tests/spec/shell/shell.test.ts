import { expect } from "vitest";
import { SPEC_ADMIN, VISITOR } from "#tests/spec/barn.ts";
import { type Step, spec, step } from "#tests/spec/spec.ts";
import { after, at } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";

/** The addresses of the management screens, their entries in the sidebar and their titles. */
const SCREENS = [
  ["/horses", "Horses", "Horses"],
  ["/customers", "Customers", "Customers"],
  ["/services", "Services", "Services"],
  ["/grooms", "Grooms", "Grooms"],
  ["/shows", "Horse Shows", "Shows"],
  ["/billing", "Billing", "Billing"],
  ["/payroll", "Payroll", "Payroll"],
  ["/payroll-summary", "Payroll Summary", "Payroll Summary"],
  ["/accounts", "Accounts", "Accounts"],
] as const;
const ENTRIES = SCREENS.map(([, entry]) => entry);

const sentAway = SCREENS.map(([path]) =>
  step(
    (person) => person.follows(path),
    [`${path} leads to the Service Form`, (found) => expect(found.path).toBe("/")],
    [`nothing of ${path} is sent`, ({ html }) => expect(html).not.toMatch(/x\.example|555-01|\$\d/)],
  ),
);

const onlyTheForm: Step = step(
  at("/"),
  the.title("Service Form"),
  the.hasButtons("Input Form"),
  ...ENTRIES.map((entry) => the.noButton(entry)),
);

spec(
  "§2 Shell, signed out",
  [onlyTheForm, step((person) => person.sees(), the.hasButtons("Sign in")), ...sentAway],
  null,
);

spec("§6 Shell, signed in without being an admin", [onlyTheForm, ...sentAway], VISITOR);

spec("§2 Shell, an admin", [
  step(
    at("/"),
    ...["Input Form", ...ENTRIES].map((entry) => [
      [
        `the sidebar has the entry '${entry}'`,
        ({ things }: { things: { role: string; name: string }[] }) =>
          expect(things.find(({ role, name }) => role === "link" && the.isCalled(name, entry))).toBeDefined(),
      ] as const,
    ]),
    [
      "the entries of the sidebar are in the order of the specification",
      ({ things }) => {
        const links = things.filter(({ role }) => role === "link").map(({ name }) => name);
        const found = links.flatMap(
          (name) => ["Input Form", ...ENTRIES].find((entry) => the.isCalled(name, entry)) ?? [],
        );
        expect(found).toEqual(["Input Form", ...ENTRIES]);
      },
    ],
    ["the foot of the sidebar shows the initial of the user", ({ text }) => expect(text.split("\n")).toContain("A")],
    the.showsTexts(SPEC_ADMIN.name, SPEC_ADMIN.email),
  ),
  step(
    after((person) => person.presses(new RegExp(SPEC_ADMIN.email))),
    the.hasButtons("Sign out"),
  ),
  ...SCREENS.map(([path, , title]) =>
    step(
      (person) => person.follows(path),
      [`${path} is a screen of its own`, (found) => expect([found.status, found.path]).toEqual([200, path])],
      [`the screen ${path} is called '${title}'`, ({ html }) => expect(html).toContain(`>${title}<`)],
    ),
  ),
]);

spec(
  "§2 Shell, an admin with a small screen",
  [
    step(at("/horses"), the.hasButtons("Open navigation"), the.noButton("Grooms")),
    step(
      after((person) => person.presses("Open navigation")),
      the.hasButtons("Close navigation", "Grooms", "Accounts"),
    ),
    step(
      after((person) => person.presses("Close navigation")),
      the.noButton("Grooms"),
    ),
    step(
      after((person) => person.presses(/account/i)),
      the.hasButtons("Sign out"),
    ),
  ],
  SPEC_ADMIN,
  { width: 390, height: 844 },
);
