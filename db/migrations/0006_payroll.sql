DROP INDEX `payroll_unpaid`;
--> statement-breakpoint
DROP INDEX `payroll_by_date`;
--> statement-breakpoint
CREATE INDEX `payroll_by_date` ON `payroll` (`date`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_week` ON `payroll` ((strftime('%j', date(`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_groom` ON `payroll` (`groom_id`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_item` ON `payroll` (`item`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_value` ON `payroll` (`value`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_payment` ON `payroll` (coalesce(`payment_date`, '')) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_paid` ON `payroll` (`paid` + 0) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
-- After the others: of two that fit, the one that was made last is taken.
CREATE INDEX `payroll_unpaid_by_date` ON `payroll` (`date`) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_week` ON `payroll` ((strftime('%j', date(`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_groom` ON `payroll` (`groom_id`) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_item` ON `payroll` (`item`) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_value` ON `payroll` (`value`) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_payment` ON `payroll` (coalesce(`payment_date`, '')) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_paid` ON `payroll` (`paid` + 0) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
-- The list of payroll items is searched and sorted by facets, as that of bills is: see 0004_facets.sql.
CREATE TRIGGER `grooms_facet_added` AFTER INSERT ON `grooms` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('groom', new.`id`, new.`name`); END;
--> statement-breakpoint
CREATE TRIGGER `grooms_facet_changed` AFTER UPDATE OF `name` ON `grooms` WHEN new.`name` <> old.`name` BEGIN UPDATE `facets` SET `text` = new.`name` WHERE `kind` = 'groom' AND `key` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `payroll_facets_added` AFTER INSERT ON `payroll` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('date', new.`date`, substr(new.`date`, 6, 2) || '/' || substr(new.`date`, 9, 2) || '/' || substr(new.`date`, 1, 4)), ('week', (strftime('%j', date(new.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1, ((strftime('%j', date(new.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1) || ''), ('item', new.`item`, new.`item`), ('value', new.`value`, '$' || format('%,d', new.`value` / 100) || format('.%02d', new.`value` % 100)), ('payment', coalesce(new.`payment_date`, ''), coalesce(substr(new.`payment_date`, 6, 2) || '/' || substr(new.`payment_date`, 9, 2) || '/' || substr(new.`payment_date`, 1, 4), '')) ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
CREATE TRIGGER `payroll_facets_changed` AFTER UPDATE OF `date`, `item`, `value`, `payment_date` ON `payroll` BEGIN INSERT INTO `facets` (`kind`, `key`, `text`) VALUES ('date', new.`date`, substr(new.`date`, 6, 2) || '/' || substr(new.`date`, 9, 2) || '/' || substr(new.`date`, 1, 4)), ('week', (strftime('%j', date(new.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1, ((strftime('%j', date(new.`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1) || ''), ('item', new.`item`, new.`item`), ('value', new.`value`, '$' || format('%,d', new.`value` / 100) || format('.%02d', new.`value` % 100)), ('payment', coalesce(new.`payment_date`, ''), coalesce(substr(new.`payment_date`, 6, 2) || '/' || substr(new.`payment_date`, 9, 2) || '/' || substr(new.`payment_date`, 1, 4), '')) ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT 'groom', `id`, `name` FROM `grooms`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'date', `date`, substr(`date`, 6, 2) || '/' || substr(`date`, 9, 2) || '/' || substr(`date`, 1, 4) FROM `payroll` WHERE true ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'week', (strftime('%j', date(`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1, ((strftime('%j', date(`date`, '-3 days', 'weekday 4')) - 1) / 7 + 1) || '' FROM `payroll`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'item', `item`, `item` FROM `payroll`;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'value', `value`, '$' || format('%,d', `value` / 100) || format('.%02d', `value` % 100) FROM `payroll` WHERE true ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO `facets` (`kind`, `key`, `text`) SELECT DISTINCT 'payment', coalesce(`payment_date`, ''), coalesce(substr(`payment_date`, 6, 2) || '/' || substr(`payment_date`, 9, 2) || '/' || substr(`payment_date`, 1, 4), '') FROM `payroll`;
