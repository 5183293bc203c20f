-- The search index of shows, as 0001_search.sql has it for the other lists. A show is displayed with the names of its horse
-- and its service, and follows them when they change.
CREATE VIEW `shows_text` AS SELECT `shows`.`seq`, `shows`.`name` || char(10) || substr(`shows`.`date`, 6, 2) || '/' || substr(`shows`.`date`, 9, 2) || '/' || substr(`shows`.`date`, 1, 4) || char(10) || `horses`.`name` || char(10) || `services`.`product_service_name` || char(10) || `shows`.`quantity` AS `text` FROM `shows` JOIN `horses` ON `horses`.`id` = `shows`.`horse_id` JOIN `services` ON `services`.`id` = `shows`.`service_id`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `shows_search` USING fts5(`text`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
INSERT INTO `shows_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `shows_text`;
--> statement-breakpoint
CREATE TRIGGER `shows_added` AFTER INSERT ON `shows` BEGIN INSERT INTO `shows_search` (`rowid`, `text`) SELECT `seq`, `text` FROM `shows_text` WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `shows_changed` AFTER UPDATE ON `shows` BEGIN UPDATE `shows_search` SET `text` = (SELECT `text` FROM `shows_text` WHERE `seq` = new.`seq`) WHERE `rowid` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `shows_horse_renamed` AFTER UPDATE OF `name` ON `horses` WHEN new.`name` <> old.`name` BEGIN UPDATE `shows_search` SET `text` = (SELECT `text` FROM `shows_text` WHERE `seq` = `shows_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `shows` WHERE `horse_id` = new.`id`); END;
--> statement-breakpoint
CREATE TRIGGER `shows_service_renamed` AFTER UPDATE OF `product_service_name` ON `services` WHEN new.`product_service_name` <> old.`product_service_name` BEGIN UPDATE `shows_search` SET `text` = (SELECT `text` FROM `shows_text` WHERE `seq` = `shows_search`.`rowid`) WHERE `rowid` IN (SELECT `seq` FROM `shows` WHERE `service_id` = new.`id`); END;
