-- The list of services shows an amount or a rate of every service.
DROP VIEW `services_displayed`;
--> statement-breakpoint
CREATE VIEW `services_displayed` AS SELECT `seq`, `product_service_name` || char(10) || CASE `id` WHEN 'long-island-surcharge' THEN '8.63% of boarding' WHEN 'blanket' THEN '$100.00 a month' ELSE '$' || format('%,d', `price` / 100) || format('.%02d', `price` % 100) END || iif(`id` IN ('boarding', 'boarding-surcharge', 'training'), ' per horse', '') || iif(`public` AND `id` IN ('long-island-surcharge', 'blanket'), '; ' || '$' || format('%,d', `price` / 100) || format('.%02d', `price` % 100) || ' in the form', '') || char(10) || `sales_description` AS `text` FROM `services`;
--> statement-breakpoint
UPDATE `services_search` SET `text` = (SELECT `text` FROM `services_text` WHERE `seq` = `services_search`.`rowid`);
