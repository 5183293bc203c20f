import { Link } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { Dismiss } from "#app/ui/controls/dismiss.tsx";
import type { Todo } from "./situation.ts";

type TodoListProps = { todos: Todo[]; isNew: boolean; idempotencyKey: string; back: string };

/** The to-dos, each with a link to where it is done. The first link is the primary action of the page, unless the barn is new. */
export function TodoList({ todos, isNew, ...form }: TodoListProps) {
  const main = !isNew && todos.find(({ to }) => to);
  return (
    <section aria-labelledby="todo" className="todos">
      <h2 id="todo" className="font-semibold">
        To do today
      </h2>
      {todos.length === 0 && (
        <p className="mt-2 text-sm/normal text-muted">
          Nothing needs doing today. Payroll, billing, exports and corrections are up to date.
        </p>
      )}
      <ul>
        {todos.map((todo) => (
          <li key={todo.id}>
            <p className="todo-text">
              <span className="font-medium">{todo.text}</span>{" "}
              <span className="todo-note">
                {todo.note && <span>{todo.note}</span>} {todo.list && <Link to={todo.list.to}>{todo.list.text}</Link>}
              </span>
            </p>
            {todo.amount && <b className="todo-amount">{todo.amount}</b>}
            {todo.dismiss && <Dismiss {...todo.dismiss} {...form} />}
            {todo.to && (
              <Link to={todo.to} className={todo === main ? button.primary : button.secondary}>
                {todo.action}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
