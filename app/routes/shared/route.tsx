import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import type { BarnDetails } from "#app/domain/barn-details.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import { openFirst, openingOf } from "#db/queries/statement-links.ts";
import { SharedLines } from "./lines.tsx";
import { keysOf, readShared, type Shared } from "./read.ts";

const STATUS: { [State in Shared["state"]]: number } = {
  shown: 200,
  ended: 410,
  "too long": 200,
  unknown: 404,
  "too many": 429,
};

/** Shows a statement to whoever has the address of its link (docs/product.md, 'Shared statements'). */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const shared = await readShared(args);
  if (shared.state !== "shown") return data({ title: "Statement", ...shared }, STATUS[shared.state]);
  const { link, shown } = shared;
  if (request.method === "GET") context.afterResponse(() => countOpening(link, context));
  const keys = await keysOf(link, shown);
  const horses = shown.horses.map((horse) => ({
    ...horse,
    lines: horse.lines.map((line) => ({ ...line, key: keys.get(line.key) ?? "" })),
  }));
  const { barn, customer, period, asOf, sums } = shown;
  return data({
    state: shared.state,
    title: `Statement of ${period} – ${barn.name}`,
    ...{ barn, customer, period, asOf, sums, horses },
    endsOn: link.endsOn,
    isFrozen: link.frozen !== null,
  });
}

/** Two first openings at once are one change and one more opening. */
async function countOpening(
  { id, opened }: { id: string; opened: number },
  { connect, now }: LoaderFunctionArgs["context"],
): Promise<void> {
  const isFirst = opened === 0 && (await connect().write(openFirst(id, now))) === "written";
  if (!isFirst) await connect().commit(openingOf(id, now));
}

export default function SharedPage() {
  const shared = useLoaderData<typeof loader>();
  if (shared.state !== "shown") return <NotShown {...shared} />;
  const { barn, customer, period, asOf, sums, horses, endsOn, isFrozen } = shared;
  return (
    <main className="statement shared-statement">
      <header className="statement-head">
        <div>
          <p className="text-lg font-semibold">{barn.name}</p>
          <p>{barn.address}</p>
        </div>
        <div>
          <h1 className="page-title">Statement</h1>
          <p className="font-medium">{period}</p>
          <p className="text-sm text-muted">As of {formatUsDate(asOf)}</p>
        </div>
        <div className="shared-for">
          <div>
            <p className="text-sm text-muted">For</p>
            <p className="font-semibold">{customer}</p>
          </div>
          <div>
            <p className="text-sm text-muted">Total</p>
            <p className="shared-total">{formatDollars(sums.find(([, , isStrong]) => isStrong)?.[1] ?? 0)}</p>
          </div>
        </div>
      </header>
      <SharedLines horses={horses} />
      <table className="record-table statement-sums" aria-label="Sums">
        <tbody>
          {sums.map(([label, amount, isStrong]) => (
            <tr key={label} className={isStrong ? "strong" : undefined}>
              <th scope="row">{label}</th>
              <td className="end">{formatDollars(amount)}</td>
            </tr>
          ))}
        </tbody>
        <caption className="caption-bottom pt-3 text-left text-sm text-muted">
          Does not include payments received.
        </caption>
      </table>
      <footer className="mt-10 text-sm text-muted print:hidden">
        <p>
          {isFrozen
            ? `This page stays as it was on ${formatUsDate(asOf)}.`
            : "This page shows the statement as it is now; load it again to see what has changed."}{" "}
          Its link works until {formatUsDate(endsOn)}.
        </p>
      </footer>
    </main>
  );
}

type NotShownProps = { state: Exclude<Shared["state"], "shown">; barn?: BarnDetails };

const REASONS: { [State in NotShownProps["state"]]: [title: string, text: string] } = {
  ended: ["This link has ended", "It shows no statement any more. Ask for a new one:"],
  "too long": ["This statement is too long to be shown here", "Ask for it in shorter parts:"],
  unknown: [
    "There is no statement at this address",
    "Part of the address may be missing. Copy all of it, or ask for a new link.",
  ],
  "too many": ["Too many pages were opened", "Wait a minute, then load this page again."],
};

/** Why there is no statement and, of a link that has ended, how to reach the barn. */
function NotShown({ state, barn }: NotShownProps) {
  const [title, text] = REASONS[state];
  return (
    <main className="statement shared-statement">
      <h1 className="page-title">{title}</h1>
      <p className="mt-3 text-muted">{text}</p>
      {barn && (
        <address className="mt-6 whitespace-pre-line not-italic wrap-anywhere">
          <strong>{barn.name}</strong>
          {`\n${barn.address}`}
        </address>
      )}
    </main>
  );
}

/** What stands in the place of the page if it fails. It has nothing of Hayloft around it, either. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isOutage = isRouteErrorResponse(error) && error.status === 503;
  return (
    <main className="statement shared-statement">
      <h1 className="page-title">{isOutage ? "The statement cannot be read now" : "Something went wrong"}</h1>
      <p className="mt-3 text-muted">Load this page again in a moment.</p>
    </main>
  );
}
