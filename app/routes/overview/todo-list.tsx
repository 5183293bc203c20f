import { Link } from "@remix-run/react";
import type { Todo } from "#app/domain/todos.ts";
import { button } from "#app/ui/controls/button.tsx";

/** What needs doing today, each with the way to do it. */
export function TodoList({ todos }: { todos: Todo[] }) {
  return (
    <section aria-labelledby="todo" className="todos">
      <h2 id="todo" className="font-semibold">
        To do today
      </h2>
      {todos.length === 0 && <p className="mt-2 text-sm/normal text-muted">Nothing needs doing today.</p>}
      <ul>
        {todos.map(({ id, text, note, to, action, list }) => (
          <li key={id}>
            <p className="min-w-0 grow">
              <span className="block font-medium wrap-anywhere">{text}</span>
              <span className="text-sm/normal text-muted wrap-anywhere">
                {note}
                {list && (
                  <>
                    {" "}
                    <Link to={list.to} className="link">
                      {list.text}
                    </Link>
                  </>
                )}
              </span>
            </p>
            {to && (
              <Link to={to} className={button.secondary}>
                {action}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
