-- SQLite sorts 'Élan' after 'Zephyr'. A column `<column>_order` has the text without accents, for the sort of lists; it is null
-- while the text has no letter beyond ASCII, which most have not. Triggers keep it true whoever writes.
CREATE TABLE `letters` (
	`letter` text PRIMARY KEY NOT NULL,
	`base` text NOT NULL
) STRICT;
--> statement-breakpoint
-- The letters of the Latin blocks of Unicode, and the combining marks, with what they are sorted as.
INSERT INTO `letters` (`letter`, `base`)
SELECT `letter`.`value`, `base`.`key` FROM json_each('{
"a": ["À","Á","Â","Ã","Ä","Å","à","á","â","ã","ä","å","Ā","ā","Ă","ă","Ą","ą","Ǎ","ǎ","Ǟ","ǟ","Ǡ","ǡ","Ǻ","ǻ","Ȁ","ȁ","Ȃ","ȃ","Ȧ","ȧ","Ḁ","ḁ","Ạ","ạ","Ả","ả","Ấ","ấ","Ầ","ầ","Ẩ","ẩ","Ẫ","ẫ","Ậ","ậ","Ắ","ắ","Ằ","ằ","Ẳ","ẳ","Ẵ","ẵ","Ặ","ặ"],
"ae": ["Æ","æ","Ǽ","ǽ"],
"b": ["Ḃ","ḃ","Ḅ","ḅ","Ḇ","ḇ"],
"c": ["Ç","ç","Ć","ć","Ĉ","ĉ","Ċ","ċ","Č","č","Ḉ","ḉ"],
"d": ["Ð","ð","Ď","ď","Đ","đ","Ḋ","ḋ","Ḍ","ḍ","Ḏ","ḏ","Ḑ","ḑ","Ḓ","ḓ"],
"e": ["È","É","Ê","Ë","è","é","ê","ë","Ē","ē","Ĕ","ĕ","Ė","ė","Ę","ę","Ě","ě","Ȅ","ȅ","Ȇ","ȇ","Ȩ","ȩ","Ḕ","ḕ","Ḗ","ḗ","Ḙ","ḙ","Ḛ","ḛ","Ḝ","ḝ","Ẹ","ẹ","Ẻ","ẻ","Ẽ","ẽ","Ế","ế","Ề","ề","Ể","ể","Ễ","ễ","Ệ","ệ"],
"f": ["Ḟ","ḟ"],
"g": ["Ĝ","ĝ","Ğ","ğ","Ġ","ġ","Ģ","ģ","Ǧ","ǧ","Ǵ","ǵ","Ḡ","ḡ"],
"h": ["Ĥ","ĥ","Ħ","ħ","Ȟ","ȟ","Ḣ","ḣ","Ḥ","ḥ","Ḧ","ḧ","Ḩ","ḩ","Ḫ","ḫ","ẖ"],
"i": ["Ì","Í","Î","Ï","ì","í","î","ï","Ĩ","ĩ","Ī","ī","Ĭ","ĭ","Į","į","İ","ı","Ǐ","ǐ","Ȉ","ȉ","Ȋ","ȋ","Ḭ","ḭ","Ḯ","ḯ","Ỉ","ỉ","Ị","ị"],
"ij": ["Ĳ","ĳ"],
"j": ["Ĵ","ĵ","ǰ"],
"k": ["Ķ","ķ","Ǩ","ǩ","Ḱ","ḱ","Ḳ","ḳ","Ḵ","ḵ"],
"l": ["Ĺ","ĺ","Ļ","ļ","Ľ","ľ","Ŀ","ŀ","Ł","ł","Ḷ","ḷ","Ḹ","ḹ","Ḻ","ḻ","Ḽ","ḽ"],
"m": ["Ḿ","ḿ","Ṁ","ṁ","Ṃ","ṃ"],
"n": ["Ñ","ñ","Ń","ń","Ņ","ņ","Ň","ň","ŉ","Ǹ","ǹ","Ṅ","ṅ","Ṇ","ṇ","Ṉ","ṉ","Ṋ","ṋ"],
"o": ["Ò","Ó","Ô","Õ","Ö","Ø","ò","ó","ô","õ","ö","ø","Ō","ō","Ŏ","ŏ","Ő","ő","Ơ","ơ","Ǒ","ǒ","Ǫ","ǫ","Ǭ","ǭ","Ǿ","ǿ","Ȍ","ȍ","Ȏ","ȏ","Ȫ","ȫ","Ȭ","ȭ","Ȯ","ȯ","Ȱ","ȱ","Ṍ","ṍ","Ṏ","ṏ","Ṑ","ṑ","Ṓ","ṓ","Ọ","ọ","Ỏ","ỏ","Ố","ố","Ồ","ồ","Ổ","ổ","Ỗ","ỗ","Ộ","ộ","Ớ","ớ","Ờ","ờ","Ở","ở","Ỡ","ỡ","Ợ","ợ"],
"oe": ["Œ","œ"],
"p": ["Ṕ","ṕ","Ṗ","ṗ"],
"r": ["Ŕ","ŕ","Ŗ","ŗ","Ř","ř","Ȑ","ȑ","Ȓ","ȓ","Ṙ","ṙ","Ṛ","ṛ","Ṝ","ṝ","Ṟ","ṟ"],
"s": ["Ś","ś","Ŝ","ŝ","Ş","ş","Š","š","Ș","ș","Ṡ","ṡ","Ṣ","ṣ","Ṥ","ṥ","Ṧ","ṧ","Ṩ","ṩ"],
"ss": ["ß","ẞ"],
"t": ["Ţ","ţ","Ť","ť","Ŧ","ŧ","Ț","ț","Ṫ","ṫ","Ṭ","ṭ","Ṯ","ṯ","Ṱ","ṱ","ẗ"],
"th": ["Þ","þ"],
"u": ["Ù","Ú","Û","Ü","ù","ú","û","ü","Ũ","ũ","Ū","ū","Ŭ","ŭ","Ů","ů","Ű","ű","Ų","ų","Ư","ư","Ǔ","ǔ","Ǖ","ǖ","Ǘ","ǘ","Ǚ","ǚ","Ǜ","ǜ","Ȕ","ȕ","Ȗ","ȗ","Ṳ","ṳ","Ṵ","ṵ","Ṷ","ṷ","Ṹ","ṹ","Ṻ","ṻ","Ụ","ụ","Ủ","ủ","Ứ","ứ","Ừ","ừ","Ử","ử","Ữ","ữ","Ự","ự"],
"v": ["Ṽ","ṽ","Ṿ","ṿ"],
"w": ["Ŵ","ŵ","Ẁ","ẁ","Ẃ","ẃ","Ẅ","ẅ","Ẇ","ẇ","Ẉ","ẉ","ẘ"],
"x": ["Ẋ","ẋ","Ẍ","ẍ"],
"y": ["Ý","ý","ÿ","Ŷ","ŷ","Ÿ","Ȳ","ȳ","Ẏ","ẏ","ẙ","Ỳ","ỳ","Ỵ","ỵ","Ỷ","ỷ","Ỹ","ỹ"],
"z": ["Ź","ź","Ż","ż","Ž","ž","Ẑ","ẑ","Ẓ","ẓ","Ẕ","ẕ"]
}') `base`, json_each(`base`.`value`) `letter`;
--> statement-breakpoint
INSERT INTO `letters` (`letter`, `base`)
WITH RECURSIVE `mark`(`code`) AS (SELECT 0x300 UNION ALL SELECT `code` + 1 FROM `mark` WHERE `code` < 0x36f) SELECT char(`code`), '' FROM `mark`;
--> statement-breakpoint
ALTER TABLE `customers` ADD `name_order` text;
--> statement-breakpoint
ALTER TABLE `customers` ADD `riders_order` text;
--> statement-breakpoint
ALTER TABLE `horses` ADD `name_order` text;
--> statement-breakpoint
ALTER TABLE `services` ADD `product_service_name_order` text;
--> statement-breakpoint
ALTER TABLE `services` ADD `sales_description_order` text;
--> statement-breakpoint
ALTER TABLE `grooms` ADD `name_order` text;
--> statement-breakpoint
ALTER TABLE `shows` ADD `name_order` text;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `comments_order` text;
--> statement-breakpoint
ALTER TABLE `corrections` ADD `reason_order` text;
--> statement-breakpoint
ALTER TABLE `facets` ADD `text_order` text;
--> statement-breakpoint
CREATE TRIGGER `customers_name_order_added` AFTER INSERT ON `customers` WHEN new.`name` GLOB '*[^ -~]*' BEGIN UPDATE `customers` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `customers_name_order_changed` AFTER UPDATE OF `name` ON `customers` WHEN new.`name` GLOB '*[^ -~]*' OR new.`name_order` IS NOT NULL BEGIN UPDATE `customers` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `customers_riders_order_added` AFTER INSERT ON `customers` WHEN new.`riders` GLOB '*[^ -~]*' BEGIN UPDATE `customers` SET `riders_order` = iif(new.`riders` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`riders`)) SELECT group_concat(coalesce(`base`, substr(new.`riders`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`riders`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `customers_riders_order_changed` AFTER UPDATE OF `riders` ON `customers` WHEN new.`riders` GLOB '*[^ -~]*' OR new.`riders_order` IS NOT NULL BEGIN UPDATE `customers` SET `riders_order` = iif(new.`riders` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`riders`)) SELECT group_concat(coalesce(`base`, substr(new.`riders`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`riders`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `horses_name_order_added` AFTER INSERT ON `horses` WHEN new.`name` GLOB '*[^ -~]*' BEGIN UPDATE `horses` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `horses_name_order_changed` AFTER UPDATE OF `name` ON `horses` WHEN new.`name` GLOB '*[^ -~]*' OR new.`name_order` IS NOT NULL BEGIN UPDATE `horses` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `services_product_service_name_order_added` AFTER INSERT ON `services` WHEN new.`product_service_name` GLOB '*[^ -~]*' BEGIN UPDATE `services` SET `product_service_name_order` = iif(new.`product_service_name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`product_service_name`)) SELECT group_concat(coalesce(`base`, substr(new.`product_service_name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`product_service_name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `services_product_service_name_order_changed` AFTER UPDATE OF `product_service_name` ON `services` WHEN new.`product_service_name` GLOB '*[^ -~]*' OR new.`product_service_name_order` IS NOT NULL BEGIN UPDATE `services` SET `product_service_name_order` = iif(new.`product_service_name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`product_service_name`)) SELECT group_concat(coalesce(`base`, substr(new.`product_service_name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`product_service_name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `services_sales_description_order_added` AFTER INSERT ON `services` WHEN new.`sales_description` GLOB '*[^ -~]*' BEGIN UPDATE `services` SET `sales_description_order` = iif(new.`sales_description` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`sales_description`)) SELECT group_concat(coalesce(`base`, substr(new.`sales_description`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`sales_description`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `services_sales_description_order_changed` AFTER UPDATE OF `sales_description` ON `services` WHEN new.`sales_description` GLOB '*[^ -~]*' OR new.`sales_description_order` IS NOT NULL BEGIN UPDATE `services` SET `sales_description_order` = iif(new.`sales_description` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`sales_description`)) SELECT group_concat(coalesce(`base`, substr(new.`sales_description`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`sales_description`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `grooms_name_order_added` AFTER INSERT ON `grooms` WHEN new.`name` GLOB '*[^ -~]*' BEGIN UPDATE `grooms` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `grooms_name_order_changed` AFTER UPDATE OF `name` ON `grooms` WHEN new.`name` GLOB '*[^ -~]*' OR new.`name_order` IS NOT NULL BEGIN UPDATE `grooms` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `shows_name_order_added` AFTER INSERT ON `shows` WHEN new.`name` GLOB '*[^ -~]*' BEGIN UPDATE `shows` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `shows_name_order_changed` AFTER UPDATE OF `name` ON `shows` WHEN new.`name` GLOB '*[^ -~]*' OR new.`name_order` IS NOT NULL BEGIN UPDATE `shows` SET `name_order` = iif(new.`name` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`name`)) SELECT group_concat(coalesce(`base`, substr(new.`name`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`name`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_comments_order_added` AFTER INSERT ON `bill_items` WHEN new.`comments` GLOB '*[^ -~]*' BEGIN UPDATE `bill_items` SET `comments_order` = iif(new.`comments` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`comments`)) SELECT group_concat(coalesce(`base`, substr(new.`comments`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`comments`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `bill_items_comments_order_changed` AFTER UPDATE OF `comments` ON `bill_items` WHEN new.`comments` GLOB '*[^ -~]*' OR new.`comments_order` IS NOT NULL BEGIN UPDATE `bill_items` SET `comments_order` = iif(new.`comments` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`comments`)) SELECT group_concat(coalesce(`base`, substr(new.`comments`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`comments`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_reason_order_added` AFTER INSERT ON `corrections` WHEN new.`reason` GLOB '*[^ -~]*' BEGIN UPDATE `corrections` SET `reason_order` = iif(new.`reason` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`reason`)) SELECT group_concat(coalesce(`base`, substr(new.`reason`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`reason`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_reason_order_changed` AFTER UPDATE OF `reason` ON `corrections` WHEN new.`reason` GLOB '*[^ -~]*' OR new.`reason_order` IS NOT NULL BEGIN UPDATE `corrections` SET `reason_order` = iif(new.`reason` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`reason`)) SELECT group_concat(coalesce(`base`, substr(new.`reason`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`reason`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `facets_text_order_added` AFTER INSERT ON `facets` WHEN new.`text` GLOB '*[^ -~]*' BEGIN UPDATE `facets` SET `text_order` = iif(new.`text` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`text`)) SELECT group_concat(coalesce(`base`, substr(new.`text`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`text`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `facets_text_order_changed` AFTER UPDATE OF `text` ON `facets` WHEN new.`text` GLOB '*[^ -~]*' OR new.`text_order` IS NOT NULL BEGIN UPDATE `facets` SET `text_order` = iif(new.`text` GLOB '*[^ -~]*', (WITH RECURSIVE `place`(`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `place` WHERE `n` < length(new.`text`)) SELECT group_concat(coalesce(`base`, substr(new.`text`, `n`, 1)), '') FROM `place` LEFT JOIN `letters` ON `letter` = substr(new.`text`, `n`, 1)), NULL) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
UPDATE `customers` SET `name` = `name` WHERE `name` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `customers` SET `riders` = `riders` WHERE `riders` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `horses` SET `name` = `name` WHERE `name` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `services` SET `product_service_name` = `product_service_name` WHERE `product_service_name` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `services` SET `sales_description` = `sales_description` WHERE `sales_description` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `grooms` SET `name` = `name` WHERE `name` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `shows` SET `name` = `name` WHERE `name` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `bill_items` SET `comments` = `comments` WHERE `comments` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `corrections` SET `reason` = `reason` WHERE `reason` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `facets` SET `text` = `text` WHERE `text` GLOB '*[^ -~]*';
--> statement-breakpoint
DROP INDEX `customers_by_name`;
--> statement-breakpoint
CREATE INDEX `customers_by_name` ON `customers` (coalesce("name_order", "name") collate nocase);
--> statement-breakpoint
DROP INDEX `horses_by_name`;
--> statement-breakpoint
CREATE INDEX `horses_by_name` ON `horses` (coalesce("name_order", "name") collate nocase);
--> statement-breakpoint
DROP INDEX `services_by_name`;
--> statement-breakpoint
CREATE INDEX `services_by_name` ON `services` (coalesce("product_service_name_order", "product_service_name") collate nocase);
--> statement-breakpoint
DROP INDEX `grooms_by_name`;
--> statement-breakpoint
CREATE INDEX `grooms_by_name` ON `grooms` (coalesce("name_order", "name") collate nocase);
--> statement-breakpoint
DROP INDEX `shows_listed_by_name`;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_name` ON `shows` (coalesce("name_order", "name") collate nocase) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX `shows_unbilled_by_name`;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_name` ON `shows` (coalesce("name_order", "name") collate nocase) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX `bill_items_by_comments`;
--> statement-breakpoint
CREATE INDEX `bill_items_by_comments` ON `bill_items` (coalesce("comments_order", "comments", '') collate nocase) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_comments`;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_comments` ON `bill_items` (coalesce("comments_order", "comments", '') collate nocase) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_reason`;
--> statement-breakpoint
CREATE INDEX `corrections_listed_by_reason` ON `corrections` (coalesce("reason_order", "reason") collate nocase) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX `corrections_open_by_reason`;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_reason` ON `corrections` (coalesce("reason_order", "reason") collate nocase) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX `facets_by_text`;
--> statement-breakpoint
CREATE INDEX `facets_by_text` ON `facets` (`kind`,coalesce("text_order", "text") collate nocase);
--> statement-breakpoint
-- A search of services finds where the amount of a fixed service comes from, as the list shows it.
DROP VIEW `services_text`;
--> statement-breakpoint
CREATE VIEW `services_text` AS SELECT `seq`, `product_service_name` || char(10) || CASE WHEN `id` IN ('boarding', 'boarding-surcharge', 'long-island-surcharge', 'blanket', 'training') THEN CASE `id` WHEN 'long-island-surcharge' THEN '8.63 % of boarding' WHEN 'blanket' THEN '$100' ELSE 'per horse' END || iif(`public`, '; ' || '$' || format('%,d', `price` / 100) || format('.%02d', `price` % 100) || ' in the form', '') ELSE '$' || format('%,d', `price` / 100) || format('.%02d', `price` % 100) END || char(10) || `sales_description` AS `text` FROM `services`;
--> statement-breakpoint
UPDATE `services_search` SET `text` = (SELECT `text` FROM `services_text` WHERE `seq` = `services_search`.`rowid`);
