import type { Credit } from "#app/domain/import/import-plan.ts";

type CreditsProps = { title: string; more: number; credits: readonly (Omit<Credit, "cents"> & { amount: string })[] };

/** The negative bills of the old system, which are not imported. */
export const Credits = ({ title, more, credits }: CreditsProps) =>
  credits.length > 0 && (
    <div className="record-section">
      <div className="record-section-head">
        <h2 id="credits">Credits to enter in QuickBooks</h2>
        <small className="text-muted">{`${title}; bills below 0 stay out of Hayloft`}</small>
      </div>
      <details open={credits.length <= 10} className="text-sm">
        <summary className="link">Show them</summary>
        <table aria-labelledby="credits" className="record-table mt-2">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Customer</th>
              <th scope="col">Horse and service</th>
              <th scope="col" className="end">
                Credit
              </th>
            </tr>
          </thead>
          <tbody>
            {credits.map(({ id, date, customer, horse, service, amount }) => (
              <tr key={id}>
                <th scope="row">{date}</th>
                <td>{customer}</td>
                <td>{`${horse}, ${service}`}</td>
                <td className="end">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 && <p className="mt-2 text-muted">{`and ${more.toLocaleString("en-US")} more`}</p>}
      </details>
    </div>
  );
