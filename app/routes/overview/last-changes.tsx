import { Link } from "@remix-run/react";

type ChangesProps = { changes: readonly { id: string; text: string; actor: string; when: string }[] };

/** The last changes, by whom and when. */
export const LastChanges = ({ changes }: ChangesProps) => (
  <section aria-labelledby="last-changes" className="chart">
    <div className="chart-head">
      <h2 id="last-changes">Activity</h2>
    </div>
    {changes.length === 0 && <p className="chart-empty">Nobody changed anything yet.</p>}
    <ul className="last-changes">
      {changes.map(({ id, text, actor, when }) => (
        <li key={id}>
          <span title={text}>{text}</span>
          <small>{`${actor} · ${when}`}</small>
        </li>
      ))}
    </ul>
    <Link to="/activity" className="quiet-link mt-auto pt-3 text-sm">
      All activity
    </Link>
  </section>
);
