import { Form, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import {
  createContext,
  type MutableRefObject,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
} from "react";
import type { Redirected } from "#app/domain/answers.ts";
import { useFormAddress } from "./list-search.ts";
import { useSave } from "./use-save.ts";

type Answer = Partial<Redirected> & { problem?: string; unreachable?: boolean };

type Address = { pathname: string; search: string };

const SendContext = createContext<((form: FormData) => void) | null>(null);

/** Gives the forms below it the `send` of `useRowAction`. */
export const RowActionProvider = SendContext.Provider;

/** Follows the redirect of a save in a row that a navigation has overtaken. The list replaces it. */
export const FollowContext = createContext<MutableRefObject<(redirected: Redirected["redirected"]) => void> | null>(
  null,
);

/**
 * A form that does something to one row. The list sends it by a fetcher: the router aborts the submission of a form when a
 * navigation starts, be it a click, a search that was just typed or a dialog that closes, and the action is lost.
 */
export function RowActionForm({ id, className, children }: { id?: string; className?: string; children: ReactNode }) {
  const send = useContext(SendContext);
  return (
    <Form
      id={id}
      method="post"
      action={useFormAddress()}
      className={className}
      onSubmit={(event) => {
        if (!send) return;
        event.preventDefault();
        send(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter));
      }}
    >
      {children}
    </Form>
  );
}

/** Sends the row actions of a list and follows their redirects; `refused` is the answer to the last one, if it was refused. `search` is the list's. */
export function useRowAction(search: string) {
  const { pending, answer, save } = useSave<Answer>(`.${search}`);
  const location = useLocation();
  const goesTo = useNavigation().location ?? location;
  const navigate = useNavigate();
  const follow = useRef((_: Redirected["redirected"]) => {});
  follow.current = (redirected) => {
    const next = addressAfter(redirected, goesTo);
    if (next) navigate(next, { replace: isSame(next, location) });
  };

  useEffect(() => {
    if (!pending && answer?.redirected) follow.current(answer.redirected);
  }, [pending, answer]);

  /** The refusal stands until the page goes somewhere else. */
  const answered = useRef({ answer, key: goesTo.key });
  if (answered.current.answer !== answer) answered.current = { answer, key: goesTo.key };
  return {
    // The whole list follows what is sent: the press need not wait for it.
    send: (form: FormData) => startTransition(() => save(form)),
    follow,
    refused: answered.current.key === goesTo.key ? answer : undefined,
  };
}

/**
 * Where the page goes after a redirect. The person may have searched, opened a dialog or closed one since: the page stays
 * there, and takes over only what the redirect changed in the search of the list's address. Null on another screen.
 */
export function addressAfter({ from, to }: Redirected["redirected"], goesTo: Address): Address | null {
  const before = new URL(from);
  const { pathname, search, searchParams } = new URL(to, from);
  if (pathname !== before.pathname) return { pathname, search };
  if (!`${goesTo.pathname}/`.startsWith(`${pathname}/`)) return null;
  const params = new URLSearchParams(goesTo.search);
  for (const name of new Set([...before.searchParams.keys(), ...searchParams.keys()])) {
    const value = searchParams.get(name);
    if (value === before.searchParams.get(name)) continue;
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return { pathname: goesTo.pathname, search: `${params}` };
}

const isSame = (one: Address, other: Address) =>
  one.pathname === other.pathname && `${new URLSearchParams(one.search)}` === `${new URLSearchParams(other.search)}`;
