CREATE TABLE `activity_entries` (
	`seq` integer PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`kind` text NOT NULL,
	`change` text NOT NULL,
	`records` text NOT NULL
) STRICT;

--> statement-breakpoint
CREATE INDEX `activity_entries_by_date` ON `activity_entries` (`date`);
--> statement-breakpoint
CREATE INDEX `activity_entries_by_actor` ON `activity_entries` (`actor`, `date`);
--> statement-breakpoint
CREATE INDEX `activity_entries_by_action` ON `activity_entries` (`action`, `date`);
--> statement-breakpoint
CREATE INDEX `activity_entries_by_kind` ON `activity_entries` (`kind`, `date`);
--> statement-breakpoint
CREATE INDEX `activity_entries_by_change` ON `activity_entries` (`change`, `date`);
--> statement-breakpoint
CREATE TABLE `activity_records` (
	`record_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`record_id`, `seq`)
) STRICT;

--> statement-breakpoint
CREATE INDEX `activity_records_by_change` ON `activity_records` (`seq`);
--> statement-breakpoint
CREATE VIRTUAL TABLE `activity_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
-- The changes as the list of activity shows them. Sign-ins and choices of columns change no record of the office.
CREATE VIEW `activity_displayed` AS SELECT `seq`, date(`at`, iif(`at` >= date(substr(`at`, 1, 4) || '-03-08', 'weekday 0') || 'T07' AND `at` < date(substr(`at`, 1, 4) || '-11-01', 'weekday 0') || 'T06', '-4 hours', '-5 hours')) AS `date`, `actor`, `action`, `kind`, CASE WHEN `action` GLOB 'delete *' OR `action` GLOB 'void *' OR `action` GLOB 'take back *' OR `action` GLOB 'undo add *' OR `action` GLOB 'undo duplicate *' OR `action` GLOB 'undo restore *' OR `action` IN ('undo log service', 'archive activity') THEN 'delete' WHEN `action` GLOB 'undo *' OR `action` GLOB 'restore *' THEN 'restore' WHEN `action` GLOB 'edit *' OR `action` GLOB 'set *' OR `action` GLOB 'mark *' OR `action` GLOB 'correct *' OR `action` GLOB 'fail *' THEN 'edit' ELSE 'add' END AS `change`, coalesce((SELECT group_concat(`name`, ', ') FROM (SELECT CASE `value` ->> 'table' WHEN 'admins' THEN `value` ->> 'email' WHEN 'services' THEN `value` ->> 'product_service_name' WHEN 'settings' THEN 'Settings' WHEN 'bill_items' THEN (SELECT `product_service_name` FROM `services` WHERE `id` = `value` ->> 'service_id') || ' for ' || (SELECT `name` FROM `horses` WHERE `id` = `value` ->> 'horse_id') WHEN 'payroll' THEN `value` ->> 'item' || ' of ' || (SELECT `name` FROM `grooms` WHERE `id` = `value` ->> 'groom_id') WHEN 'corrections' THEN (SELECT `product_service_name` FROM `services` WHERE `id` = `value` ->> 'service_id') || ' for ' || (SELECT `name` FROM `horses` WHERE `id` = `value` ->> 'horse_id') WHEN 'billing_runs' THEN `value` ->> 'bill_count' || iif(`value` ->> 'bill_count' = 1, ' bill', ' bills') WHEN 'payroll_runs' THEN `value` ->> 'item_count' || iif(`value` ->> 'item_count' = 1, ' item', ' items') WHEN 'exports' THEN iif(`value` ->> 'invoice_count' = 1, 'Invoice ' || (`value` ->> 'first_invoice'), 'Invoices ' || (`value` ->> 'first_invoice') || ' to ' || (`value` ->> 'first_invoice' + (`value` ->> 'invoice_count') - 1)) ELSE `value` ->> 'name' END AS `name` FROM json_each(`snapshot`) WHERE `value` ->> 'table' = `kind` LIMIT 3)), '') || (SELECT iif(count(*) > 3, ' and ' || (count(*) - 3) || ' more', '') FROM json_each(`snapshot`) WHERE `value` ->> 'table' = `kind`) AS `records`, `snapshot` FROM (SELECT `rowid` AS `seq`, `at`, `actor`, `action`, iif(`after` = '[]', `before`, `after`) AS `snapshot`, coalesce(iif(`after` = '[]', `before`, `after`) ->> '$[0].table', '') AS `kind` FROM `activity`) WHERE `action` NOT IN ('use session', 'choose columns', 'sign in', 'sign out', 'sign out everywhere');
--> statement-breakpoint
CREATE TRIGGER `activity_entries_added` AFTER INSERT ON `activity_entries` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('date', new.`date`, substr(new.`date`, 6, 2) || '/' || substr(new.`date`, 9, 2) || '/' || substr(new.`date`, 1, 4)), ('actor', new.`actor`, iif(instr(new.`actor`, '@'), new.`actor`, upper(substr(new.`actor`, 1, 1)) || substr(new.`actor`, 2))), ('action', new.`action`, iif(instr(new.`action`, '@'), new.`action`, upper(substr(new.`action`, 1, 1)) || substr(new.`action`, 2))) ON CONFLICT DO NOTHING; INSERT INTO `totals` (`list`, `kind`, `key`, `rows`) SELECT 'activity_entries', `column1`, `column2`, 1 FROM (VALUES ('', ''), ('date', new.`date`), ('actor', new.`actor`), ('action', new.`action`), ('kind', new.`kind`), ('change', new.`change`)) WHERE true ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`; INSERT INTO `activity_search` (`rowid`, `text`) VALUES (new.`seq`, replace(replace(replace(replace(replace(lower(CASE WHEN new.`records` GLOB '*[^' || char(10) || '-~]*' THEN (WITH RECURSIVE `folded`(`rest`, `done`) AS (SELECT new.`records`, '' UNION ALL SELECT substr(`rest`, 2), `done` || iif(instr(`letters`, substr(`rest`, 1, 1)), substr(`plain`, 2 * instr(`letters`, substr(`rest`, 1, 1)) - 1, 2), substr(`rest`, 1, 1)) FROM `folded` CROSS JOIN `search_letters` WHERE `rest` <> '') SELECT `done` FROM `folded` WHERE `rest` = '') ELSE new.`records` END), '-', ''), ',', ''), '''', ''), '"', ''), '`', '')); END;
--> statement-breakpoint
CREATE TRIGGER `activity_entries_removed` AFTER DELETE ON `activity_entries` BEGIN INSERT INTO `totals` (`list`, `kind`, `key`, `rows`) SELECT 'activity_entries', `column1`, `column2`, -1 FROM (VALUES ('', ''), ('date', old.`date`), ('actor', old.`actor`), ('action', old.`action`), ('kind', old.`kind`), ('change', old.`change`)) WHERE true ON CONFLICT DO UPDATE SET `rows` = `rows` + excluded.`rows`; DELETE FROM `activity_search` WHERE `rowid` = old.`seq`; DELETE FROM `activity_records` WHERE `seq` = old.`seq`; END;
--> statement-breakpoint
-- A change writes its snapshot after it last; a row that is copied has it from the start.
CREATE TRIGGER `activity_listed` AFTER UPDATE OF `after` ON `activity` BEGIN DELETE FROM `activity_entries` WHERE `seq` = new.`rowid`; INSERT INTO `activity_entries` SELECT `seq`, `date`, `actor`, `action`, `kind`, `change`, `records` FROM `activity_displayed` WHERE `seq` = new.`rowid`; INSERT INTO `activity_records` (`record_id`, `seq`) SELECT DISTINCT coalesce(`value` ->> 'id', `value` ->> 'email'), `seq` FROM `activity_displayed`, json_each(`snapshot`) WHERE `seq` = new.`rowid`; END;
--> statement-breakpoint
CREATE TRIGGER `activity_copied` AFTER INSERT ON `activity` WHEN new.`after` <> '[]' BEGIN INSERT INTO `activity_entries` SELECT `seq`, `date`, `actor`, `action`, `kind`, `change`, `records` FROM `activity_displayed` WHERE `seq` = new.`rowid`; INSERT INTO `activity_records` (`record_id`, `seq`) SELECT DISTINCT coalesce(`value` ->> 'id', `value` ->> 'email'), `seq` FROM `activity_displayed`, json_each(`snapshot`) WHERE `seq` = new.`rowid`; END;
--> statement-breakpoint
CREATE TRIGGER `activity_unlisted` AFTER DELETE ON `activity` BEGIN DELETE FROM `activity_entries` WHERE `seq` = old.`rowid`; END;
--> statement-breakpoint
INSERT INTO `activity_entries` SELECT `seq`, `date`, `actor`, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`action`, 'isBillable', 'billable'), 'hasBlanket', 'blanket'), 'checkInDate', 'check in date'), 'checkOutDate', 'check out date'), 'boardingSurcharge', 'boarding surcharge'), 'needsGroom', 'needs groom'), 'startDate', 'start date'), 'endDate', 'end date'), 'horseId', 'horse'), 'serviceId', 'service'), `kind`, `change`, `records` FROM `activity_displayed`;
--> statement-breakpoint
INSERT INTO `activity_records` (`record_id`, `seq`) SELECT DISTINCT coalesce(`value` ->> 'id', `value` ->> 'email'), `seq` FROM `activity_displayed`, json_each(`snapshot`);
