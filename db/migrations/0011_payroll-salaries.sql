CREATE TABLE `salary_changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`groom_id` text NOT NULL,
	`at` text NOT NULL,
	`salary_before` integer NOT NULL,
	FOREIGN KEY (`groom_id`) REFERENCES `grooms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "salary_changes_before" CHECK("salary_changes"."salary_before" >= 0)
) STRICT;

--> statement-breakpoint
CREATE INDEX `salary_changes_by_groom` ON `salary_changes` (`groom_id`, `at`);
--> statement-breakpoint
CREATE INDEX `grooms_by_change` ON `grooms` (`updated_at`) WHERE "grooms"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_salaries_by_hand` ON `payroll` (`groom_id`, `date`) WHERE "payroll"."week" is null and lower(trim("payroll"."item")) = 'weekly salary';
--> statement-breakpoint
DROP INDEX `payroll_deleted_salaries`;
--> statement-breakpoint
CREATE INDEX `payroll_deleted_salaries` ON `payroll` (`groom_id`, `week`) WHERE "payroll"."week" is not null and "payroll"."deleted_at" is not null;
--> statement-breakpoint
ALTER TABLE `settings` ADD `late_from` text CONSTRAINT "settings_late_from" CHECK("settings"."late_from" is null or ("settings"."late_from" between '2000-01-01' and '2099-12-31' and "settings"."late_from" is date("settings"."late_from")));

--> statement-breakpoint
CREATE TRIGGER `grooms_salary_changed` AFTER UPDATE OF `weekly_salary` ON `grooms` WHEN new.`weekly_salary` <> old.`weekly_salary` BEGIN INSERT INTO `salary_changes` (`groom_id`, `at`, `salary_before`) VALUES (new.`id`, new.`updated_at`, old.`weekly_salary`); END;
--> statement-breakpoint
-- The changes so far that the history has: a salary is changed in the dialog of a groom only.
INSERT INTO `salary_changes` (`groom_id`, `at`, `salary_before`) SELECT `past`.`value` ->> 'id', `activity`.`at`, `past`.`value` ->> 'weekly_salary' FROM `activity`, json_each(`activity`.`before`) AS `past`, json_each(`activity`.`after`) AS `next` WHERE `activity`.`action` = 'edit groom' AND `past`.`value` ->> 'table' = 'grooms' AND `next`.`value` ->> 'id' = `past`.`value` ->> 'id' AND `past`.`value` ->> 'weekly_salary' <> `next`.`value` ->> 'weekly_salary' ORDER BY `activity`.`rowid`;
--> statement-breakpoint
-- Earlier versions asked for the salaries of late grooms to be entered by hand, under any name: no run makes up for weeks before this one.
UPDATE `settings` SET `late_from` = date('now', 'weekday 0', '-6 days') WHERE EXISTS (SELECT 1 FROM `payroll_runs`);
--> statement-breakpoint
-- Where a deleted customer or horse is still named, its name is marked, and a search finds the mark.
DROP VIEW `horses_text`;
--> statement-breakpoint
CREATE VIEW `horses_text` AS SELECT `horses`.`seq`, `horses`.`name` || char(10) || coalesce(`customers`.`name` || iif(`customers`.`deleted_at` IS NULL, '', ' (deleted)'), 'Unknown') || char(10) || substr(`horses`.`check_in_date`, 6, 2) || '/' || substr(`horses`.`check_in_date`, 9, 2) || '/' || substr(`horses`.`check_in_date`, 1, 4) || char(10) || coalesce(substr(`horses`.`check_out_date`, 6, 2) || '/' || substr(`horses`.`check_out_date`, 9, 2) || '/' || substr(`horses`.`check_out_date`, 1, 4), '') || char(10) || '$' || format('%,d', `horses`.`boarding` / 100) || format('.%02d', `horses`.`boarding` % 100) || char(10) || '$' || format('%,d', `horses`.`boarding_surcharge` / 100) || format('.%02d', `horses`.`boarding_surcharge` % 100) || char(10) || '$' || format('%,d', `horses`.`training` / 100) || format('.%02d', `horses`.`training` % 100) || char(10) || CASE `horses`.`has_blanket` WHEN 1 THEN '$100.00' ELSE '$0.00' END || char(10) || CASE `horses`.`location` WHEN 'florida' THEN 'Florida' ELSE 'Long Island' END AS `text` FROM `horses` LEFT JOIN `customers` ON `customers`.`id` = `horses`.`customer_id`;
--> statement-breakpoint
DROP TRIGGER `horses_customer_renamed`;
--> statement-breakpoint
CREATE TRIGGER `horses_customer_renamed` AFTER UPDATE OF `name`, `deleted_at` ON `customers` WHEN new.`name` <> old.`name` OR (new.`deleted_at` IS NULL) <> (old.`deleted_at` IS NULL) BEGIN UPDATE `horses_search` SET `text` = (SELECT `text` FROM `horses_text` WHERE `seq` = `horses_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `horses` WHERE `customer_id` = new.`id`); END;
--> statement-breakpoint
UPDATE `horses_search` SET `text` = (SELECT `text` FROM `horses_text` WHERE `seq` = `horses_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `horses` WHERE `customer_id` IN (SELECT `id` FROM `customers` WHERE `deleted_at` IS NOT NULL));
--> statement-breakpoint
DROP VIEW `shows_text`;
--> statement-breakpoint
CREATE VIEW `shows_text` AS SELECT `shows`.`seq`, `shows`.`name` || char(10) || substr(`shows`.`date`, 6, 2) || '/' || substr(`shows`.`date`, 9, 2) || '/' || substr(`shows`.`date`, 1, 4) || char(10) || `horses`.`name` || iif(`horses`.`deleted_at` IS NULL, '', ' (deleted)') || char(10) || `services`.`product_service_name` || char(10) || `shows`.`quantity` AS `text` FROM `shows` JOIN `horses` ON `horses`.`id` = `shows`.`horse_id` JOIN `services` ON `services`.`id` = `shows`.`service_id`;
--> statement-breakpoint
DROP TRIGGER `shows_horse_renamed`;
--> statement-breakpoint
CREATE TRIGGER `shows_horse_renamed` AFTER UPDATE OF `name`, `deleted_at` ON `horses` WHEN new.`name` <> old.`name` OR (new.`deleted_at` IS NULL) <> (old.`deleted_at` IS NULL) BEGIN UPDATE `shows_search` SET `text` = (SELECT `text` FROM `shows_text` WHERE `seq` = `shows_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `shows` WHERE `horse_id` = new.`id`); END;
--> statement-breakpoint
UPDATE `shows_search` SET `text` = (SELECT `text` FROM `shows_text` WHERE `seq` = `shows_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `shows` WHERE `horse_id` IN (SELECT `id` FROM `horses` WHERE `deleted_at` IS NOT NULL));
--> statement-breakpoint
DROP TRIGGER `customers_facet_changed`;
--> statement-breakpoint
CREATE TRIGGER `customers_facet_changed` AFTER UPDATE OF `name`, `deleted_at` ON `customers` WHEN new.`name` <> old.`name` OR (new.`deleted_at` IS NULL) <> (old.`deleted_at` IS NULL) BEGIN UPDATE `facets` SET `text` = new.`name` || iif(new.`deleted_at` IS NULL, '', ' (deleted)') WHERE `kind` = 'customer' AND `key` = new.`id`; END;
--> statement-breakpoint
DROP TRIGGER `horses_facet_changed`;
--> statement-breakpoint
CREATE TRIGGER `horses_facet_changed` AFTER UPDATE OF `name`, `deleted_at` ON `horses` WHEN new.`name` <> old.`name` OR (new.`deleted_at` IS NULL) <> (old.`deleted_at` IS NULL) BEGIN UPDATE `facets` SET `text` = new.`name` || iif(new.`deleted_at` IS NULL, '', ' (deleted)') WHERE `kind` = 'horse' AND `key` = new.`id`; END;
--> statement-breakpoint
UPDATE `facets` SET `text` = `text` || ' (deleted)' WHERE (`kind` = 'customer' AND `key` IN (SELECT `id` FROM `customers` WHERE `deleted_at` IS NOT NULL)) OR (`kind` = 'horse' AND `key` IN (SELECT `id` FROM `horses` WHERE `deleted_at` IS NOT NULL));
