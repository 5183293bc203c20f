CREATE TABLE `facets` (
	`seq` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` any NOT NULL,
	`text` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `facets_by_key` ON `facets` (`kind`,`key`);--> statement-breakpoint
CREATE INDEX `facets_by_text` ON `facets` (`kind`,"text" collate nocase);--> statement-breakpoint
DROP INDEX `bill_items_pending`;--> statement-breakpoint
DROP INDEX `bill_items_by_date`;--> statement-breakpoint
DROP INDEX `bill_items_by_horse`;--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_date` ON `bill_items` (`date`) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_customer` ON `bill_items` (coalesce("customer_id", ''));--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_customer` ON `bill_items` (coalesce("customer_id", '')) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_horse` ON `bill_items` (`horse_id`) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_service` ON `bill_items` (`service_id`);--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_service` ON `bill_items` (`service_id`) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_quantity` ON `bill_items` (`quantity`);--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_quantity` ON `bill_items` (`quantity`) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_value` ON `bill_items` (`value`);--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_value` ON `bill_items` (`value`) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_location` ON `bill_items` (`location`);--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_location` ON `bill_items` (`location`) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_comments` ON `bill_items` (coalesce("comments", '') collate nocase);--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_comments` ON `bill_items` (coalesce("comments", '') collate nocase) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_date` ON `bill_items` (`date`);--> statement-breakpoint
CREATE INDEX `bill_items_by_horse` ON `bill_items` (`horse_id`);
--> statement-breakpoint
-- Facets and the comments of bills are searched by trigrams without regard to case or accents, as 0001_search.sql has it for
-- the rows of short lists. Triggers keep all of it true whoever writes.
CREATE VIRTUAL TABLE `facets_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `bill_comments_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER `facets_added` AFTER INSERT ON `facets` BEGIN INSERT INTO `facets_search` (`rowid`, `text`) VALUES (new.`seq`, new.`text`); END;
--> statement-breakpoint
CREATE TRIGGER `facets_changed` AFTER UPDATE OF `text` ON `facets` BEGIN UPDATE `facets_search` SET `text` = new.`text` WHERE `rowid` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `customers_facet_added` AFTER INSERT ON `customers` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('customer', new.`id`, new.`name`); END;
--> statement-breakpoint
CREATE TRIGGER `customers_facet_changed` AFTER UPDATE OF `name` ON `customers` WHEN new.`name` <> old.`name` BEGIN UPDATE `facets` SET `text` = new.`name` WHERE `kind` = 'customer' AND `key` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `horses_facet_added` AFTER INSERT ON `horses` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('horse', new.`id`, new.`name`); END;
--> statement-breakpoint
CREATE TRIGGER `horses_facet_changed` AFTER UPDATE OF `name` ON `horses` WHEN new.`name` <> old.`name` BEGIN UPDATE `facets` SET `text` = new.`name` WHERE `kind` = 'horse' AND `key` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `services_facet_added` AFTER INSERT ON `services` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('service', new.`id`, new.`product_service_name`); END;
--> statement-breakpoint
CREATE TRIGGER `services_facet_changed` AFTER UPDATE OF `product_service_name` ON `services` WHEN new.`product_service_name` <> old.`product_service_name` BEGIN UPDATE `facets` SET `text` = new.`product_service_name` WHERE `kind` = 'service' AND `key` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_facets_added` AFTER INSERT ON `bill_items` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('date', new.`date`, substr(new.`date`, 6, 2) || '/' || substr(new.`date`, 9, 2) || '/' || substr(new.`date`, 1, 4)), ('quantity', new.`quantity`, new.`quantity` || ''), ('value', new.`value`, '$' || format('%,d', new.`value` / 100) || format('.%02d', new.`value` % 100)) ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_facets_changed` AFTER UPDATE OF `date`, `quantity`, `value` ON `bill_items` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('date', new.`date`, substr(new.`date`, 6, 2) || '/' || substr(new.`date`, 9, 2) || '/' || substr(new.`date`, 1, 4)), ('quantity', new.`quantity`, new.`quantity` || ''), ('value', new.`value`, '$' || format('%,d', new.`value` / 100) || format('.%02d', new.`value` % 100)) ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
CREATE TRIGGER `bill_comments_added` AFTER INSERT ON `bill_items` WHEN new.`comments` IS NOT NULL BEGIN INSERT INTO `bill_comments_search` (`rowid`, `text`) VALUES (new.`seq`, new.`comments`); END;
--> statement-breakpoint
CREATE TRIGGER `bill_comments_changed` AFTER UPDATE OF `comments` ON `bill_items` BEGIN INSERT OR REPLACE INTO `bill_comments_search` (`rowid`, `text`) VALUES (new.`seq`, coalesce(new.`comments`, '')); END;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('customer', '', 'Unknown'), ('location', 'florida', 'Florida'), ('location', 'long-island', 'Long Island');
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT 'customer', `id`, `name` FROM `customers`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT 'horse', `id`, `name` FROM `horses`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT 'service', `id`, `product_service_name` FROM `services`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'date', `date`, substr(`date`, 6, 2) || '/' || substr(`date`, 9, 2) || '/' || substr(`date`, 1, 4) FROM `bill_items`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'quantity', `quantity`, `quantity` || '' FROM `bill_items`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'value', `value`, '$' || format('%,d', `value` / 100) || format('.%02d', `value` % 100) FROM `bill_items`;
--> statement-breakpoint
INSERT INTO `bill_comments_search` (`rowid`, `text`) SELECT `seq`, `comments` FROM `bill_items` WHERE `comments` IS NOT NULL;
