import { useLoaderData } from "@remix-run/react";

const ROWS = Array.from({ length: 50 }, (_, i) => ({
  id: `row-${i}`,
  date: "11/21/2026",
  customer: `Customer ${i}`,
  horse: `Horse ${i}`,
  service: "Boarding",
  quantity: i,
  value: "$2,900.00",
  location: "Florida",
}));

export const loader = () => ({ rows: ROWS });

/** 50 rows of eight cells, to measure the cost of Remix itself. */
export default function Bare() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {Object.entries(row).map(([name, text]) => (
              <td key={name}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
