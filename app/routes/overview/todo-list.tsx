import { Link } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import type { Todo } from "./situation.ts";

/** The to-dos, each with a link to where it is done. With `isMain` the first link is the primary action of the page. */
export function TodoList({ todos, isMain }: { todos: Todo[]; isMain: boolean }) {
  const main = isMain && todos.find(({ to }) => to);
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
                <span>{todo.note}</span> {todo.list && <Link to={todo.list.to}>{todo.list.text}</Link>}
              </span>
            </p>
            {todo.amount && <b className="todo-amount">{todo.amount}</b>}
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
