-- A search of corrections finds the mark of deleted customers and horses.
DROP VIEW `corrections_text`;
--> statement-breakpoint
CREATE VIEW `corrections_text` AS SELECT `corrections`.`seq`, substr(`corrections`.`date`, 6, 2) || '/' || substr(`corrections`.`date`, 9, 2) || '/' || substr(`corrections`.`date`, 1, 4) || char(10) || coalesce(`customers`.`name` || iif(`customers`.`deleted_at` IS NULL, '', ' (deleted)'), 'Unknown') || char(10) || coalesce(`corrections`.`invoice_number`, 'new invoice') || char(10) || `horses`.`name` || iif(`horses`.`deleted_at` IS NULL, '', ' (deleted)') || char(10) || `services`.`product_service_name` || char(10) || iif(`corrections`.`amount` < 0, 'Credit $', 'Add $') || format('%,d', abs(`corrections`.`amount`) / 100) || format('.%02d', abs(`corrections`.`amount`) % 100) || char(10) || `corrections`.`reason` || char(10) || `corrections`.`actor` AS `text` FROM `corrections` LEFT JOIN `customers` ON `customers`.`id` = `corrections`.`customer_id` JOIN `horses` ON `horses`.`id` = `corrections`.`horse_id` JOIN `services` ON `services`.`id` = `corrections`.`service_id`;
--> statement-breakpoint
DROP TRIGGER `corrections_customer_renamed`;
--> statement-breakpoint
CREATE TRIGGER `corrections_customer_renamed` AFTER UPDATE OF `name`, `deleted_at` ON `customers` WHEN new.`name` <> old.`name` OR (new.`deleted_at` IS NULL) <> (old.`deleted_at` IS NULL) BEGIN UPDATE `corrections_search` SET `text` = (SELECT `text` FROM `corrections_text` WHERE `seq` = `corrections_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `corrections` WHERE `customer_id` = new.`id`); END;
--> statement-breakpoint
DROP TRIGGER `corrections_horse_renamed`;
--> statement-breakpoint
CREATE TRIGGER `corrections_horse_renamed` AFTER UPDATE OF `name`, `deleted_at` ON `horses` WHEN new.`name` <> old.`name` OR (new.`deleted_at` IS NULL) <> (old.`deleted_at` IS NULL) BEGIN UPDATE `corrections_search` SET `text` = (SELECT `text` FROM `corrections_text` WHERE `seq` = `corrections_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `corrections` WHERE `horse_id` = new.`id`); END;
--> statement-breakpoint
UPDATE `corrections_search` SET `text` = (SELECT `text` FROM `corrections_text` WHERE `seq` = `corrections_search`.`rowid`)
WHERE `rowid` IN (SELECT `seq` FROM `corrections` WHERE `customer_id` IN (SELECT `id` FROM `customers` WHERE `deleted_at` IS NOT NULL) OR `horse_id` IN (SELECT `id` FROM `horses` WHERE `deleted_at` IS NOT NULL));
