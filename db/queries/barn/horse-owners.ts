import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Share } from "#app/domain/fields/shares.ts";
import { customers, horses } from "#db/schema.ts";
import { payingCustomer, withMerged } from "./merged-customers.ts";

/* The owners of a horse beside the responsible party (docs/decisions/shares.md). */

type Owned = { customerId: SQLWrapper; shares: SQLWrapper };

/**
 * These owners with their names, as JSON. Of customers that were merged they are those who pay today: two of one customer are one, and one
 * who is the responsible party now is none beside it.
 */
export const sharesOf = ({ customerId, shares }: Owned): SQL<Share[]> =>
  sql`json(iif(${shares} = '[]', '[]', (select json_group_array(json(owner)) from (
    select json_object('id', c.id, 'name', c.name || iif(c.deleted_at is null, '', ' (deleted)'), 'share', sum(each.value ->> 'share')) as owner
    from json_each(${shares}) each cross join ${customers} c on c.id = ${payingCustomer(sql`each.value ->> 'id'`)}
    where c.id is not ${payingCustomer(customerId)} group by c.id order by min(each.key)))))`;

/** The ids of the horses, not deleted, that customers of a set own shares of and are not the responsible party of, as a set. */
export const horsesSharedAmong = (owners: SQL): SQL =>
  sql`(select shared.id from ${horses} shared indexed by horses_shared where shared.shares <> '[]' and shared.deleted_at is null
    and shared.customer_id not in ${owners} and exists (select 1 from json_each(shared.shares) owner where owner.value ->> 'id' in ${owners}))`;
/** These horses of a customer and of those who were merged into it. */
export const sharedHorses = (customerId: SQLWrapper | string): SQL => horsesSharedAmong(withMerged(customerId));

/** The condition that no share is of a deleted customer, or one who does not exist, but for those that the horse has. */
export const areOwnersOffered = (shares: readonly Share[], horseId = ""): SQL =>
  sql`not exists (select 1 from json_each(${JSON.stringify(shares.map(({ id }) => id))}) chosen
    where not exists (select 1 from ${customers} where id = chosen.value and deleted_at is null)
    and chosen.value not in (select ${payingCustomer(sql`owner.value ->> 'id'`)} from ${horses} h, json_each(h.shares) owner where h.id = ${horseId}))`;

/** The condition that the shares of a horse are those that were read with `sharesOf`. Names may be others since. */
export const isSharedAs = (shares: readonly Share[]): SQL =>
  sql`json(iif(${horses.shares} = '[]', '[]', (select json_group_array(json_array(value ->> 'id', value ->> 'share')) from json_each(${sharesOf(horses)})))) = json(${JSON.stringify(shares.map(({ id, share }) => [id, share]))})`;
