/** Why a change cannot be undone, by the guard that stands in the way (docs/product.md, 'Undo'): a sentence, and a few words for a list. */
export const OBSTACLES = {
  undone: { sentence: "This was undone already.", short: "Undone" },
  archived: { sentence: "This is too old to be undone.", short: "Too old" },
  exported: {
    sentence: "Some bills of this run are exported, so it cannot be undone.",
    short: "Exported: can't be undone",
  },
  "billed-since": { sentence: "Some of it was billed again, so it stays undone.", short: "" },
  "run-undone": {
    sentence: "The run that made it was undone, so it stays as it is.",
    short: "",
  },
  "show-billed": {
    sentence: "The show has another bill, so the voided bill stays voided. Void the other bill first.",
    short: "",
  },
  "billed-again": {
    sentence: "The horse was billed for that month again, so the voided bill stays voided. Void the other bill first.",
    short: "",
  },
  "paid-again": {
    sentence: "The groom has another salary of that week, so this one stays deleted. Delete the other one first.",
    short: "",
  },
  "marked-again": { sentence: "It was marked again, so there is nothing to undo.", short: "" },
  paid: {
    sentence: "Some items of this run are paid, so it cannot be undone. Mark them unpaid first if they were not paid.",
    short: "Has paid items",
  },
  "later-run": { sentence: "Payroll ran again after this run. Undo the later runs first.", short: "" },
  "made-nothing": { sentence: "This run added no items, so there is nothing to undo.", short: "Nothing to undo" },
  "unknown-before": {
    sentence: "This run cannot be undone: Hayloft does not know when payroll ran before it.",
    short: "Earlier run unknown",
  },
  "run-since": {
    sentence: "Payroll ran, or another run was undone, after that, so this run stays undone.",
    short: "",
  },
  "salary-since": {
    sentence: "A salary was added for one of these weeks since, so this run stays undone.",
    short: "",
  },
  imported: {
    sentence: "These bills were exported before they came to Hayloft, so they stay exported.",
    short: "",
  },
  corrected: {
    sentence:
      "Bills of this export have corrections, so its file was imported and it cannot be voided. Undo the corrections first if it was not.",
    short: "",
  },
  entered: {
    sentence: "This correction is entered in QuickBooks, so it stays. Correct the bill once more.",
    short: "",
  },
  "corrected-again": {
    sentence: "The bill was corrected again after this correction. Undo the later one first.",
    short: "",
  },
  "number-used": {
    sentence: "Bills were exported since, and that number is used, so the next invoice number stays.",
    short: "",
  },
  "merged-billed": {
    sentence:
      "Bills, shows or credits were added for what came with the merged customer since, so the customers stay one. Void or delete these first.",
    short: "",
  },
  "merged-export-voided": {
    sentence: "An export with bills of the merged customer was voided since, so the customers stay one.",
    short: "",
  },
  used: { sentence: "Other records refer to this one, so it stays. Delete it instead.", short: "" },
} as const satisfies Record<string, { sentence: string; short: string }>;

export type Obstacle = keyof typeof OBSTACLES;
