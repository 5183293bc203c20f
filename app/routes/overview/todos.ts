import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { nameOfMonth } from "#app/domain/basics/months.ts";
import { pluralize, withVerb } from "#app/domain/basics/pluralize.ts";
import { describeLastBackup, lateBackup } from "#app/domain/overview/backups.ts";
import { nameOfPeriod } from "#app/domain/statements/statement.ts";
import { describeUnsent } from "#app/domain/statements/statement-state.ts";
import { afterExportTodos, billingTodos, boardTodos, findingsTodo } from "./billing-todos.ts";
import { groomsTodo, paymentTodos, payrollTodo, waitingTodo } from "./payroll-todos.ts";
import { joinNames, type Situation, type Todo } from "./situation.ts";

/* The to-dos of the Overview in words (docs/product.md, 'Overview'). */

/** Questions of customers about shared statements. */
function questionsTodo({ questions: { count, customers } }: Situation): Todo | null {
  if (count === 0) return null;
  return {
    id: "questions",
    text: `${pluralize(count, "question")} about statements`,
    note: `${joinNames(customers)}.`,
    to: "/customers/questions",
    action: "Answer",
  };
}

/** Statements that the mail provider has refused, or did not confirm. */
const unsentTodos = ({ unsent }: Situation): Todo[] =>
  unsent.map(({ first, last, refused, unconfirmed }) => ({
    id: `unsent-${first}-${last}`,
    text: `Statements for ${nameOfPeriod({ first, last })}: ${describeUnsent({ refused, unconfirmed })}`,
    note: "The list says why.",
    to: `/customers/statements?from=${first}&to=${last}`,
    action: "Statements",
  }));

/** Entries that customers have not seen on the statement of their month. */
const lateTodos = ({ lateEntries }: Situation): Todo[] =>
  lateEntries.map(({ month, count, sum }) => ({
    id: `late-${month}`,
    text: `${withVerb(count, "entry", "entries")} for ${nameOfMonth(month)} came after its statements`,
    amount: formatDollars(sum),
    note: "They are on the next statement, too.",
    to: `/customers/statements?month=${month}`,
    action: "Statements",
  }));

/** Overdue daily backups. */
function backupTodo({ backups }: Situation, now: Date): Todo | null {
  const late = lateBackup(backups, now);
  if (late === null) return null;
  const help = "Ask the person who runs Hayloft: its log has the reason.";
  return late === "never"
    ? { id: "backup", text: "No backup has been made yet", note: `One is made each night. ${help}` }
    : {
        id: "backup",
        text: `No backup for ${pluralize(late, "day")}`,
        note: `${describeLastBackup(backups)}. ${help}`,
      };
}

/** Pages that fail for several people. */
const failingTodos = ({ failing }: Situation): Todo[] =>
  failing.map(({ route, people }) => ({
    id: `failing-${route}`,
    text: `Hayloft failed for ${people} people within an hour`,
    note: `At ${route}. What was not confirmed is not saved. Ask the person who runs Hayloft: its log has the reason.`,
  }));

/** The to-dos, the most urgent first. `now` is the instant of the request, `today` its day in New York. */
export function todosOf(situation: Situation, today: LocalDate, now: Date): Todo[] {
  return [
    ...failingTodos(situation),
    payrollTodo(situation, now),
    ...paymentTodos(situation, today),
    groomsTodo(situation, now),
    waitingTodo(situation, today),
    ...boardTodos(situation, today),
    ...billingTodos(situation),
    findingsTodo(situation),
    ...afterExportTodos(situation),
    questionsTodo(situation),
    ...unsentTodos(situation),
    ...lateTodos(situation),
    backupTodo(situation, now),
  ].filter((todo) => todo !== null);
}
