CREATE TABLE `activity` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`content` text NOT NULL,
	`topics` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	CONSTRAINT "activity_topics" CHECK(json_valid("activity"."topics") and json_type("activity"."topics") = 'array'),
	CONSTRAINT "activity_before" CHECK(json_valid("activity"."before") and json_type("activity"."before") = 'array'),
	CONSTRAINT "activity_after" CHECK(json_valid("activity"."after") and json_type("activity"."after") = 'array')
) STRICT;
--> statement-breakpoint
CREATE INDEX `activity_by_time` ON `activity` (`at`);--> statement-breakpoint
CREATE TABLE `admins` (
	`seq` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "admins_email" CHECK("admins"."email" = lower("admins"."email") and "admins"."email" like '%_@_%._%')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_email_unique` ON `admins` (`email`);--> statement-breakpoint
CREATE TABLE `bill_items` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`customer_id` text,
	`horse_id` text NOT NULL,
	`service_id` text NOT NULL,
	`groom_id` text,
	`show_id` text,
	`billing_run_id` text,
	`export_id` text,
	`date` text NOT NULL,
	`quantity` integer NOT NULL,
	`value` integer NOT NULL,
	`location` text NOT NULL,
	`rider` text,
	`comments` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`groom_id`) REFERENCES `grooms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`show_id`) REFERENCES `shows`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`billing_run_id`) REFERENCES `billing_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`export_id`) REFERENCES `exports`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bill_items_date" CHECK("bill_items"."date" is null or ("bill_items"."date" between '2000-01-01' and '2099-12-31' and "bill_items"."date" is date("bill_items"."date"))),
	CONSTRAINT "bill_items_quantity" CHECK("bill_items"."quantity" >= 1),
	CONSTRAINT "bill_items_value" CHECK("bill_items"."value" >= 0),
	CONSTRAINT "bill_items_location" CHECK("bill_items"."location" in ('florida', 'long-island')),
	CONSTRAINT "bill_items_comments" CHECK(length("bill_items"."comments") <= 2000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bill_items_id_unique` ON `bill_items` (`id`);--> statement-breakpoint
CREATE INDEX `bill_items_by_date` ON `bill_items` (`date`,`id`);--> statement-breakpoint
CREATE INDEX `bill_items_pending` ON `bill_items` (`date`,`id`) WHERE "bill_items"."export_id" is null;--> statement-breakpoint
CREATE INDEX `bill_items_by_horse` ON `bill_items` (`horse_id`,`date`);--> statement-breakpoint
CREATE INDEX `bill_items_by_export` ON `bill_items` (`export_id`) WHERE "bill_items"."export_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `bill_items_once_a_show` ON `bill_items` (`show_id`,`billing_run_id`) WHERE "bill_items"."show_id" is not null;--> statement-breakpoint
CREATE TABLE `billing_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`bill_count` integer NOT NULL,
	`total` integer NOT NULL,
	CONSTRAINT "billing_runs_kind" CHECK("billing_runs"."kind" in ('horses', 'shows')),
	CONSTRAINT "billing_runs_count" CHECK("billing_runs"."bill_count" >= 0),
	CONSTRAINT "billing_runs_total" CHECK("billing_runs"."total" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `column_choices` (
	`email` text NOT NULL,
	`screen` text NOT NULL,
	`hidden` text NOT NULL,
	PRIMARY KEY(`email`, `screen`),
	CONSTRAINT "column_choices_hidden" CHECK(json_valid("column_choices"."hidden") and json_type("column_choices"."hidden") = 'array')
) STRICT;
--> statement-breakpoint
CREATE TABLE `customers` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`emails` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`riders` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "customers_name" CHECK(length("customers"."name") between 1 and 200),
	CONSTRAINT "customers_emails" CHECK(json_valid("customers"."emails") and json_type("customers"."emails") = 'array'),
	CONSTRAINT "customers_riders" CHECK(json_valid("customers"."riders") and json_type("customers"."riders") = 'array')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_id_unique` ON `customers` (`id`);--> statement-breakpoint
CREATE INDEX `customers_by_name` ON `customers` ("name" collate nocase);--> statement-breakpoint
CREATE TABLE `export_lines` (
	`export_id` text NOT NULL,
	`position` integer NOT NULL,
	`bill_item_id` text NOT NULL,
	`invoice_number` integer NOT NULL,
	`invoice_date` text NOT NULL,
	`due_date` text NOT NULL,
	`terms` text NOT NULL,
	`customer` text NOT NULL,
	`service_date` text NOT NULL,
	`item` text NOT NULL,
	`item_description` text NOT NULL,
	`item_quantity` integer NOT NULL,
	`item_rate` text NOT NULL,
	`class` text NOT NULL,
	`item_amount` integer NOT NULL,
	PRIMARY KEY(`export_id`, `position`),
	FOREIGN KEY (`export_id`) REFERENCES `exports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bill_item_id`) REFERENCES `bill_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "export_lines_invoice_date" CHECK("export_lines"."invoice_date" is null or ("export_lines"."invoice_date" between '2000-01-01' and '2099-12-31' and "export_lines"."invoice_date" is date("export_lines"."invoice_date"))),
	CONSTRAINT "export_lines_service_date" CHECK("export_lines"."service_date" is null or ("export_lines"."service_date" between '2000-01-01' and '2099-12-31' and "export_lines"."service_date" is date("export_lines"."service_date"))),
	CONSTRAINT "export_lines_quantity" CHECK("export_lines"."item_quantity" >= 1),
	CONSTRAINT "export_lines_amount" CHECK("export_lines"."item_amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `export_lines_once_a_bill` ON `export_lines` (`bill_item_id`);--> statement-breakpoint
CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`date` text NOT NULL,
	`actor` text NOT NULL,
	`amounts` text NOT NULL,
	`first_invoice` integer NOT NULL,
	`invoice_count` integer NOT NULL,
	`bill_count` integer NOT NULL,
	`total` integer NOT NULL,
	CONSTRAINT "exports_date" CHECK("exports"."date" is null or ("exports"."date" between '2000-01-01' and '2099-12-31' and "exports"."date" is date("exports"."date"))),
	CONSTRAINT "exports_amounts" CHECK("exports"."amounts" in ('quantity-x-value', 'bill-value')),
	CONSTRAINT "exports_counts" CHECK("exports"."first_invoice" >= 1 and "exports"."invoice_count" >= 1 and "exports"."bill_count" >= 1),
	CONSTRAINT "exports_total" CHECK("exports"."total" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `grooms` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`start_date` text,
	`end_date` text,
	`weekly_salary` integer NOT NULL,
	`location` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "grooms_name" CHECK(length("grooms"."name") between 1 and 200),
	CONSTRAINT "grooms_start" CHECK("grooms"."start_date" is null or ("grooms"."start_date" between '2000-01-01' and '2099-12-31' and "grooms"."start_date" is date("grooms"."start_date"))),
	CONSTRAINT "grooms_end" CHECK("grooms"."end_date" is null or ("grooms"."end_date" between '2000-01-01' and '2099-12-31' and "grooms"."end_date" is date("grooms"."end_date"))),
	CONSTRAINT "grooms_employment" CHECK("grooms"."start_date" is null or "grooms"."end_date" is null or "grooms"."end_date" >= "grooms"."start_date"),
	CONSTRAINT "grooms_salary" CHECK("grooms"."weekly_salary" >= 0),
	CONSTRAINT "grooms_location" CHECK("grooms"."location" in ('florida', 'long-island'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `grooms_id_unique` ON `grooms` (`id`);--> statement-breakpoint
CREATE INDEX `grooms_by_name` ON `grooms` ("name" collate nocase);--> statement-breakpoint
CREATE TABLE `horses` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`customer_id` text,
	`name` text NOT NULL,
	`check_in_date` text NOT NULL,
	`check_out_date` text,
	`boarding` integer DEFAULT 290000 NOT NULL,
	`boarding_surcharge` integer DEFAULT 15000 NOT NULL,
	`training` integer DEFAULT 175000 NOT NULL,
	`has_blanket` integer DEFAULT false NOT NULL,
	`is_billable` integer DEFAULT true NOT NULL,
	`location` text DEFAULT 'florida' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "horses_name" CHECK(length("horses"."name") between 1 and 200),
	CONSTRAINT "horses_check_in" CHECK("horses"."check_in_date" is null or ("horses"."check_in_date" between '2000-01-01' and '2099-12-31' and "horses"."check_in_date" is date("horses"."check_in_date"))),
	CONSTRAINT "horses_check_out" CHECK("horses"."check_out_date" is null or ("horses"."check_out_date" between '2000-01-01' and '2099-12-31' and "horses"."check_out_date" is date("horses"."check_out_date"))),
	CONSTRAINT "horses_stay" CHECK("horses"."check_out_date" is null or "horses"."check_out_date" >= "horses"."check_in_date"),
	CONSTRAINT "horses_boarding" CHECK("horses"."boarding" >= 0),
	CONSTRAINT "horses_surcharge" CHECK("horses"."boarding_surcharge" >= 0),
	CONSTRAINT "horses_training" CHECK("horses"."training" >= 0),
	CONSTRAINT "horses_blanket" CHECK("horses"."has_blanket" in (0, 1)),
	CONSTRAINT "horses_billable" CHECK("horses"."is_billable" in (0, 1)),
	CONSTRAINT "horses_location" CHECK("horses"."location" in ('florida', 'long-island'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `horses_id_unique` ON `horses` (`id`);--> statement-breakpoint
CREATE INDEX `horses_by_name` ON `horses` ("name" collate nocase);--> statement-breakpoint
CREATE INDEX `horses_by_customer` ON `horses` (`customer_id`);--> statement-breakpoint
CREATE TABLE `payroll` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`groom_id` text NOT NULL,
	`item` text NOT NULL,
	`date` text NOT NULL,
	`payment_date` text,
	`value` integer NOT NULL,
	`paid` integer DEFAULT false NOT NULL,
	`week` text,
	`payroll_run_id` text,
	`bill_item_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`groom_id`) REFERENCES `grooms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payroll_run_id`) REFERENCES `payroll_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bill_item_id`) REFERENCES `bill_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payroll_item" CHECK(length("payroll"."item") between 1 and 200),
	CONSTRAINT "payroll_date" CHECK("payroll"."date" is null or ("payroll"."date" between '2000-01-01' and '2099-12-31' and "payroll"."date" is date("payroll"."date"))),
	CONSTRAINT "payroll_payment_date" CHECK("payroll"."payment_date" is null or ("payroll"."payment_date" between '2000-01-01' and '2100-01-31' and "payroll"."payment_date" is date("payroll"."payment_date"))),
	CONSTRAINT "payroll_week" CHECK("payroll"."week" is null or ("payroll"."week" between '2000-01-01' and '2099-12-31' and "payroll"."week" is date("payroll"."week"))),
	CONSTRAINT "payroll_value" CHECK("payroll"."value" >= 0),
	CONSTRAINT "payroll_paid" CHECK("payroll"."paid" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_id_unique` ON `payroll` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_once_a_week` ON `payroll` (`groom_id`,`week`) WHERE "payroll"."week" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_once_a_bill` ON `payroll` (`bill_item_id`) WHERE "payroll"."bill_item_id" is not null;--> statement-breakpoint
CREATE INDEX `payroll_by_date` ON `payroll` (`date`,`id`);--> statement-breakpoint
CREATE INDEX `payroll_unpaid` ON `payroll` (`date`,`id`) WHERE "payroll"."paid" = 0;--> statement-breakpoint
CREATE TABLE `payroll_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`item_count` integer NOT NULL,
	`total` integer NOT NULL,
	`failure` text,
	CONSTRAINT "payroll_runs_count" CHECK("payroll_runs"."item_count" >= 0),
	CONSTRAINT "payroll_runs_total" CHECK("payroll_runs"."total" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `payroll_runs_by_time` ON `payroll_runs` (`at`);--> statement-breakpoint
CREATE TABLE `services` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`product_service_name` text NOT NULL,
	`price` integer NOT NULL,
	`sales_description` text DEFAULT '' NOT NULL,
	`public` integer DEFAULT false NOT NULL,
	`needs_groom` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "services_name" CHECK(length("services"."product_service_name") between 1 and 200),
	CONSTRAINT "services_price" CHECK("services"."price" >= 0),
	CONSTRAINT "services_public" CHECK("services"."public" in (0, 1)),
	CONSTRAINT "services_needs_groom" CHECK("services"."needs_groom" in (0, 1)),
	CONSTRAINT "services_fixed_stay" CHECK("services"."deleted_at" is null or "services"."id" not in ('boarding', 'boarding-surcharge', 'long-island-surcharge', 'blanket', 'training'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `services_id_unique` ON `services` (`id`);--> statement-breakpoint
CREATE INDEX `services_by_name` ON `services` ("product_service_name" collate nocase);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY DEFAULT 1 NOT NULL,
	`last_payroll` text,
	`invoice_number` integer DEFAULT 1 NOT NULL,
	`export_amounts` text DEFAULT 'quantity-x-value' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "settings_single" CHECK("settings"."id" = 1),
	CONSTRAINT "settings_invoice_number" CHECK("settings"."invoice_number" >= 1),
	CONSTRAINT "settings_amounts" CHECK("settings"."export_amounts" in ('quantity-x-value', 'bill-value'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `shows` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`date` text NOT NULL,
	`horse_id` text NOT NULL,
	`customer_id` text,
	`service_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`billed` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shows_name" CHECK(length("shows"."name") between 1 and 200),
	CONSTRAINT "shows_date" CHECK("shows"."date" is null or ("shows"."date" between '2000-01-01' and '2099-12-31' and "shows"."date" is date("shows"."date"))),
	CONSTRAINT "shows_quantity" CHECK("shows"."quantity" >= 1),
	CONSTRAINT "shows_billed" CHECK("shows"."billed" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shows_id_unique` ON `shows` (`id`);--> statement-breakpoint
CREATE INDEX `shows_by_date` ON `shows` (`date`,`id`);--> statement-breakpoint
CREATE INDEX `shows_by_horse` ON `shows` (`horse_id`);