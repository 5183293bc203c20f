CREATE TABLE `horse_changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`horse_id` text NOT NULL,
	`at` text NOT NULL,
	`actor` text,
	`customer_id` text,
	`check_in_date` text NOT NULL,
	`check_out_date` text,
	`boarding` integer NOT NULL,
	`boarding_surcharge` integer NOT NULL,
	`training` integer NOT NULL,
	`has_blanket` integer NOT NULL,
	`is_billable` integer NOT NULL,
	`location` text NOT NULL,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "horse_changes_blanket" CHECK("horse_changes"."has_blanket" in (0, 1)),
	CONSTRAINT "horse_changes_billable" CHECK("horse_changes"."is_billable" in (0, 1)),
	CONSTRAINT "horse_changes_location" CHECK("horse_changes"."location" in ('florida', 'long-island'))
) STRICT;

--> statement-breakpoint
CREATE INDEX `horse_changes_by_horse` ON `horse_changes` (`horse_id`);
--> statement-breakpoint
CREATE INDEX `horse_changes_by_customer` ON `horse_changes` (`customer_id`) WHERE "horse_changes"."customer_id" is not null;
--> statement-breakpoint
CREATE TABLE `invoices` (
	`export_id` text NOT NULL,
	`number` integer NOT NULL,
	`customer_id` text,
	`horse_id` text NOT NULL,
	`date` text NOT NULL,
	`line_count` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`export_id`, `number`),
	FOREIGN KEY (`export_id`) REFERENCES `exports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_date" CHECK("invoices"."date" is null or ("invoices"."date" between '2000-01-01' and '2099-12-31' and "invoices"."date" is date("invoices"."date")))
) STRICT;

--> statement-breakpoint
CREATE INDEX `invoices_by_number` ON `invoices` (`number`);
--> statement-breakpoint
CREATE INDEX `invoices_of_customer` ON `invoices` (`customer_id`, `number`);
--> statement-breakpoint
CREATE INDEX `bill_items_of_customer` ON `bill_items` (coalesce("customer_id", ''), `date`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_logged_of_horse` ON `bill_items` (`horse_id`, `date`) WHERE "bill_items"."billing_run_id" is null and "bill_items"."show_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_of_groom` ON `payroll` (`groom_id`, coalesce("payment_date", '')) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_of_horse` ON `shows` (`horse_id`, `date`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_of_customer` ON `shows` (`customer_id`, `date`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
ALTER TABLE `corrections` ADD `bill_date` text CONSTRAINT "corrections_bill_date" CHECK("corrections"."bill_date" is null or ("corrections"."bill_date" between '2000-01-01' and '2099-12-31' and "corrections"."bill_date" is date("corrections"."bill_date")));
--> statement-breakpoint
CREATE INDEX `corrections_of_customer` ON `corrections` (`customer_id`, `bill_date`) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
ALTER TABLE `settings` ADD `barn_name` text DEFAULT 'Hayloft' NOT NULL CONSTRAINT "settings_barn_name" CHECK(length("settings"."barn_name") between 1 and 200);
--> statement-breakpoint
ALTER TABLE `settings` ADD `barn_address` text DEFAULT '' NOT NULL CONSTRAINT "settings_barn_address" CHECK(length("settings"."barn_address") <= 500);
--> statement-breakpoint
-- A horse before each change of its owner, stay or prices. The app inserts the activity row of a change first, with the same time.
CREATE TRIGGER `horses_kept_before_change` AFTER UPDATE OF `customer_id`, `check_in_date`, `check_out_date`, `boarding`, `boarding_surcharge`, `training`, `has_blanket`, `is_billable`, `location` ON `horses` WHEN new.`customer_id` IS NOT old.`customer_id` OR new.`check_in_date` <> old.`check_in_date` OR new.`check_out_date` IS NOT old.`check_out_date` OR new.`boarding` <> old.`boarding` OR new.`boarding_surcharge` <> old.`boarding_surcharge` OR new.`training` <> old.`training` OR new.`has_blanket` <> old.`has_blanket` OR new.`is_billable` <> old.`is_billable` OR new.`location` <> old.`location` BEGIN INSERT INTO `horse_changes` (`horse_id`, `at`, `actor`, `customer_id`, `check_in_date`, `check_out_date`, `boarding`, `boarding_surcharge`, `training`, `has_blanket`, `is_billable`, `location`) VALUES (new.`id`, new.`updated_at`, (SELECT `actor` FROM `activity` WHERE `rowid` = (SELECT max(`rowid`) FROM `activity`) AND `at` = new.`updated_at`), old.`customer_id`, old.`check_in_date`, old.`check_out_date`, old.`boarding`, old.`boarding_surcharge`, old.`training`, old.`has_blanket`, old.`is_billable`, old.`location`); END;
--> statement-breakpoint
-- The changes so far that the history has.
INSERT INTO `horse_changes` (`horse_id`, `at`, `actor`, `customer_id`, `check_in_date`, `check_out_date`, `boarding`, `boarding_surcharge`, `training`, `has_blanket`, `is_billable`, `location`) SELECT `past`.`value` ->> 'id', `activity`.`at`, `activity`.`actor`, `past`.`value` ->> 'customer_id', `past`.`value` ->> 'check_in_date', `past`.`value` ->> 'check_out_date', `past`.`value` ->> 'boarding', `past`.`value` ->> 'boarding_surcharge', `past`.`value` ->> 'training', `past`.`value` ->> 'has_blanket', `past`.`value` ->> 'is_billable', `past`.`value` ->> 'location' FROM `activity`, json_each(`activity`.`before`) AS `past`, json_each(`activity`.`after`) AS `next` WHERE `activity`.`action` LIKE '%horse%' AND `past`.`value` ->> 'table' = 'horses' AND `next`.`value` ->> 'table' = 'horses' AND `next`.`value` ->> 'id' = `past`.`value` ->> 'id' AND (`past`.`value` ->> 'customer_id' IS NOT `next`.`value` ->> 'customer_id' OR `past`.`value` ->> 'check_in_date' IS NOT `next`.`value` ->> 'check_in_date' OR `past`.`value` ->> 'check_out_date' IS NOT `next`.`value` ->> 'check_out_date' OR `past`.`value` ->> 'boarding' IS NOT `next`.`value` ->> 'boarding' OR `past`.`value` ->> 'boarding_surcharge' IS NOT `next`.`value` ->> 'boarding_surcharge' OR `past`.`value` ->> 'training' IS NOT `next`.`value` ->> 'training' OR `past`.`value` ->> 'has_blanket' IS NOT `next`.`value` ->> 'has_blanket' OR `past`.`value` ->> 'is_billable' IS NOT `next`.`value` ->> 'is_billable' OR `past`.`value` ->> 'location' IS NOT `next`.`value` ->> 'location') ORDER BY `activity`.`rowid`;
--> statement-breakpoint
CREATE TRIGGER `export_lines_invoiced` AFTER INSERT ON `export_lines` BEGIN INSERT INTO `invoices` (`export_id`, `number`, `customer_id`, `horse_id`, `date`, `line_count`, `total`) SELECT new.`export_id`, new.`invoice_number`, `customer_id`, `horse_id`, new.`invoice_date`, 1, new.`item_amount` FROM `bill_items` WHERE `id` = new.`bill_item_id` ON CONFLICT DO UPDATE SET `date` = max(`date`, excluded.`date`), `line_count` = `line_count` + 1, `total` = `total` + excluded.`total`; END;
--> statement-breakpoint
-- The invoices so far. A bill that was corrected may have another customer now: that of its invoice is in the first entry on it.
INSERT INTO `invoices` (`export_id`, `number`, `customer_id`, `horse_id`, `date`, `line_count`, `total`) SELECT `export_id`, `invoice_number`, max(iif(`place` = 1, `customer_id`, NULL)), max(iif(`place` = 1, `horse_id`, NULL)), max(`invoice_date`), count(*), sum(`item_amount`) FROM (SELECT `l`.`export_id`, `l`.`invoice_number`, `l`.`invoice_date`, `l`.`item_amount`, `b`.`horse_id`, CASE WHEN `b`.`corrected_at` IS NOT NULL AND EXISTS (SELECT 1 FROM `corrections` AS `c` WHERE `c`.`bill_item_id` = `b`.`id` AND `c`.`invoice_number` = `l`.`invoice_number` AND `c`.`deleted_at` IS NULL) THEN (SELECT `c`.`customer_id` FROM `corrections` AS `c` WHERE `c`.`bill_item_id` = `b`.`id` AND `c`.`invoice_number` = `l`.`invoice_number` AND `c`.`deleted_at` IS NULL ORDER BY `c`.`seq` LIMIT 1) ELSE `b`.`customer_id` END AS `customer_id`, row_number() OVER (PARTITION BY `l`.`export_id`, `l`.`invoice_number` ORDER BY `b`.`corrected_at` IS NOT NULL, `l`.`position`) AS `place` FROM `export_lines` AS `l` JOIN `bill_items` AS `b` ON `b`.`id` = `l`.`bill_item_id`) GROUP BY `export_id`, `invoice_number`;
--> statement-breakpoint
CREATE TRIGGER `corrections_dated` AFTER INSERT ON `corrections` BEGIN UPDATE `corrections` SET `bill_date` = (SELECT `date` FROM `bill_items` WHERE `id` = new.`bill_item_id`) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_correction_dated` AFTER UPDATE OF `date` ON `bill_items` WHEN new.`date` <> old.`date` BEGIN UPDATE `corrections` SET `bill_date` = new.`date` WHERE `bill_item_id` = new.`id`; END;
--> statement-breakpoint
UPDATE `corrections` SET `bill_date` = (SELECT `date` FROM `bill_items` WHERE `id` = `corrections`.`bill_item_id`);
--> statement-breakpoint
-- What 'quantity × value' adds to the values of a customer's bills of a month: a statement shows pending bills as the next export writes them.
CREATE TRIGGER `bill_items_multiples_added` AFTER INSERT ON `bill_items` WHEN new.`quantity` > 1 AND new.`deleted_at` IS NULL BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) VALUES ('bill_items', 'multiples by month', coalesce(new.`customer_id`, '') || ' ' || substr(new.`date`, 1, 7), 1, (new.`quantity` - 1) * new.`value`, new.`export_id` IS NULL, (new.`export_id` IS NULL) * (new.`quantity` - 1) * new.`value`) ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_multiples_removed` AFTER DELETE ON `bill_items` WHEN old.`quantity` > 1 AND old.`deleted_at` IS NULL BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - (old.`quantity` - 1) * old.`value`, `current_rows` = `current_rows` - (old.`export_id` IS NULL), `current_sum` = `current_sum` - (old.`export_id` IS NULL) * (old.`quantity` - 1) * old.`value` WHERE `list` = 'bill_items' AND `kind` = 'multiples by month' AND `key` = coalesce(old.`customer_id`, '') || ' ' || substr(old.`date`, 1, 7); END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_multiples_changed` AFTER UPDATE OF `customer_id`, `date`, `quantity`, `value`, `export_id`, `deleted_at` ON `bill_items` WHEN old.`quantity` > 1 OR new.`quantity` > 1 BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - (old.`quantity` - 1) * old.`value`, `current_rows` = `current_rows` - (old.`export_id` IS NULL), `current_sum` = `current_sum` - (old.`export_id` IS NULL) * (old.`quantity` - 1) * old.`value` WHERE old.`quantity` > 1 AND old.`deleted_at` IS NULL AND `list` = 'bill_items' AND `kind` = 'multiples by month' AND `key` = coalesce(old.`customer_id`, '') || ' ' || substr(old.`date`, 1, 7); INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'multiples by month', coalesce(new.`customer_id`, '') || ' ' || substr(new.`date`, 1, 7), 1, (new.`quantity` - 1) * new.`value`, new.`export_id` IS NULL, (new.`export_id` IS NULL) * (new.`quantity` - 1) * new.`value` WHERE new.`quantity` > 1 AND new.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'multiples by month', coalesce(`customer_id`, '') || ' ' || substr(`date`, 1, 7), count(*), sum((`quantity` - 1) * `value`), sum(`export_id` IS NULL), sum((`export_id` IS NULL) * (`quantity` - 1) * `value`) FROM `bill_items` WHERE `quantity` > 1 AND `deleted_at` IS NULL GROUP BY 3;
