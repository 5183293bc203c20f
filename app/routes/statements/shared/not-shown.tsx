import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import { Letterhead } from "#app/ui/record/statement-head.tsx";
import type { Shared } from "./read.ts";

type NotShownProps = {
  /** 'unreachable': a question could not be saved, because the database does not answer. */
  state: Exclude<Shared["state"], "shown"> | "unreachable";
  barn?: BarnDetails;
  /** The form of the question that was not saved. */
  children: ReactNode;
};

const UNREADABLE = "The statement cannot be read now";

const REASONS: { [State in NotShownProps["state"]]: [title: string, text: string] } = {
  ended: ["This link has expired", "Ask the barn for a new one:"],
  "too long": ["This statement is too long to show here", "Ask the barn for it in shorter parts:"],
  unknown: [
    "There is no statement at this address",
    "Part of the address may be missing. Copy all of it, or ask the barn for a new link.",
  ],
  "too many": ["Too many pages were opened", "Wait a minute, then load this page again."],
  unreachable: [UNREADABLE, "Try again in a moment."],
};

/** Why there is no statement and, if the link has ended, how to reach the barn. */
export function NotShown({ state, barn, children }: NotShownProps) {
  const [title, text] = REASONS[state];
  return (
    <main className="statement shared-statement">
      <h1 className="page-title">{title}</h1>
      <p className="my-4">{text}</p>
      {barn && <Letterhead {...barn} />}
      {children}
    </main>
  );
}

/** The error page of a shared statement. Like the statement it has no navigation of Hayloft. */
export function NotRead() {
  const error = useRouteError();
  const isOutage = isRouteErrorResponse(error) && error.status === 503;
  return (
    <main className="statement shared-statement">
      <h1 className="page-title">{isOutage ? UNREADABLE : "Something went wrong"}</h1>
      <p className="mt-3 text-muted">Load this page again in a moment.</p>
    </main>
  );
}
