-- The search index of each list: the text of a row as the screen displays it, a line for each column, in trigrams without
-- regard to case or accents. Triggers keep it true whoever writes. Rows are known by `seq`.
CREATE VIEW `customers_text` AS SELECT `seq`, `name` || char(10) || coalesce((SELECT group_concat(`value`, ', ') FROM json_each(`emails`)), '') || char(10) || `phone` || char(10) || coalesce((SELECT group_concat(`value`, ', ') FROM json_each(`riders`)), '') AS `text` FROM `customers`;
--> statement-breakpoint
CREATE VIEW `services_text` AS SELECT `seq`, `product_service_name` || char(10) || '$' || format('%,d', `price` / 100) || format('.%02d', `price` % 100) || char(10) || `sales_description` AS `text` FROM `services`;
--> statement-breakpoint
CREATE VIEW `grooms_text` AS SELECT `seq`, `name` || char(10) || coalesce(substr(`start_date`, 6, 2) || '/' || substr(`start_date`, 9, 2) || '/' || substr(`start_date`, 1, 4), '') || char(10) || coalesce(substr(`end_date`, 6, 2) || '/' || substr(`end_date`, 9, 2) || '/' || substr(`end_date`, 1, 4), '') || char(10) || '$' || format('%,d', `weekly_salary` / 100) || format('.%02d', `weekly_salary` % 100) || char(10) || CASE `location` WHEN 'florida' THEN 'Florida' ELSE 'Long Island' END AS `text` FROM `grooms`;
--> statement-breakpoint
CREATE VIEW `admins_text` AS SELECT `seq`, `email` || char(10) || 'Admin' AS `text` FROM `admins`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `customers_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `services_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `grooms_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `admins_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER `customers_added` AFTER INSERT ON `customers` BEGIN INSERT INTO `customers_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `customers_text` WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `customers_changed` AFTER UPDATE ON `customers` BEGIN UPDATE `customers_search` SET `text` = (SELECT `text` FROM `customers_text` WHERE `seq` = new.`seq`) WHERE `rowid` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `services_added` AFTER INSERT ON `services` BEGIN INSERT INTO `services_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `services_text` WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `services_changed` AFTER UPDATE ON `services` BEGIN UPDATE `services_search` SET `text` = (SELECT `text` FROM `services_text` WHERE `seq` = new.`seq`) WHERE `rowid` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `grooms_added` AFTER INSERT ON `grooms` BEGIN INSERT INTO `grooms_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `grooms_text` WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `grooms_changed` AFTER UPDATE ON `grooms` BEGIN UPDATE `grooms_search` SET `text` = (SELECT `text` FROM `grooms_text` WHERE `seq` = new.`seq`) WHERE `rowid` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `admins_added` AFTER INSERT ON `admins` BEGIN INSERT INTO `admins_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `admins_text` WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `admins_changed` AFTER UPDATE ON `admins` BEGIN UPDATE `admins_search` SET `text` = (SELECT `text` FROM `admins_text` WHERE `seq` = new.`seq`) WHERE `rowid` = new.`seq`; END;
