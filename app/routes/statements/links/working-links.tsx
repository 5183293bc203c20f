import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { addressOfLinks, LINKS_OF_PAGE } from "#app/domain/statements/shared-statement.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BackLink, To } from "#app/ui/record/record-page.tsx";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { makersOfLinks, workingLinks } from "#db/queries/statements/working-links.ts";
import { nameOfRecord } from "#db/write/records.ts";
import { MailingNotice } from "../mailing-notice.tsx";
import { describeWorkingLinks } from "./describe-working-links.ts";
import { turnOff } from "./turn-off.ts";
import { linksAt } from "./which-links.ts";
import { WhoMade } from "./who-made.tsx";
import { WorkingList } from "./working-list.tsx";

/** Reads a page of the links, and the admins who made links, in one database request. */
export const loader = liveLoader(async ({ request, context }) => {
  const today = todayInNewYork(context.now);
  const { which, page } = linksAt(request);
  const read = readAsAdmin(
    request,
    context,
    workingLinks(which, today, page),
    makersOfLinks(which.customerId, today),
    nameOfRecord(customerRecords, which.customerId ?? ""),
  );
  const found = await readOrNullAfterPost(context, read);
  const [[listed] = [], [made] = [], [customer] = []] = found ?? [];
  const makers = made?.makers ?? [];
  const counted = makers.filter(({ email }) => which.actor === null || email === which.actor);
  const off = new URL(request.url).searchParams.get("off");
  return {
    title: "Active links",
    ...{ which, page, makers },
    links: describeWorkingLinks(listed?.links ?? []),
    total: counted.reduce((sum, { links }) => sum + links, 0),
    customer: customer?.name ?? null,
    isUnreachable: found === null,
    finished: off && Number(off) > 0 ? `${pluralize(Number(off), "link")} turned off.` : null,
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = (args: ActionFunctionArgs) => turnOff(args, loader);

export { revalidateAfterCommand as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** All links that currently show a statement (docs/product.md, 'Active links'). */
export default function WorkingLinks() {
  const { which, page, makers, links, total, customer, finished, isUnreachable } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const of = customer === null ? "" : ` of ${customer}`;
  const by = which.actor === null ? "" : ` created by ${which.actor}`;
  return (
    <div className="record-page">
      <BackLink to={which.customerId === null ? "/customers/statements" : `/customers/${which.customerId}`}>
        {customer ?? "Statements"}
      </BackLink>
      <h1 className="page-title">Active links</h1>
      <p className="mt-2 mb-4 text-sm text-muted">
        {`${pluralize(total, "link")}${of}${by}. Anyone with a link can read its statement.`}
      </p>
      {answer?.problem && (
        <p role="alert" className="alert mb-6">
          {answer.problem}
        </p>
      )}
      <WhoMade makers={makers} which={which} />
      {!isUnreachable && (
        <WorkingList
          key={idempotencyKey}
          {...{ links, total, which, idempotencyKey }}
          address={addressOfLinks(which)}
        />
      )}
      <Pages which={which} page={page} total={total} />
      {finished && !answer && <MailingNotice>{finished}</MailingNotice>}
    </div>
  );
}

function Pages({ which, page, total }: Pick<ReturnType<typeof linksAt>, "which" | "page"> & { total: number }) {
  const last = Math.ceil(total / LINKS_OF_PAGE);
  if (last <= 1 && page === 1) return null;
  const to = (label: string, number: number) =>
    number >= 1 && number <= Math.max(last, 1) && <To to={addressOfLinks(which, { page: number })}>{label}</To>;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-4 text-sm">
      <span className="text-muted">{`Page ${page} of ${Math.max(last, 1)}`}</span>
      {to("Previous", page - 1)}
      {to("Next", page + 1)}
    </nav>
  );
}
