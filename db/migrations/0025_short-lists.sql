-- Short lists are searched, sorted and counted from their rows (docs/decisions/short-lists.md).
DROP TRIGGER `customers_added`;
--> statement-breakpoint
DROP TRIGGER `customers_changed`;
--> statement-breakpoint
DROP TRIGGER `horses_added`;
--> statement-breakpoint
DROP TRIGGER `horses_changed`;
--> statement-breakpoint
DROP TRIGGER `services_added`;
--> statement-breakpoint
DROP TRIGGER `services_changed`;
--> statement-breakpoint
DROP TRIGGER `grooms_added`;
--> statement-breakpoint
DROP TRIGGER `grooms_changed`;
--> statement-breakpoint
DROP TRIGGER `admins_added`;
--> statement-breakpoint
DROP TRIGGER `admins_changed`;
--> statement-breakpoint
DROP TRIGGER `corrections_added`;
--> statement-breakpoint
DROP TRIGGER `corrections_changed`;
--> statement-breakpoint
DROP TRIGGER `horses_customer_renamed`;
--> statement-breakpoint
DROP TRIGGER `corrections_customer_renamed`;
--> statement-breakpoint
DROP TRIGGER `corrections_horse_renamed`;
--> statement-breakpoint
DROP TRIGGER `corrections_service_renamed`;
--> statement-breakpoint
DROP TRIGGER `customers_counted_added`;
--> statement-breakpoint
DROP TRIGGER `customers_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `customers_counted_changed`;
--> statement-breakpoint
DROP TRIGGER `horses_counted_added`;
--> statement-breakpoint
DROP TRIGGER `horses_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `horses_counted_changed`;
--> statement-breakpoint
DROP TRIGGER `services_counted_added`;
--> statement-breakpoint
DROP TRIGGER `services_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `services_counted_changed`;
--> statement-breakpoint
DROP TRIGGER `grooms_counted_added`;
--> statement-breakpoint
DROP TRIGGER `grooms_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `grooms_counted_changed`;
--> statement-breakpoint
DROP TRIGGER `admins_counted_added`;
--> statement-breakpoint
DROP TRIGGER `admins_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `admins_counted_changed`;
--> statement-breakpoint
DROP TRIGGER `corrections_counted_added`;
--> statement-breakpoint
DROP TRIGGER `corrections_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `corrections_counted_changed`;
--> statement-breakpoint
DROP TRIGGER `exports_counted_added`;
--> statement-breakpoint
DROP TRIGGER `exports_counted_removed`;
--> statement-breakpoint
DROP TRIGGER `customers_name_order_added`;
--> statement-breakpoint
DROP TRIGGER `customers_name_order_changed`;
--> statement-breakpoint
DROP TRIGGER `customers_riders_order_added`;
--> statement-breakpoint
DROP TRIGGER `customers_riders_order_changed`;
--> statement-breakpoint
DROP TRIGGER `horses_name_order_added`;
--> statement-breakpoint
DROP TRIGGER `horses_name_order_changed`;
--> statement-breakpoint
DROP TRIGGER `services_product_service_name_order_added`;
--> statement-breakpoint
DROP TRIGGER `services_product_service_name_order_changed`;
--> statement-breakpoint
DROP TRIGGER `services_sales_description_order_added`;
--> statement-breakpoint
DROP TRIGGER `services_sales_description_order_changed`;
--> statement-breakpoint
DROP TRIGGER `grooms_name_order_added`;
--> statement-breakpoint
DROP TRIGGER `grooms_name_order_changed`;
--> statement-breakpoint
DROP TRIGGER `corrections_reason_order_added`;
--> statement-breakpoint
DROP TRIGGER `corrections_reason_order_changed`;
--> statement-breakpoint
DROP INDEX `customers_by_name`;
--> statement-breakpoint
DROP INDEX `horses_by_name`;
--> statement-breakpoint
DROP INDEX `services_by_name`;
--> statement-breakpoint
DROP INDEX `grooms_by_name`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_date`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_customer`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_invoice`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_horse`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_item`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_amount`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_reason`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_actor`;
--> statement-breakpoint
DROP INDEX `corrections_listed_by_entered`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_date`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_invoice`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_horse`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_item`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_amount`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_reason`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_actor`;
--> statement-breakpoint
DROP INDEX `corrections_open_by_entered`;
--> statement-breakpoint
ALTER TABLE `customers` DROP COLUMN `name_order`;
--> statement-breakpoint
ALTER TABLE `customers` DROP COLUMN `riders_order`;
--> statement-breakpoint
ALTER TABLE `horses` DROP COLUMN `name_order`;
--> statement-breakpoint
ALTER TABLE `services` DROP COLUMN `product_service_name_order`;
--> statement-breakpoint
ALTER TABLE `services` DROP COLUMN `sales_description_order`;
--> statement-breakpoint
ALTER TABLE `grooms` DROP COLUMN `name_order`;
--> statement-breakpoint
ALTER TABLE `corrections` DROP COLUMN `reason_order`;
--> statement-breakpoint
DROP VIEW `customers_text`;
--> statement-breakpoint
DROP VIEW `horses_text`;
--> statement-breakpoint
DROP VIEW `services_text`;
--> statement-breakpoint
DROP VIEW `grooms_text`;
--> statement-breakpoint
DROP VIEW `admins_text`;
--> statement-breakpoint
DROP VIEW `corrections_text`;
--> statement-breakpoint
DROP VIEW `customers_displayed`;
--> statement-breakpoint
DROP VIEW `horses_displayed`;
--> statement-breakpoint
DROP VIEW `services_displayed`;
--> statement-breakpoint
DROP VIEW `grooms_displayed`;
--> statement-breakpoint
DROP VIEW `admins_displayed`;
--> statement-breakpoint
DROP VIEW `corrections_displayed`;
--> statement-breakpoint
DROP TABLE `customers_search`;
--> statement-breakpoint
DROP TABLE `horses_search`;
--> statement-breakpoint
DROP TABLE `services_search`;
--> statement-breakpoint
DROP TABLE `grooms_search`;
--> statement-breakpoint
DROP TABLE `admins_search`;
--> statement-breakpoint
DROP TABLE `corrections_search`;
--> statement-breakpoint
DELETE FROM `totals` WHERE `list` IN ('customers', 'horses', 'services', 'grooms', 'admins', 'corrections', 'exports') AND `kind` = '';
