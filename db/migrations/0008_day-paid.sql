ALTER TABLE `payroll` ADD `paid_on` text CONSTRAINT "payroll_paid_on" CHECK("payroll"."paid_on" is null or ("payroll"."paid_on" between '2000-01-01' and '2099-12-31' and "payroll"."paid_on" is date("payroll"."paid_on")));
--> statement-breakpoint
CREATE INDEX `payroll_by_day_paid` ON `payroll` (coalesce("paid_on", "payment_date", "date")) WHERE "payroll"."paid" = 1 and "payroll"."deleted_at" is null;

--> statement-breakpoint
-- Who chose the columns of Payroll saved which ones are hidden: the new one, hidden at first, is no part of that choice.
UPDATE `column_choices` SET `hidden` = json_insert(`hidden`, '$[#]', 'paid_on') WHERE `screen` = '/payroll';
