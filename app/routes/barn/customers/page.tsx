import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { nameOfMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { customer } from "#app/domain/records/customer.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BillsByMonth } from "#app/ui/record/bills-by-month.tsx";
import { Facts } from "#app/ui/record/facts.tsx";
import { RecordPage } from "#app/ui/record/record-page.tsx";
import { customersList } from "../../shell/lists.ts";
import { Horses } from "./horses.tsx";
import { loadCustomer } from "./load-customer.ts";
import { Corrections, CustomerShows, Email, Invoices } from "./sections.tsx";

export const loader = loadCustomer;

/** A command among the facts redirects back to this page. */
export const action = (args: ActionFunctionArgs) =>
  actOnList(args, { ...customersList, back: `/customers/${args.params.id}` }, loader);

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

type Figures = Pick<ReturnType<typeof useLiveData<typeof loader>>, "id" | "record" | "billed" | "month" | "months">;

const figuresOf = ({ id, record, billed, month, months }: Figures) => [
  {
    label: "Pending",
    value: formatDollars(billed.pending),
    note: "not exported yet",
    to: `/billing?customer=${id}`,
  },
  {
    label: `Billed in ${nameOfMonth(month)}`,
    value: formatDollars(months.find((each) => each.month === month)?.sum ?? 0),
    note: `${formatDollars(billed.inYear)} in ${month.slice(0, 4)}`,
    to: `/billing?view=all&customer=${id}&month=${month}`,
  },
  {
    label: "Horses",
    value: record.horses.toLocaleString("en-US"),
    note: "billed to this customer",
    to: `/horses?view=all&customer=${id}`,
  },
];

/** The page of a customer (docs/product.md, 'Pages of records'). */
export default function Customer() {
  const { id, record, isDeleted, ...page } = useLiveData<typeof loader>();
  const { emails, riders } = record;
  const statement = `/customers/${id}/statement`;
  return (
    <RecordPage
      id={id}
      back={{ to: "/customers", label: "Customers" }}
      name={record.name}
      isDeleted={isDeleted}
      action={
        <Link to={statement} className={button.primary}>
          Statement
        </Link>
      }
      menu={
        <>
          {!isDeleted && (
            <>
              <Link to={`/customers/${id}/edit`} className="menu-item">
                Edit
              </Link>
              <Link to={`/customers/${id}/merge`} className="menu-item">
                Merge with another customer
              </Link>
              <Link to={entryFor(page.horses, `${id}:${riders[0] ?? ""}`)} className="menu-item">
                Log service
              </Link>
            </>
          )}
          {page.workingLinks > 0 && (
            <Link to={`/customers/links?customer=${id}`} className="menu-item">
              {pluralize(page.workingLinks, "active link")}
            </Link>
          )}
        </>
      }
      figures={figuresOf({ id, record, ...page })}
      facts={
        <Facts
          description={customer}
          row={record}
          editHref={isDeleted ? undefined : `/customers/${id}/edit`}
          answer={useActionData<typeof action>()}
          notice={page.notice}
          contents={{
            riders: riders.join(", "),
            emails: emails.length > 0 && emails.map((email) => <Email key={email}>{email}</Email>),
          }}
        />
      }
    >
      <Horses {...page} id={id} isDeleted={isDeleted} />
      <BillsByMonth statement={statement} bills={`/billing?view=all&customer=${id}`} months={page.months} />
      <Invoices id={id} {...page} />
      <Corrections {...page} name={record.name} />
      <CustomerShows {...page} isDeleted={isDeleted} />
    </RecordPage>
  );
}

/** The address of the service form with the customer's first rider and, if there is only one, the horse. */
function entryFor(horses: readonly { id: string }[], rider: string): string {
  const [horse, ...others] = horses;
  const entry = new URLSearchParams({
    ...(horse && others.length === 0 && { horseId: horse.id }),
    ...(!rider.endsWith(":") && { rider }),
  });
  return `/?${entry}`;
}
