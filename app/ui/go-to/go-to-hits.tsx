import { Link } from "@remix-run/react";
import type { HitGroup } from "#app/registry/go-to.ts";
import { Icon } from "#app/ui/controls/icons.tsx";

type GoToHitsProps = { groups: readonly HitGroup[]; heading: "h2" | "h3" };

/** What 'Go to anything' has found: links below the title of their kind. */
export const GoToHits = ({ groups, heading: Heading }: GoToHitsProps) =>
  groups.map(({ title, hits }) => (
    <section key={title} aria-label={title} className="mt-3">
      <Heading className="px-2 text-sm font-medium text-muted">{title}</Heading>
      <ul>
        {hits.map(({ to, text, note, icon }) => (
          <li key={`${to} ${text} ${note}`}>
            <Link to={to} className="go-to-link">
              <Icon name={icon} className="text-muted" />
              <span>{text}</span>
              {note && <span className="text-sm font-normal text-muted">{note}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
