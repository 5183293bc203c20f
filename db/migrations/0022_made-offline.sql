ALTER TABLE `activity` ADD `made_at` text;
