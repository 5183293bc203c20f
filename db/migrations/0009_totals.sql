CREATE TABLE `totals` (
	`list` text NOT NULL,
	`kind` text NOT NULL,
	`key` any NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`sum` integer DEFAULT 0 NOT NULL,
	`current_rows` integer DEFAULT 0 NOT NULL,
	`current_sum` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`list`, `kind`, `key`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
DROP INDEX `shows_by_date`;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_name` ON `shows` ("name" collate nocase) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_name` ON `shows` ("name" collate nocase) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_date` ON `shows` (`date`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_date` ON `shows` (`date`) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_horse` ON `shows` (`horse_id`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_horse` ON `shows` (`horse_id`) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_service` ON `shows` (`service_id`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_service` ON `shows` (`service_id`) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_quantity` ON `shows` (`quantity`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_quantity` ON `shows` (`quantity`) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_billed` ON `shows` ("billed" + 0) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_billed` ON `shows` ("billed" + 0) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
ALTER TABLE `billing_runs` ADD `horse_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `bill_items_boarding` ON `bill_items` (`date`, `horse_id`) WHERE "bill_items"."service_id" = 'boarding' and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `exports_by_time` ON `exports` (`at`);
--> statement-breakpoint
CREATE INDEX `grooms_by_last_day` ON `grooms` (coalesce("end_date", '9999-12-31')) WHERE "grooms"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `horses_by_last_day` ON `horses` (coalesce("check_out_date", '9999-12-31')) WHERE "horses"."deleted_at" is null;
--> statement-breakpoint
-- Triggers keep the totals of each list true whoever writes: of the whole list and, in a long list, of each facet.
-- Where a row can move between views and between facets in one update, `_switched` moves it between the views with its old
-- facets, and `_changed` between the facets in its new view. Together they take a third of the time of one trigger for both.
CREATE TRIGGER `bill_items_counted_added` AFTER INSERT ON `bill_items` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, 1, new.`value`, (new.`export_id` IS NULL), (new.`export_id` IS NULL) * new.`value` FROM (VALUES ('', ''), ('date', new.`date`), ('customer', coalesce(new.`customer_id`, '')), ('horse', new.`horse_id`), ('service', new.`service_id`), ('quantity', new.`quantity`), ('value', new.`value`), ('location', new.`location`)) WHERE new.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_counted_removed` AFTER DELETE ON `bill_items` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, -1, -old.`value`, -(old.`export_id` IS NULL), -(old.`export_id` IS NULL) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('customer', coalesce(old.`customer_id`, '')), ('horse', old.`horse_id`), ('service', old.`service_id`), ('quantity', old.`quantity`), ('value', old.`value`), ('location', old.`location`)) WHERE old.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_counted_switched` AFTER UPDATE OF `export_id` ON `bill_items` WHEN (new.`export_id` IS NULL) <> (old.`export_id` IS NULL) BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, 0, 0, ((new.`export_id` IS NULL) - (old.`export_id` IS NULL)), ((new.`export_id` IS NULL) - (old.`export_id` IS NULL)) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('customer', coalesce(old.`customer_id`, '')), ('horse', old.`horse_id`), ('service', old.`service_id`), ('quantity', old.`quantity`), ('value', old.`value`), ('location', old.`location`)) WHERE old.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_counted_changed` AFTER UPDATE OF `customer_id`, `horse_id`, `service_id`, `date`, `quantity`, `value`, `location`, `deleted_at` ON `bill_items` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, -1, -old.`value`, -(new.`export_id` IS NULL), -(new.`export_id` IS NULL) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('customer', coalesce(old.`customer_id`, '')), ('horse', old.`horse_id`), ('service', old.`service_id`), ('quantity', old.`quantity`), ('value', old.`value`), ('location', old.`location`)) WHERE old.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', `column1`, `column2`, 1, new.`value`, (new.`export_id` IS NULL), (new.`export_id` IS NULL) * new.`value` FROM (VALUES ('', ''), ('date', new.`date`), ('customer', coalesce(new.`customer_id`, '')), ('horse', new.`horse_id`), ('service', new.`service_id`), ('quantity', new.`quantity`), ('value', new.`value`), ('location', new.`location`)) WHERE new.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', '', '', count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'date', `date`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'customer', coalesce(`customer_id`, ''), count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'horse', `horse_id`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'service', `service_id`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'quantity', `quantity`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'value', `value`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'bill_items', 'location', `location`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`export_id` IS NULL)), 0), coalesce(sum((`export_id` IS NULL) * `value`), 0) FROM `bill_items` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
CREATE TRIGGER `payroll_counted_added` AFTER INSERT ON `payroll` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', `column1`, `column2`, 1, new.`value`, (new.`paid` = 0), (new.`paid` = 0) * new.`value` FROM (VALUES ('', ''), ('date', new.`date`), ('week', (strftime('%j', date(new.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1), ('groom', new.`groom_id`), ('item', new.`item`), ('value', new.`value`), ('payment', coalesce(new.`payment_date`, '')), ('groom by date', coalesce(date(new.`date`, 'weekday 0', '-6 days'), '') || ' ' || new.`groom_id`), ('groom by payment', coalesce(date(new.`payment_date`, 'weekday 0', '-6 days'), '') || ' ' || new.`groom_id`)) WHERE new.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `payroll_counted_removed` AFTER DELETE ON `payroll` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', `column1`, `column2`, -1, -old.`value`, -(old.`paid` = 0), -(old.`paid` = 0) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('week', (strftime('%j', date(old.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1), ('groom', old.`groom_id`), ('item', old.`item`), ('value', old.`value`), ('payment', coalesce(old.`payment_date`, '')), ('groom by date', coalesce(date(old.`date`, 'weekday 0', '-6 days'), '') || ' ' || old.`groom_id`), ('groom by payment', coalesce(date(old.`payment_date`, 'weekday 0', '-6 days'), '') || ' ' || old.`groom_id`)) WHERE old.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `payroll_counted_switched` AFTER UPDATE OF `paid` ON `payroll` WHEN (new.`paid` = 0) <> (old.`paid` = 0) BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', `column1`, `column2`, 0, 0, ((new.`paid` = 0) - (old.`paid` = 0)), ((new.`paid` = 0) - (old.`paid` = 0)) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('week', (strftime('%j', date(old.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1), ('groom', old.`groom_id`), ('item', old.`item`), ('value', old.`value`), ('payment', coalesce(old.`payment_date`, '')), ('groom by date', coalesce(date(old.`date`, 'weekday 0', '-6 days'), '') || ' ' || old.`groom_id`), ('groom by payment', coalesce(date(old.`payment_date`, 'weekday 0', '-6 days'), '') || ' ' || old.`groom_id`)) WHERE old.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
CREATE TRIGGER `payroll_counted_changed` AFTER UPDATE OF `groom_id`, `item`, `date`, `payment_date`, `value`, `deleted_at` ON `payroll` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', `column1`, `column2`, -1, -old.`value`, -(new.`paid` = 0), -(new.`paid` = 0) * old.`value` FROM (VALUES ('', ''), ('date', old.`date`), ('week', (strftime('%j', date(old.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1), ('groom', old.`groom_id`), ('item', old.`item`), ('value', old.`value`), ('payment', coalesce(old.`payment_date`, '')), ('groom by date', coalesce(date(old.`date`, 'weekday 0', '-6 days'), '') || ' ' || old.`groom_id`), ('groom by payment', coalesce(date(old.`payment_date`, 'weekday 0', '-6 days'), '') || ' ' || old.`groom_id`)) WHERE old.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', `column1`, `column2`, 1, new.`value`, (new.`paid` = 0), (new.`paid` = 0) * new.`value` FROM (VALUES ('', ''), ('date', new.`date`), ('week', (strftime('%j', date(new.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1), ('groom', new.`groom_id`), ('item', new.`item`), ('value', new.`value`), ('payment', coalesce(new.`payment_date`, '')), ('groom by date', coalesce(date(new.`date`, 'weekday 0', '-6 days'), '') || ' ' || new.`groom_id`), ('groom by payment', coalesce(date(new.`payment_date`, 'weekday 0', '-6 days'), '') || ' ' || new.`groom_id`)) WHERE new.`deleted_at` IS NULL ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`, `sum` = `sum` + excluded.`sum`, `current_rows` = `current_rows` + excluded.`current_rows`, `current_sum` = `current_sum` + excluded.`current_sum`; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', '', '', count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'date', `date`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'week', (strftime('%j', date(`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1, count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'groom', `groom_id`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'item', `item`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'value', `value`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'payment', coalesce(`payment_date`, ''), count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'groom by date', coalesce(date(`date`, 'weekday 0', '-6 days'), '') || ' ' || `groom_id`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'payroll', 'groom by payment', coalesce(date(`payment_date`, 'weekday 0', '-6 days'), '') || ' ' || `groom_id`, count(*), coalesce(sum(`value`), 0), coalesce(sum((`paid` = 0)), 0), coalesce(sum((`paid` = 0) * `value`), 0) FROM `payroll` WHERE `deleted_at` IS NULL GROUP BY 3;
--> statement-breakpoint
CREATE TRIGGER `shows_counted_added` AFTER INSERT ON `shows` BEGIN UPDATE `totals` SET `rows` = `rows` + 1, `sum` = `sum` + (NOT new.`billed`), `current_rows` = `current_rows` + (NOT new.`billed`), `current_sum` = `current_sum` + (NOT new.`billed`) WHERE `list` = 'shows' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `shows_counted_removed` AFTER DELETE ON `shows` BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - (NOT old.`billed`), `current_rows` = `current_rows` - (NOT old.`billed`), `current_sum` = `current_sum` - (NOT old.`billed`) WHERE `list` = 'shows' AND old.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `shows_counted_changed` AFTER UPDATE OF `billed`, `deleted_at` ON `shows` BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - (NOT old.`billed`), `current_rows` = `current_rows` - (NOT old.`billed`), `current_sum` = `current_sum` - (NOT old.`billed`) WHERE `list` = 'shows' AND old.`deleted_at` IS NULL; UPDATE `totals` SET `rows` = `rows` + 1, `sum` = `sum` + (NOT new.`billed`), `current_rows` = `current_rows` + (NOT new.`billed`), `current_sum` = `current_sum` + (NOT new.`billed`) WHERE `list` = 'shows' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'shows', '', '', count(*), coalesce(sum((NOT `billed`)), 0), coalesce(sum((NOT `billed`)), 0), coalesce(sum((NOT `billed`)), 0) FROM `shows` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `horses_counted_added` AFTER INSERT ON `horses` BEGIN UPDATE `totals` SET `rows` = `rows` + 1, `sum` = `sum` + new.`is_billable` WHERE `list` = 'horses' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `horses_counted_removed` AFTER DELETE ON `horses` BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - old.`is_billable` WHERE `list` = 'horses' AND old.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `horses_counted_changed` AFTER UPDATE OF `is_billable`, `deleted_at` ON `horses` BEGIN UPDATE `totals` SET `rows` = `rows` - 1, `sum` = `sum` - old.`is_billable` WHERE `list` = 'horses' AND old.`deleted_at` IS NULL; UPDATE `totals` SET `rows` = `rows` + 1, `sum` = `sum` + new.`is_billable` WHERE `list` = 'horses' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'horses', '', '', count(*), coalesce(sum(`is_billable`), 0), 0, 0 FROM `horses` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `customers_counted_added` AFTER INSERT ON `customers` BEGIN UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'customers' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `customers_counted_removed` AFTER DELETE ON `customers` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'customers' AND old.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `customers_counted_changed` AFTER UPDATE OF `deleted_at` ON `customers` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'customers' AND old.`deleted_at` IS NULL; UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'customers' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'customers', '', '', count(*), 0, 0, 0 FROM `customers` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `services_counted_added` AFTER INSERT ON `services` BEGIN UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'services' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `services_counted_removed` AFTER DELETE ON `services` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'services' AND old.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `services_counted_changed` AFTER UPDATE OF `deleted_at` ON `services` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'services' AND old.`deleted_at` IS NULL; UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'services' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'services', '', '', count(*), 0, 0, 0 FROM `services` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `grooms_counted_added` AFTER INSERT ON `grooms` BEGIN UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'grooms' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `grooms_counted_removed` AFTER DELETE ON `grooms` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'grooms' AND old.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `grooms_counted_changed` AFTER UPDATE OF `deleted_at` ON `grooms` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'grooms' AND old.`deleted_at` IS NULL; UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'grooms' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'grooms', '', '', count(*), 0, 0, 0 FROM `grooms` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `admins_counted_added` AFTER INSERT ON `admins` BEGIN UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'admins' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `admins_counted_removed` AFTER DELETE ON `admins` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'admins' AND old.`deleted_at` IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER `admins_counted_changed` AFTER UPDATE OF `deleted_at` ON `admins` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'admins' AND old.`deleted_at` IS NULL; UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'admins' AND new.`deleted_at` IS NULL; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'admins', '', '', count(*), 0, 0, 0 FROM `admins` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `exports_counted_added` AFTER INSERT ON `exports` BEGIN UPDATE `totals` SET `rows` = `rows` + 1 WHERE `list` = 'exports'; END;
--> statement-breakpoint
CREATE TRIGGER `exports_counted_removed` AFTER DELETE ON `exports` BEGIN UPDATE `totals` SET `rows` = `rows` - 1 WHERE `list` = 'exports'; END;
--> statement-breakpoint
INSERT INTO `totals` (`list`, `kind`, `key`, `rows`, `sum`, `current_rows`, `current_sum`) SELECT 'exports', '', '', count(*), 0, 0, 0 FROM `exports`;
--> statement-breakpoint
UPDATE `billing_runs` SET `horse_count` = `run`.`horses` FROM (SELECT `billing_run_id` AS `id`, count(DISTINCT `horse_id`) AS `horses` FROM `bill_items` WHERE `billing_run_id` IS NOT NULL GROUP BY `billing_run_id`) AS `run` WHERE `run`.`id` = `billing_runs`.`id`;
