import { Badge } from "#app/ui/controls/badge.tsx";

/** The badge in place of a customer's name. A phone shows no headings, so the badge says what is unknown. */
export const UNKNOWN_CUSTOMER = (
  <Badge color="amber">
    <span>
      Unknown<span className="sm:hidden"> customer</span>
    </span>
  </Badge>
);
