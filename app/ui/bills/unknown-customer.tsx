import { Badge } from "#app/ui/controls/badge.tsx";

/** In the place of a customer's name; on a phone no heading says what is unknown. */
export const UNKNOWN_CUSTOMER = (
  <Badge color="amber">
    <span>
      Unknown<span className="sm:hidden"> customer</span>
    </span>
  </Badge>
);
