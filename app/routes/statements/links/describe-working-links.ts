import { formatInNewYork, formatUsDate } from "#app/domain/basics/calendar.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { nameOfPeriod } from "#app/domain/statements/statement.ts";
import type { WorkingLink } from "#db/queries/statements/working-links.ts";

/** A link in words, for its row on the page of active links. */
export type WorkingRow = {
  id: string;
  customer: string;
  /** The address of the statement in the office. */
  path: string;
  period: string;
  shows: string;
  by: string;
  created: string;
  opened: string;
  /** The time of the last opening; '' if the link was never opened. */
  last: string;
  ends: string;
};

/** Working links in words. Called by loaders only, as `describeLinks` is. */
export const describeWorkingLinks = (links: readonly WorkingLink[]): WorkingRow[] =>
  links.map((link) => {
    const created = formatInNewYork(new Date(link.createdAt));
    const shows = link.isFrozen ? `As of ${created.split(",")[0]}` : "Always the latest";
    return {
      ...{ id: link.id, customer: link.customer, period: nameOfPeriod(link), by: link.actor, created },
      path: `/customers/${link.customerId}/statement?from=${link.first}&to=${link.last}`,
      shows: link.hasComments ? `${shows}, with comments` : shows,
      opened: link.opened === 0 ? "Not opened" : pluralize(link.opened, "time"),
      last: link.lastOpenedAt ? `last ${formatInNewYork(new Date(link.lastOpenedAt))}` : "",
      ends: formatUsDate(link.endsOn),
    };
  });
