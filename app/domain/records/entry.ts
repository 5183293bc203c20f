import { inSentence } from "#app/domain/activity/activity.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { describeList } from "#app/domain/fields/field.ts";
import { readOnly, readOnlyDate, readOnlyText } from "#app/domain/fields/field-kinds.ts";

/** A change in the list. */
export type ActivityRow = {
  /** The idempotency key of the change. */
  id: string;
  seq: number;
  date: LocalDate;
  /** The time of day in New York. */
  time: string;
  actor: string;
  action: string;
  /** The names of the first three records. */
  records: string;
  /** The changed fields, before and after. */
  changes: string;
  /** The table of the records, and the first of them. */
  kind: string;
  /** The instant of a change that was made offline and arrived later, in UTC (ISO 8601); otherwise null. */
  madeAt: string | null;
  recordId: string | null;
  /** Whether the change can be undone, and no later change depends on it. */
  canUndo: boolean;
};

/** The fields of a change (docs/product.md, 'Activity'). */
export const entry = describeList<ActivityRow, "kind" | "madeAt" | "recordId" | "canUndo">()(
  {
    path: "/activity",
    noun: "change",
    search: "Search activity...",
    empty: {
      title: "No Activity",
      text: "Changes of records show here as people make them",
      way: { to: "/horses/new", label: "Add a horse" },
    },
    defaultSort: "-date",
    nameOf: ({ action, records }) => `${inSentence(action)}: ${records}`,
  },
  {
    action: readOnly("Action", inSentence, { sortable: false }),
    records: readOnlyText("Record", { width: "w-40", sortable: false, phone: "fact" }),
    changes: readOnlyText("Changes", {
      width: "w-64",
      stays: true,
      sortable: false,
      searchable: false,
    }),
    actor: readOnly("Person", inSentence, { width: "w-48", sortable: false, phone: "fact" }),
    date: readOnlyDate("Date", { width: "w-25", phone: "end" }),
    time: readOnlyText("Time", {
      width: "w-22",
      sortable: false,
      searchable: false,
      phone: "state",
      align: "date",
    }),
  },
);
