-- The search index of each list: the text of a row as the screen displays it, a line for each column, in trigrams without
-- regard to case or accents. Triggers keep it true whoever writes. Rows are known by `seq`.
CREATE VIEW `customers_text` AS SELECT `seq`, `name` || char(10) || coalesce((SELECT group_concat(`value`, ', ') FROM json_each(`emails`)), '') || char(10) || `phone` || char(10) || coalesce((SELECT group_concat(`value`, ', ') FROM json_each(`riders`)), '') AS `text` FROM `customers`;
--> statement-breakpoint
CREATE VIEW `horses_text` AS SELECT `horses`.`seq`, `horses`.`name` || char(10) || coalesce(`customers`.`name`, 'Unknown') || char(10) || substr(`horses`.`check_in_date`, 6, 2) || '/' || substr(`horses`.`check_in_date`, 9, 2) || '/' || substr(`horses`.`check_in_date`, 1, 4) || char(10) || coalesce(substr(`horses`.`check_out_date`, 6, 2) || '/' || substr(`horses`.`check_out_date`, 9, 2) || '/' || substr(`horses`.`check_out_date`, 1, 4), '') || char(10) || '$' || format('%,d', `horses`.`boarding` / 100) || format('.%02d', `horses`.`boarding` % 100) || char(10) || '$' || format('%,d', `horses`.`boarding_surcharge` / 100) || format('.%02d', `horses`.`boarding_surcharge` % 100) || char(10) || '$' || format('%,d', `horses`.`training` / 100) || format('.%02d', `horses`.`training` % 100) || char(10) || CASE `horses`.`has_blanket` WHEN 1 THEN '$100.00' ELSE '$0.00' END || char(10) || CASE `horses`.`location` WHEN 'florida' THEN 'Florida' ELSE 'Long Island' END AS `text` FROM `horses` LEFT JOIN `customers` ON `customers`.`id` = `horses`.`customer_id`;
--> statement-breakpoint
CREATE VIEW `services_text` AS SELECT `seq`, `product_service_name` || char(10) || '$' || format('%,d', `price` / 100) || format('.%02d', `price` % 100) || char(10) || `sales_description` AS `text` FROM `services`;
--> statement-breakpoint
CREATE VIEW `grooms_text` AS SELECT `seq`, `name` || char(10) || coalesce(substr(`start_date`, 6, 2) || '/' || substr(`start_date`, 9, 2) || '/' || substr(`start_date`, 1, 4), '') || char(10) || coalesce(substr(`end_date`, 6, 2) || '/' || substr(`end_date`, 9, 2) || '/' || substr(`end_date`, 1, 4), '') || char(10) || '$' || format('%,d', `weekly_salary` / 100) || format('.%02d', `weekly_salary` % 100) || char(10) || CASE `location` WHEN 'florida' THEN 'Florida' ELSE 'Long Island' END AS `text` FROM `grooms`;
--> statement-breakpoint
CREATE VIEW `admins_text` AS SELECT `seq`, `email` || char(10) || 'Admin' AS `text` FROM `admins`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `customers_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE `horses_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
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
CREATE TRIGGER `horses_added` AFTER INSERT ON `horses` BEGIN INSERT INTO `horses_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `horses_text` WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `horses_changed` AFTER UPDATE ON `horses` BEGIN UPDATE `horses_search` SET `text` = (SELECT `text` FROM `horses_text` WHERE `seq` = new.`seq`) WHERE `rowid` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `horses_customer_renamed` AFTER UPDATE OF `name` ON `customers` WHEN new.`name` <> old.`name` BEGIN UPDATE `horses_search` SET `text` = (SELECT `text` FROM `horses_text` WHERE `seq` = `horses_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `horses` WHERE `customer_id` = new.`id`); END;
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
