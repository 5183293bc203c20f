import { isNull, type SQL, sql } from "drizzle-orm";
import { DEFAULT_BARN_NAME } from "#app/domain/barn/barn-details.ts";
import { type SetUp, STEPS_DISMISSAL } from "#app/domain/overview/set-up.ts";
import { admins, billItems, dismissals, grooms, horses, services, settings } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

const any = (rows: SQL): SQL<boolean> => sql`exists (select 1 from ${rows})`.mapWith(Boolean);

/** Selects what is set up in the barn, in one row. */
export function setUp() {
  return statements
    .select({
      settings: sql`${settings.barnName} <> ${DEFAULT_BARN_NAME} or ${settings.barnAddress} <> ''`.mapWith(Boolean),
      data: any(sql`${horses} where ${isNull(horses.deletedAt)}`),
      services: any(sql`${services} where ${isNull(services.deletedAt)} and not ${services.isFixed}`),
      grooms: any(sql`${grooms} where ${isNull(grooms.deletedAt)}`),
      payroll: sql`${settings.lastPayroll} is not null`.mapWith(Boolean),
      invoices: sql`${settings.isInvoiceNumberChosen}`.mapWith(Boolean),
      people: sql`(select count(*) from ${admins} where ${isNull(admins.deletedAt)}) > 1`.mapWith(Boolean),
      bills: any(sql`${billItems}`),
      isDismissed: any(sql`${dismissals} where kind = ${STEPS_DISMISSAL.kind} and ${isNull(dismissals.deletedAt)}`),
    } satisfies { [Fact in keyof SetUp]: SQL<boolean> })
    .from(settings);
}
