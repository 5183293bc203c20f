import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { offeredOptions } from "#app/domain/statements/shared-statement.ts";
import { nameOfPeriod, type Period, shorterPeriods, statementOf } from "#app/domain/statements/statement.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { button } from "#app/ui/controls/button.tsx";
import { ListSearchProvider } from "#app/ui/list/list-search.ts";
import { DoneNotice } from "#app/ui/list/row/done-notice.tsx";
import { BackLink } from "#app/ui/record/record-page.tsx";
import { customerStatement } from "#db/queries/statements/customer-statement.ts";
import { type LinkByHand, linksByHand } from "#db/queries/statements/mailings.ts";
import { lastOptions, linksOf } from "#db/queries/statements/statement-links.ts";
import { describeLinks, isWorkingLink, linkToSend } from "../describe-links.ts";
import { addressOfNext, isWrongPeriod, periodIn } from "../period.ts";
import { PeriodForm, ShorterPeriods } from "../period-form.tsx";
import { ShareForm } from "../share-form.tsx";
import { HeadOfCustomer, LinesAndSums } from "../statement-parts.tsx";
import { LinkBox } from "./link-box.tsx";
import { Links } from "./links.tsx";
import { actOnLinks } from "./share.ts";

/** Reads a customer's statement of a period in one database request; by default of the last month with bills. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const { id = "" } = args.params;
  const today = todayInNewYork(context.now);
  const asked = periodIn(request);
  const queries = [customerStatement(id, asked, today), linksOf(id, today), lastOptions()] as const;
  const byHand = asked ? [linksByHand(asked, context.now, id)] : [];
  const [[[found], [listed], [last]], [[left] = []], notice] = await Promise.all([
    readAsAdmin(request, context, ...queries),
    readAsAdmin(request, context, ...byHand),
    readNotice(args),
  ]);
  if (!found) throw failure(context, 404);
  if (found.mergedInto) throw redirect(`/customers/${found.mergedInto}/statement${new URL(request.url).search}`);
  const links = listed?.links ?? [];
  const wanted = new URL(request.url).searchParams.get("shared");
  const shared = links.find((link) => link.id === wanted && isWorkingLink(link, today));
  const { isDeleted } = found.statement.customer;
  const toSend = shared && !isDeleted ? await linkToSend({ request, context }, found.statement, shared) : null;
  const { customer, barn, period, isTooLong } = found.statement;
  return {
    id,
    title: `Statement of ${customer.name}`,
    today,
    customer,
    barn,
    period: { ...period, name: nameOfPeriod(period) },
    statement: isTooLong ? null : statementOf(found.statement, id),
    links: describeLinks(links, { now: context.now, isDeleted }),
    working: isDeleted ? 0 : links.filter((link) => isWorkingLink(link, today)).length,
    toSend,
    notToSend: !shared || toSend ? null : isDeleted ? NOT_WHILE_DELETED : LOST,
    notice,
    ...nextByHand(left?.links ?? [], { id, period: asked }),
    isWrongPeriod: isWrongPeriod(request),
    options: offeredOptions(last),
    /** The idempotency key of the form that shares. */
    idempotencyKey: crypto.randomUUID(),
    shorter: isTooLong ? shorterPeriods(period).map((each) => ({ ...each, name: nameOfPeriod(each) })) : [],
  };
});

/** How many links of the period are to be sent by hand, and the address of the next customer's. */
function nextByHand(links: readonly LinkByHand[], { id, period }: { id: string; period: Period | null }) {
  const next = links.find(({ customerId }) => customerId !== id);
  return {
    leftByHand: links.length,
    next: next && period ? { to: addressOfNext(next, period), customer: next.customer } : null,
  };
}

const NOT_WHILE_DELETED =
  "This customer is deleted, so the link shows nothing and is not e-mailed. Undo its deletion in Activity to send it.";
const LOST =
  "Hayloft no longer knows the address of this link, because the server’s secret has changed. People who have the link can still use it. To send it again, share the statement again.";

export const action = (args: ActionFunctionArgs) => actOnLinks(args, loader);

export { revalidateAfterCommand as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** A customer's statement of a period, to print (docs/product.md, 'Statements'). */
export default function CustomerStatement() {
  const { id, today, customer, barn, period, statement, shorter, ...page } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const path = `/customers/${id}/statement`;
  const { search } = useLocation();
  const dates = `from=${period.first}&to=${period.last}`;
  const form = { idempotencyKey, action: `${path}?${dates}` };
  return (
    <div className="statement">
      <BackLink to={`/customers/${id}`}>{customer.name}</BackLink>
      <div className="mb-8 flex flex-wrap items-end gap-3 print:hidden">
        <PeriodForm {...{ path, today, ...period }} isWrong={page.isWrongPeriod} />
        <Link to={`/accounts/settings?back=${encodeURIComponent(`${path}?${dates}`)}`} className={button.secondary}>
          Settings
        </Link>
        {statement && !customer.isDeleted && (
          <ShareForm key={idempotencyKey} {...form} barn={barn} options={page.options} />
        )}
        <button
          type="button"
          onClick={() => window.print()}
          className={`${page.toSend ? button.secondary : button.primary} print-button`}
        >
          Print
        </button>
        {page.working > 0 && (
          <a href="#links" className="link flex min-h-11 items-center text-sm lg:min-h-9">
            {pluralize(page.working, "active link")}
          </a>
        )}
      </div>
      {answer && (
        <p role="alert" className="alert mb-6 print:hidden">
          {answer.problem}
        </p>
      )}
      {page.toSend && (
        <LinkBox {...page.toSend} key={page.toSend.id} {...form} leftByHand={page.leftByHand} next={page.next} />
      )}
      {page.notToSend && <p className="notice mb-6 print:hidden">{page.notToSend}</p>}
      <HeadOfCustomer barn={barn} customer={customer} period={period.name} asOf={today} />
      {statement ? (
        <LinesAndSums {...{ statement, period }} label="Lines of the statement" />
      ) : (
        <ShorterPeriods what="statement" periods={shorter} path={path} />
      )}
      <Links {...{ path, idempotencyKey }} links={page.links} period={dates} isDeleted={customer.isDeleted} />
      <ListSearchProvider value={search}>
        <DoneNotice notice={page.notice} />
      </ListSearchProvider>
    </div>
  );
}
