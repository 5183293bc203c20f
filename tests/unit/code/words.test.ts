import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/* The words of the screens: phrases that were once shown, and what a barn office says instead. */

const INSTEAD: readonly (readonly [avoid: RegExp, say: string])[] = [
  [/\b(make it now|made by itself)\b/i, "Run payroll; Runs automatically every Monday"],
  [/\bmark all due\b/i, "Mark due payments as paid"],
  [/\btake back\b|\btaken back\b/i, "Undo"],
  [/\bmake weekly payroll\b|\bscheduled payroll\b/i, "Run payroll; ran automatically"],
  [/\bnames? that QuickBooks takes\b/i, "Names QuickBooks will merge"],
  [/\bthe bill’s value\b|\bquantity × value\b/i, "$130 for both; $130 each"],
  [/\bits own date\/|\bone date per invoice\b/i, "Date every line; Date each invoice"],
  [/\bvalue follows quantity\b/i, "Update value when quantity changes"],
  [/\bleft out unless\b|\bleave (it|the|these|this) .{0,20}out\b/i, "Skipped. Tick to include; Skip"],
  [/\bprorate part months\b/i, "Prorate partial months"],
  [/\bno changes of the owner\b/i, "No changes yet"],
  [/\d\}? in all\b|\btogether:/i, "total; Total"],
  [/\bfrom before \$\{|\bnot invoiced -/i, "Earlier, not invoiced; Credit to come"],
  [/\bpayments are not on\b/i, "Does not include payments received"],
  [/\bnot saved yet: it is sent\b|\blists from \$\{/i, "Saved on this phone; Horses and services as of"],
  [/\brecently deleted\b|\bamiss\b/i, "Trash; the title of the error"],
  [/\bcom(e|es|ing) in\b|\bcame in\b/i, "Imported; were skipped"],
  [/\bthe system before\b/i, "your old system"],
  [/\bimport as it says\b|\bfiles and hayloft\b/i, "Import anyway; Totals match"],
  [
    /\bdoes not say in its name\b|\bis neither florida\b/i,
    "What is in this file?; Location must be Florida or Long Island",
  ],
  [/\b(any ?one|who)ever has\b|\bit shows no statement\b/i, "Anyone with the link can read it; This link has expired"],
  [/\bas it is (when|today)\b|\bpage shows the statement\b/i, "Link shows: always the latest; today’s version"],
  [/\bend its links\b|\blinks? works?\b|\bworking links?\b/i, "Turn off these links; 2 active links"],
  [/\bto be corrected\b/i, "credit to come"],
  [/\bno question is open\b|\banswered without a reply\b|\bopen again\b/i, "No open questions; Reopen"],
  [/\bdrop what you\b|\bpasses these filters\b/i, "Discard changes?; No matches"],
  [
    /\bleft before it came\b|\bleft before the first\b|\bfirst day is after\b/i,
    "Check-out is before check-in; From is after To",
  ],
  [/\bboard is billed\b|\bof a new horse\b/i, "Bill boarding; New horse: boarding"],
  [/\b(any more|meanwhile|anew)\b/i, "no longer; again"],
  [/\bthat begins? (on|from)\b/i, "Week of"],
  [/\b(an|the|this|your|no|by) emails?\b|\bemail address\b/, "e-mail"],
  [/(?<!Showing (active|all) )\bemployees?\b/i, "groom"],
  [/(?<!horses )\bin property\b|\bin the property\b/i, "on the property; arrives"],
  [/: (State|Kind)$/, "Status; Type"],
  [
    /: (Fine|Not owed|Far above the usual)$|: Not the owner's/,
    "It's OK; Don't bill; Unusually high; Billed to a former owner",
  ],
  [
    /\blog another for\b|\bpayroll is due\b|\bbring in your data\b/i,
    "Same horse; Run payroll; Import your spreadsheet",
  ],
  [
    /\bwhat exported bills lacked\b|\bdoes not know whether\b|\blook at (it|them) as\b/i,
    "Enter these in QuickBooks; Load the page again",
  ],
];

/** The headings of other systems are in their words. */
const FILES = ts.sys.readDirectory("app", [".ts", ".tsx"]).filter((path) => !path.endsWith("/import-columns.ts"));

const TEXTS = FILES.flatMap((path) => {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      texts.push(node.text);
    if (ts.isTemplateExpression(node)) texts.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts.map((text) => `${path}: ${text.replace(/\s+/g, " ").trim()}`);
});

test.each(INSTEAD)("no text of the app says %s; it says: %s", (avoid) => {
  expect(TEXTS.filter((text) => avoid.test(text))).toEqual([]);
});
