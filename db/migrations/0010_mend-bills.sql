CREATE TABLE `corrections` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`correction_id` text NOT NULL,
	`bill_item_id` text NOT NULL,
	`date` text NOT NULL,
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
	CONSTRAINT "corrections_amount" CHECK("corrections"."amount" <> 0),
	CONSTRAINT "corrections_invoice" CHECK("corrections"."invoice_number" >= 1),
	CONSTRAINT "corrections_actor" CHECK(length("corrections"."actor") >= 1),
	CONSTRAINT "corrections_reason" CHECK(length("corrections"."reason") between 1 and 500),
	CONSTRAINT "corrections_entered" CHECK("corrections"."entered" in (0, 1)),
	CONSTRAINT "corrections_date" CHECK("corrections"."date" is null or ("corrections"."date" between '2000-01-01' and '2099-12-31' and "corrections"."date" is date("corrections"."date")))
) STRICT;

--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_id_unique` ON `corrections` (`id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_bill` ON `corrections` (`bill_item_id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_correction` ON `corrections` (`correction_id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_customer` ON `corrections` (`customer_id`);
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_date` ON `corrections` (`date`) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_customer` ON `corrections` (coalesce(`customer_id`, '')) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_invoice` ON `corrections` (coalesce(`invoice_number`, 0)) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_horse` ON `corrections` (`horse_id`) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_item` ON `corrections` (`service_id`) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_amount` ON `corrections` (`amount`) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_reason` ON `corrections` (`reason` collate nocase) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_actor` ON `corrections` (`actor` collate nocase) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_entered` ON `corrections` (`entered` + 0) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
-- After the others: of two that fit, the one that was made last is taken.
CREATE INDEX `corrections_open_by_date` ON `corrections` (`date`) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_customer` ON `corrections` (coalesce(`customer_id`, '')) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_invoice` ON `corrections` (coalesce(`invoice_number`, 0)) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_horse` ON `corrections` (`horse_id`) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_item` ON `corrections` (`service_id`) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_amount` ON `corrections` (`amount`) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_reason` ON `corrections` (`reason` collate nocase) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_actor` ON `corrections` (`actor` collate nocase) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_entered` ON `corrections` (`entered` + 0) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `updated_at` text;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `entered_by` text DEFAULT 'visitor' NOT NULL;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `period` text CONSTRAINT "bill_items_period" CHECK("bill_items"."period" is null or "bill_items"."period" || '-01' is date("bill_items"."period" || '-01'));
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `voided_at` text CONSTRAINT "bill_items_voided" CHECK("bill_items"."voided_at" is null or "bill_items"."deleted_at" is not null);
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `corrected_at` text;
--> statement-breakpoint
DROP INDEX `bill_items_by_date`;
--> statement-breakpoint
DROP INDEX `bill_items_by_customer`;
--> statement-breakpoint
DROP INDEX `bill_items_by_horse`;
--> statement-breakpoint
DROP INDEX `bill_items_by_service`;
--> statement-breakpoint
DROP INDEX `bill_items_by_quantity`;
--> statement-breakpoint
DROP INDEX `bill_items_by_value`;
--> statement-breakpoint
DROP INDEX `bill_items_by_location`;
--> statement-breakpoint
DROP INDEX `bill_items_by_comments`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_date`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_customer`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_horse`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_service`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_quantity`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_value`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_location`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_comments`;
--> statement-breakpoint
CREATE INDEX `bill_items_by_date` ON `bill_items` (`date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_customer` ON `bill_items` (coalesce("customer_id", '')) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_horse` ON `bill_items` (`horse_id`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_service` ON `bill_items` (`service_id`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_quantity` ON `bill_items` (`quantity`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_value` ON `bill_items` (`value`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_location` ON `bill_items` (`location`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_comments` ON `bill_items` (coalesce("comments", '') collate nocase) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_entered_by` ON `bill_items` (`entered_by`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
-- After the others: of two that fit, the one that was made last is taken.
CREATE INDEX `bill_items_pending_by_date` ON `bill_items` (`date`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_customer` ON `bill_items` (coalesce("customer_id", '')) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_horse` ON `bill_items` (`horse_id`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_service` ON `bill_items` (`service_id`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_quantity` ON `bill_items` (`quantity`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_value` ON `bill_items` (`value`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_location` ON `bill_items` (`location`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_comments` ON `bill_items` (coalesce("comments", '') collate nocase) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_entered_by` ON `bill_items` (`entered_by`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_of_month` ON `bill_items` (coalesce("period", substr("date", 1, 7)), `horse_id`) WHERE "bill_items"."service_id" = 'boarding' and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `horses_deleted` ON `horses` (`id`) WHERE "horses"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `services_deleted` ON `services` (`id`) WHERE "services"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `bill_items_alike` ON `bill_items` (`horse_id`, `service_id`, `date`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
ALTER TABLE `export_lines` ADD `is_voided` integer DEFAULT false NOT NULL CONSTRAINT "export_lines_voided" CHECK("export_lines"."is_voided" in (0, 1));
--> statement-breakpoint
DROP INDEX `export_lines_once_a_bill`;
--> statement-breakpoint
CREATE UNIQUE INDEX `export_lines_once_a_bill` ON `export_lines` (`bill_item_id`) WHERE "export_lines"."is_voided" = 0;
--> statement-breakpoint
ALTER TABLE `exports` ADD `dates` text DEFAULT 'line' NOT NULL CONSTRAINT "exports_dates" CHECK("exports"."dates" in ('line', 'invoice'));
--> statement-breakpoint
ALTER TABLE `exports` ADD `voided_at` text;
--> statement-breakpoint
ALTER TABLE `exports` ADD `voided_by` text;
--> statement-breakpoint
ALTER TABLE `settings` ADD `is_amounts_chosen` integer DEFAULT false NOT NULL CONSTRAINT "settings_amounts_chosen" CHECK("settings"."is_amounts_chosen" in (0, 1));
--> statement-breakpoint
ALTER TABLE `settings` ADD `export_dates` text DEFAULT 'line' NOT NULL CONSTRAINT "settings_dates" CHECK("settings"."export_dates" in ('line', 'invoice'));
--> statement-breakpoint
ALTER TABLE `settings` ADD `prorate` integer DEFAULT false NOT NULL CONSTRAINT "settings_prorate" CHECK("settings"."prorate" in (0, 1));
--> statement-breakpoint
-- Who entered a bill: of a run, the admin who confirmed it; of an entry, the actor of its activity row.
UPDATE `bill_items` SET `entered_by` = coalesce((SELECT `actor` FROM `billing_runs` WHERE `id` = `billing_run_id`), (SELECT `actor` FROM `activity` WHERE `activity`.`id` = `bill_items`.`id`), 'visitor');
--> statement-breakpoint
UPDATE `bill_items` SET `period` = substr(`date`, 1, 7) WHERE `service_id` = 'boarding' OR `billing_run_id` IN (SELECT `id` FROM `billing_runs` WHERE `kind` = 'horses');
--> statement-breakpoint
-- 'quantity-x-value' was preselected, so that its use was no choice; the other was chosen.
UPDATE `settings` SET `is_amounts_chosen` = 1 WHERE `export_amounts` = 'bill-value';
--> statement-breakpoint
-- Who entered a bill is a facet of the list: see 0004_facets.sql.
DROP TRIGGER `bill_items_facets_added`;
--> statement-breakpoint
DROP TRIGGER `bill_items_facets_changed`;
--> statement-breakpoint
CREATE TRIGGER `bill_items_facets_added` AFTER INSERT ON `bill_items` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('date', new.`date`, substr(new.`date`, 6, 2) || '/' || substr(new.`date`, 9, 2) || '/' || substr(new.`date`, 1, 4)), ('quantity', new.`quantity`, new.`quantity` || ''), ('value', new.`value`, '$' || format('%,d', new.`value` / 100) || format('.%02d', new.`value` % 100)), ('entered_by', new.`entered_by`, iif(new.`entered_by` = 'visitor', 'Visitor', new.`entered_by`)) ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_facets_changed` AFTER UPDATE OF `date`, `quantity`, `value`, `entered_by` ON `bill_items` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('date', new.`date`, substr(new.`date`, 6, 2) || '/' || substr(new.`date`, 9, 2) || '/' || substr(new.`date`, 1, 4)), ('quantity', new.`quantity`, new.`quantity` || ''), ('value', new.`value`, '$' || format('%,d', new.`value` / 100) || format('.%02d', new.`value` % 100)), ('entered_by', new.`entered_by`, iif(new.`entered_by` = 'visitor', 'Visitor', new.`entered_by`)) ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'entered_by', `entered_by`, iif(`entered_by` = 'visitor', 'Visitor', `entered_by`) FROM `bill_items`;
--> statement-breakpoint
-- `rows` counts the bills that the list of all bills shows, voided ones included; `sum` and the pending ones leave them out.
DROP TRIGGER `bill_items_counted_added`;
--> statement-breakpoint
DROP TRIGGER `bill_items_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `bill_items_counted_switched`;
--> statement-breakpoint
DROP TRIGGER `bill_items_counted_changed`;
--> statement-breakpoint
CREATE TRIGGER `bill_items_counted_added` AFTER INSERT ON `bill_items` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, 1, (new.`deleted_at` IS NULL) * new.`value`, (new.`export_id` IS NULL AND new.`deleted_at` IS NULL), (new.`export_id` IS NULL AND new.`deleted_at` IS NULL) * new.`value` FROM (VALUES ('', ''), ('date', new.`date`), ('customer', coalesce(new.`customer_id`, '')), ('horse', new.`horse_id`), ('service', new.`service_id`), ('quantity', new.`quantity`), ('value', new.`value`), ('location', new.`location`), ('entered_by', new.`entered_by`)) WHERE (new.`deleted_at` IS NULL OR new.`voided_at` IS NOT NULL) ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_counted_removed` AFTER DELETE ON `bill_items` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, -1, -(old.`deleted_at` IS NULL) * old.`value`, -(old.`export_id` IS NULL AND old.`deleted_at` IS NULL), -(old.`export_id` IS NULL AND old.`deleted_at` IS NULL) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('customer', coalesce(old.`customer_id`, '')), ('horse', old.`horse_id`), ('service', old.`service_id`), ('quantity', old.`quantity`), ('value', old.`value`), ('location', old.`location`), ('entered_by', old.`entered_by`)) WHERE (old.`deleted_at` IS NULL OR old.`voided_at` IS NOT NULL) ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_counted_switched` AFTER UPDATE OF `export_id` ON `bill_items` WHEN (new.`export_id` IS NULL) <> (old.`export_id` IS NULL) BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, 0, 0, ((new.`export_id` IS NULL) - (old.`export_id` IS NULL)), ((new.`export_id` IS NULL) - (old.`export_id` IS NULL)) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('customer', coalesce(old.`customer_id`, '')), ('horse', old.`horse_id`), ('service', old.`service_id`), ('quantity', old.`quantity`), ('value', old.`value`), ('location', old.`location`), ('entered_by', old.`entered_by`)) WHERE old.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_counted_changed` AFTER UPDATE OF `customer_id`, `horse_id`, `service_id`, `date`, `quantity`, `value`, `location`, `entered_by`, `deleted_at`, `voided_at` ON `bill_items` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, -1, -(old.`deleted_at` IS NULL) * old.`value`, -(new.`export_id` IS NULL AND old.`deleted_at` IS NULL), -(new.`export_id` IS NULL AND old.`deleted_at` IS NULL) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('customer', coalesce(old.`customer_id`, '')), ('horse', old.`horse_id`), ('service', old.`service_id`), ('quantity', old.`quantity`), ('value', old.`value`), ('location', old.`location`), ('entered_by', old.`entered_by`)) WHERE (old.`deleted_at` IS NULL OR old.`voided_at` IS NOT NULL) ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, 1, (new.`deleted_at` IS NULL) * new.`value`, (new.`export_id` IS NULL AND new.`deleted_at` IS NULL), (new.`export_id` IS NULL AND new.`deleted_at` IS NULL) * new.`value` FROM (VALUES ('', ''), ('date', new.`date`), ('customer', coalesce(new.`customer_id`, '')), ('horse', new.`horse_id`), ('service', new.`service_id`), ('quantity', new.`quantity`), ('value', new.`value`), ('location', new.`location`), ('entered_by', new.`entered_by`)) WHERE (new.`deleted_at` IS NULL OR new.`voided_at` IS NOT NULL) ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'entered_by', `entered_by`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
-- The search index of corrections, as 0003_search-shows.sql has it for shows.
CREATE VIEW `corrections_text` AS SELECT `corrections`.`seq`, substr(`corrections`.`date`, 6, 2) || '/' || substr(`corrections`.`date`, 9, 2) || '/' || substr(`corrections`.`date`, 1, 4) || char(10) || coalesce(`customers`.`name`, 'Unknown') || char(10) || coalesce(`corrections`.`invoice_number`, 'new invoice') || char(10) || `horses`.`name` || char(10) || `services`.`product_service_name` || char(10) || iif(`corrections`.`amount` < 0, 'Credit $', 'Add $') || format('%,d', abs(`corrections`.`amount`) / 100) || format('.%02d', abs(`corrections`.`amount`) % 100) || char(10) || `corrections`.`reason` || char(10) || `corrections`.`actor` AS `text` FROM `corrections` LEFT JOIN `customers` ON `customers`.`id` = `corrections`.`customer_id` JOIN `horses` ON `horses`.`id` = `corrections`.`horse_id` JOIN `services` ON `services`.`id` = `corrections`.`service_id`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `corrections_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER `corrections_added` AFTER INSERT ON `corrections` BEGIN INSERT INTO `corrections_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `corrections_text` WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_changed` AFTER UPDATE ON `corrections` BEGIN UPDATE `corrections_search` SET `text` = (SELECT `text` FROM `corrections_text` WHERE `seq` = new.`seq`) WHERE `rowid` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_customer_renamed` AFTER UPDATE OF `name` ON `customers` WHEN new.`name` <> old.`name` BEGIN UPDATE `corrections_search` SET `text` = (SELECT `text` FROM `corrections_text` WHERE `seq` = `corrections_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `corrections` WHERE `customer_id` = new.`id`); END;
--> statement-breakpoint
CREATE TRIGGER `corrections_horse_renamed` AFTER UPDATE OF `name` ON `horses` WHEN new.`name` <> old.`name` BEGIN UPDATE `corrections_search` SET `text` = (SELECT `text` FROM `corrections_text` WHERE `seq` = `corrections_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `corrections` WHERE `horse_id` = new.`id`); END;
--> statement-breakpoint
CREATE TRIGGER `corrections_service_renamed` AFTER UPDATE OF `product_service_name` ON `services` WHEN new.`product_service_name` <> old.`product_service_name` BEGIN UPDATE `corrections_search` SET `text` = (SELECT `text` FROM `corrections_text` WHERE `seq` = `corrections_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `corrections` WHERE `service_id` = new.`id`); END;
--> statement-breakpoint
CREATE TRIGGER `corrections_counted_added` AFTER INSERT ON `corrections` BEGIN UPDATE `totals` SET `rows` = `rows` + 1, `sum` = `sum` + new.`amount`, `current_rows` = `current_rows` + (NOT new.`entered`), `current_sum` = `current_sum` + (NOT new.`entered`) * new.`amount` WHERE `list` = 'corrections' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_counted_removed` AFTER DELETE ON `corrections` BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - old.`amount`, `current_rows` = `current_rows` - (NOT old.`entered`), `current_sum` = `current_sum` - (NOT old.`entered`) * old.`amount` WHERE `list` = 'corrections' AND old.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_counted_changed` AFTER UPDATE OF `amount`, `entered`, `deleted_at` ON `corrections` BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - old.`amount`, `current_rows` = `current_rows` - (NOT old.`entered`), `current_sum` = `current_sum` - (NOT old.`entered`) * old.`amount` WHERE `list` = 'corrections' AND old.`deleted_at` IS NULL; UPDATE `totals` SET `rows` = `rows` + 1, `sum` = `sum` + new.`amount`, `current_rows` = `current_rows` + (NOT new.`entered`), `current_sum` = `current_sum` + (NOT new.`entered`) * new.`amount` WHERE `list` = 'corrections' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`) VALUES ('corrections', '', '');
