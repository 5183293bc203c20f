ALTER TABLE `bill_items` ADD `split_id` text;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `share` integer CONSTRAINT "bill_items_share" CHECK(("bill_items"."split_id" is null) = ("bill_items"."share" is null) and coalesce("bill_items"."share", 1) between 1 and 9999);
--> statement-breakpoint
DROP INDEX `bill_items_once_a_show`;
--> statement-breakpoint
DROP INDEX `bill_items_once_a_charge`;
--> statement-breakpoint
CREATE INDEX `bill_items_of_split` ON `bill_items` (`split_id`) WHERE "bill_items"."split_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `bill_items_once_a_charge` ON `bill_items` (`standing_charge_id`, `period`, coalesce("first_day", ''), iif(coalesce("split_id", "id") = "id", '', "id")) WHERE "bill_items"."standing_charge_id" is not null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `bill_items_once_a_show` ON `bill_items` (`show_id`, `billing_run_id`, iif(coalesce("split_id", "id") = "id", '', "id")) WHERE "bill_items"."show_id" is not null;
--> statement-breakpoint
ALTER TABLE `horse_changes` ADD `shares` text DEFAULT '[]' NOT NULL CONSTRAINT "horse_changes_shares" CHECK(json_valid("horse_changes"."shares") and json_type("horse_changes"."shares") = 'array');
--> statement-breakpoint
CREATE INDEX `horse_changes_shared` ON `horse_changes` (`horse_id`) WHERE "horse_changes"."shares" <> '[]';
--> statement-breakpoint
ALTER TABLE `horses` ADD `shares` text DEFAULT '[]' NOT NULL CONSTRAINT "horses_shares" CHECK(json_valid("horses"."shares") and json_type("horses"."shares") = 'array') CONSTRAINT "horses_responsible" CHECK("horses"."shares" = '[]' or "horses"."customer_id" is not null);
--> statement-breakpoint
CREATE INDEX `horses_shared` ON `horses` (`id`) WHERE "horses"."shares" <> '[]';
--> statement-breakpoint
drop trigger horses_kept_before_change;
--> statement-breakpoint
create trigger horses_kept_before_change after update of
  customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location, prices_from, shares on horses
when (new.customer_id, new.check_in_date, new.check_out_date, new.boarding, new.boarding_surcharge, new.training, new.has_blanket, new.is_billable, new.location, new.shares)
  is not (old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location, old.shares)
  or (new.prices_from is null and old.prices_from is new.prices_since and old.prices_from is not null) begin
  insert into horse_changes (horse_id, at, actor, customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location, shares, held) values (
    new.id, new.updated_at,
    (select actor from "activity" where rowid = (select max(rowid) from "activity") and at = new.updated_at),
    old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location, old.shares,
    case when new.prices_from is null and old.prices_from is new.prices_since then
      json_object('from', old.prices_from, 'boarding', old.next_boarding, 'boardingSurcharge', old.next_boarding_surcharge, 'training', old.next_training) end);
end;
--> statement-breakpoint
-- Who chose the columns of Horses saved which ones are hidden: the new one, hidden at first, is no part of that choice.
UPDATE `column_choices` SET `hidden` = json_insert(`hidden`, '$[#]', 'shares') WHERE `screen` = '/horses';
