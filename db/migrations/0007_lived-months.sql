DROP TRIGGER `bill_items_correction_dated`;
--> statement-breakpoint
CREATE TABLE `__new_corrections` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`correction_id` text NOT NULL,
	`bill_item_id` text,
	`date` text NOT NULL,
	`bill_date` text,
	`customer_id` text,
	`horse_id` text NOT NULL,
	`service_id` text NOT NULL,
	`invoice_number` integer,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`actor` text NOT NULL,
	`entered` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`bill_item_id`) REFERENCES `bill_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "corrections_amount" CHECK("__new_corrections"."amount" <> 0),
	CONSTRAINT "corrections_credit" CHECK("__new_corrections"."bill_item_id" is not null or ("__new_corrections"."amount" < 0 and "__new_corrections"."customer_id" is not null and "__new_corrections"."invoice_number" is null)),
	CONSTRAINT "corrections_invoice" CHECK("__new_corrections"."invoice_number" >= 1),
	CONSTRAINT "corrections_actor" CHECK(length("__new_corrections"."actor") >= 1),
	CONSTRAINT "corrections_reason" CHECK(length("__new_corrections"."reason") between 1 and 500),
	CONSTRAINT "corrections_entered" CHECK("__new_corrections"."entered" in (0, 1)),
	CONSTRAINT "corrections_date" CHECK("__new_corrections"."date" is null or ("__new_corrections"."date" between '2000-01-01' and '2099-12-31' and "__new_corrections"."date" is date("__new_corrections"."date"))),
	CONSTRAINT "corrections_bill_date" CHECK("__new_corrections"."bill_date" is null or ("__new_corrections"."bill_date" between '2000-01-01' and '2099-12-31' and "__new_corrections"."bill_date" is date("__new_corrections"."bill_date")))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_corrections` (`seq`, `id`, `correction_id`, `bill_item_id`, `date`, `bill_date`, `customer_id`, `horse_id`, `service_id`, `invoice_number`, `amount`, `reason`, `actor`, `entered`, `version`, `created_at`, `updated_at`, `deleted_at`) SELECT `seq`, `id`, `correction_id`, `bill_item_id`, `date`, `bill_date`, `customer_id`, `horse_id`, `service_id`, `invoice_number`, `amount`, `reason`, `actor`, `entered`, `version`, `created_at`, `updated_at`, `deleted_at` FROM `corrections`;
--> statement-breakpoint
DROP INDEX `corrections_id_unique`;
--> statement-breakpoint
DROP TABLE `corrections`;
--> statement-breakpoint
ALTER TABLE `__new_corrections` RENAME TO `corrections`;
--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_id_unique` ON `corrections` (`id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_bill` ON `corrections` (`bill_item_id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_correction` ON `corrections` (`correction_id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_customer` ON `corrections` (`customer_id`);
--> statement-breakpoint
CREATE INDEX `corrections_of_customer` ON `corrections` (`customer_id`, `bill_date`) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_customer` ON `corrections` (coalesce("customer_id", '')) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_of_invoice` ON `corrections` (`invoice_number`) WHERE "corrections"."invoice_number" is not null and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE TRIGGER `bill_items_correction_dated` AFTER UPDATE OF `date` ON `bill_items` WHEN new.`date` <> old.`date` BEGIN UPDATE `corrections` SET `bill_date` = new.`date` WHERE `bill_item_id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_dated` AFTER INSERT ON `corrections` WHEN new.`bill_item_id` IS NOT NULL BEGIN UPDATE `corrections` SET `bill_date` = (SELECT `date` FROM `bill_items` WHERE `id` = new.`bill_item_id`) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
ALTER TABLE `customers` ADD `merged_into` text CONSTRAINT "customers_merged" CHECK("customers"."merged_into" is null or ("customers"."deleted_at" is not null and "customers"."merged_into" <> "customers"."id"));
--> statement-breakpoint
CREATE INDEX `customers_merged_into` ON `customers` (`merged_into`) WHERE "customers"."merged_into" is not null;
--> statement-breakpoint
ALTER TABLE `salary_changes` ADD `end_date_before` text CONSTRAINT "salary_changes_end_before" CHECK("salary_changes"."end_date_before" is null or ("salary_changes"."end_date_before" between '2000-01-01' and '2099-12-31' and "salary_changes"."end_date_before" is date("salary_changes"."end_date_before")));
--> statement-breakpoint
DROP TRIGGER `grooms_salary_changed`;
--> statement-breakpoint
CREATE TRIGGER `grooms_salary_changed` AFTER UPDATE OF `weekly_salary`, `start_date`, `end_date` ON `grooms` WHEN (new.`weekly_salary`, new.`start_date`, new.`end_date`) IS NOT (old.`weekly_salary`, old.`start_date`, old.`end_date`) BEGIN INSERT INTO `salary_changes` (`groom_id`, `at`, `salary_before`, `start_date_before`, `end_date_before`) VALUES (new.`id`, new.`updated_at`, old.`weekly_salary`, coalesce(old.`start_date`, ''), old.`end_date`); END;
--> statement-breakpoint
ALTER TABLE `statement_links` ADD `queued_at` text;
--> statement-breakpoint
ALTER TABLE `statement_links` ADD `mailed_by` text;
--> statement-breakpoint
ALTER TABLE `statement_links` ADD `by_hand_at` text;
--> statement-breakpoint
-- Prices that hold from a day: the next ones of a horse, and those that a change made the prices.
ALTER TABLE `horses` ADD `prices_from` text CONSTRAINT "horses_prices_from" CHECK("horses"."prices_from" is null or ("horses"."prices_from" between '2000-01-01' and '2099-12-31' and "horses"."prices_from" is date("horses"."prices_from")));
--> statement-breakpoint
ALTER TABLE `horses` ADD `next_boarding` integer CONSTRAINT "horses_next_boarding" CHECK("horses"."next_boarding" >= 0);
--> statement-breakpoint
ALTER TABLE `horses` ADD `next_boarding_surcharge` integer CONSTRAINT "horses_next_surcharge" CHECK("horses"."next_boarding_surcharge" >= 0);
--> statement-breakpoint
ALTER TABLE `horses` ADD `next_training` integer CONSTRAINT "horses_next_training" CHECK("horses"."next_training" >= 0) CONSTRAINT "horses_next_prices" CHECK(("horses"."prices_from" is null) = (coalesce("horses"."next_boarding", "horses"."next_boarding_surcharge", "horses"."next_training") is null));
--> statement-breakpoint
ALTER TABLE `horses` ADD `prices_since` text;
--> statement-breakpoint
ALTER TABLE `horse_changes` ADD `held` text;
--> statement-breakpoint
ALTER TABLE `horse_changes` ADD `undone_at` text;
--> statement-breakpoint
drop trigger horses_kept_before_change;
--> statement-breakpoint
create trigger horses_kept_before_change after update of
  customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location, prices_from on horses
when (new.customer_id, new.check_in_date, new.check_out_date, new.boarding, new.boarding_surcharge, new.training, new.has_blanket, new.is_billable, new.location)
  is not (old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location)
  or (new.prices_from is null and old.prices_from is new.prices_since and old.prices_from is not null) begin
  insert into horse_changes (horse_id, at, actor, customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location, held) values (
    new.id, new.updated_at,
    (select actor from "activity" where rowid = (select max(rowid) from "activity") and at = new.updated_at),
    old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location,
    case when new.prices_from is null and old.prices_from is new.prices_since then
      json_object('from', old.prices_from, 'boarding', old.next_boarding, 'boardingSurcharge', old.next_boarding_surcharge, 'training', old.next_training) end);
end;
--> statement-breakpoint
-- Who chose the columns of Horses saved which ones are hidden: the new ones, hidden at first, are no part of that choice.
UPDATE `column_choices` SET `hidden` = json_insert(`hidden`, '$[#]', 'nextBoarding', '$[#]', 'nextBoardingSurcharge', '$[#]', 'nextTraining', '$[#]', 'pricesFrom') WHERE `screen` = '/horses';
--> statement-breakpoint
-- Boarding that was logged by hand counted for the month of its date: it still does, where no run has billed the month.
UPDATE `bill_items` SET `period` = substr(`date`, 1, 7) WHERE `service_id` = 'boarding' AND `period` IS NULL AND `show_id` IS NULL AND `deleted_at` IS NULL AND `entered_by` IS NOT 'Import' AND NOT EXISTS (SELECT 1 FROM `bill_items` `run` WHERE `run`.`service_id` = 'boarding' AND `run`.`horse_id` = `bill_items`.`horse_id` AND `run`.`period` = substr(`bill_items`.`date`, 1, 7) AND `run`.`deleted_at` IS NULL);
