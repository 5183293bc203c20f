CREATE TABLE `customers` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_sort` text DEFAULT '' NOT NULL,
	`emails` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`riders` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "customers_name" CHECK(length("customers"."name") between 1 and 200),
	CONSTRAINT "customers_phone" CHECK(length("customers"."phone") <= 50),
	CONSTRAINT "customers_emails" CHECK(json_valid("customers"."emails") and json_type("customers"."emails") = 'array'),
	CONSTRAINT "customers_riders" CHECK(json_valid("customers"."riders") and json_type("customers"."riders") = 'array')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_id_unique` ON `customers` (`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_by_name` ON `customers` (`name_sort`, `id`);
--> statement-breakpoint
CREATE TABLE `horses` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`customer_id` text,
	`name` text NOT NULL,
	`name_sort` text DEFAULT '' NOT NULL,
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
CREATE UNIQUE INDEX `horses_id_unique` ON `horses` (`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `horses_by_name` ON `horses` (`name_sort`, `id`);
--> statement-breakpoint
CREATE INDEX `horses_by_customer` ON `horses` (`customer_id`);
--> statement-breakpoint
CREATE INDEX `horses_deleted` ON `horses` (`id`) WHERE "horses"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `horses_by_last_day` ON `horses` (coalesce("check_out_date", '9999-12-31')) WHERE "horses"."deleted_at" is null;
--> statement-breakpoint
CREATE TABLE `services` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`product_service_name` text NOT NULL,
	`name_sort` text DEFAULT '' NOT NULL,
	`price` integer NOT NULL,
	`sales_description` text DEFAULT '' NOT NULL,
	`public` integer DEFAULT false NOT NULL,
	`needs_groom` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "services_name" CHECK(length("services"."product_service_name") between 1 and 200),
	CONSTRAINT "services_description" CHECK(length("services"."sales_description") <= 1000),
	CONSTRAINT "services_price" CHECK("services"."price" >= 0),
	CONSTRAINT "services_public" CHECK("services"."public" in (0, 1)),
	CONSTRAINT "services_needs_groom" CHECK("services"."needs_groom" in (0, 1)),
	CONSTRAINT "services_fixed_stay" CHECK("services"."deleted_at" is null or "services"."id" not in ('boarding', 'boarding-surcharge', 'long-island-surcharge', 'blanket', 'training'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `services_id_unique` ON `services` (`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `services_by_name` ON `services` (`name_sort`, `id`);
--> statement-breakpoint
CREATE INDEX `services_deleted` ON `services` (`id`) WHERE "services"."deleted_at" is not null;
--> statement-breakpoint
CREATE TABLE `grooms` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_sort` text DEFAULT '' NOT NULL,
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
CREATE UNIQUE INDEX `grooms_id_unique` ON `grooms` (`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `grooms_by_name` ON `grooms` (`name_sort`, `id`);
--> statement-breakpoint
CREATE INDEX `grooms_by_last_day` ON `grooms` (coalesce("end_date", '9999-12-31')) WHERE "grooms"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `grooms_by_change` ON `grooms` (`updated_at`) WHERE "grooms"."deleted_at" is null;
--> statement-breakpoint
CREATE TABLE `horse_changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`horse_id` text NOT NULL,
	`at` text NOT NULL,
	`actor` text,
	`customer_id` text,
	`check_in_date` text NOT NULL,
	`check_out_date` text,
	`boarding` integer NOT NULL,
	`boarding_surcharge` integer NOT NULL,
	`training` integer NOT NULL,
	`has_blanket` integer NOT NULL,
	`is_billable` integer NOT NULL,
	`location` text NOT NULL,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "horse_changes_blanket" CHECK("horse_changes"."has_blanket" in (0, 1)),
	CONSTRAINT "horse_changes_billable" CHECK("horse_changes"."is_billable" in (0, 1)),
	CONSTRAINT "horse_changes_location" CHECK("horse_changes"."location" in ('florida', 'long-island'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `horse_changes_by_horse` ON `horse_changes` (`horse_id`);
--> statement-breakpoint
CREATE INDEX `horse_changes_by_customer` ON `horse_changes` (`customer_id`) WHERE "horse_changes"."customer_id" is not null;
--> statement-breakpoint
CREATE TABLE `salary_changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`groom_id` text NOT NULL,
	`at` text NOT NULL,
	`salary_before` integer NOT NULL,
	FOREIGN KEY (`groom_id`) REFERENCES `grooms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "salary_changes_before" CHECK("salary_changes"."salary_before" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `salary_changes_by_groom` ON `salary_changes` (`groom_id`, `at`);
--> statement-breakpoint
CREATE TABLE `shows` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_sort` text DEFAULT '' NOT NULL,
	`date` text NOT NULL,
	`horse_id` text NOT NULL,
	`customer_id` text,
	`service_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`billed` integer DEFAULT false NOT NULL,
	`search_text` text,
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
CREATE UNIQUE INDEX `shows_id_unique` ON `shows` (`id`);
--> statement-breakpoint
CREATE INDEX `shows_listed_by_name` ON `shows` (`name_sort`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_date` ON `shows` (`date`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_service` ON `shows` (`service_id`, `date`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_quantity` ON `shows` (`quantity`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_listed_by_billed` ON `shows` ("billed" + 0) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_unbilled_by_date` ON `shows` (`date`) WHERE not "shows"."billed" and "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_without_text` ON `shows` (`seq`) WHERE "shows"."search_text" is null;
--> statement-breakpoint
CREATE INDEX `shows_by_horse` ON `shows` (`horse_id`);
--> statement-breakpoint
CREATE INDEX `shows_of_horse` ON `shows` (`horse_id`, `date`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `shows_of_customer` ON `shows` (`customer_id`, `date`) WHERE "shows"."deleted_at" is null;
--> statement-breakpoint
CREATE TABLE `billing_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`bill_count` integer NOT NULL,
	`horse_count` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`taken_back_at` text,
	`taken_back_by` text,
	CONSTRAINT "billing_runs_kind" CHECK("billing_runs"."kind" in ('horses', 'shows')),
	CONSTRAINT "billing_runs_count" CHECK("billing_runs"."bill_count" >= 0),
	CONSTRAINT "billing_runs_total" CHECK("billing_runs"."total" >= 0)
) STRICT;
--> statement-breakpoint
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
	`parts` text DEFAULT '[]' NOT NULL,
	`dates` text DEFAULT 'line' NOT NULL,
	`voided_at` text,
	`voided_by` text,
	CONSTRAINT "exports_dates" CHECK("exports"."dates" in ('line', 'invoice')),
	CONSTRAINT "exports_date" CHECK("exports"."date" is null or ("exports"."date" between '2000-01-01' and '2099-12-31' and "exports"."date" is date("exports"."date"))),
	CONSTRAINT "exports_amounts" CHECK("exports"."amounts" in ('quantity-x-value', 'bill-value')),
	CONSTRAINT "exports_counts" CHECK("exports"."first_invoice" >= 1 and "exports"."invoice_count" >= 1 and "exports"."bill_count" >= 1),
	CONSTRAINT "exports_total" CHECK("exports"."total" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `exports_by_time` ON `exports` (`at`);
--> statement-breakpoint
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
	`comments_sort` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`entered_by` text DEFAULT 'visitor' NOT NULL,
	`period` text,
	`deleted_at` text,
	`voided_at` text,
	`corrected_at` text,
	`device` text,
	`search_text` text,
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
	CONSTRAINT "bill_items_comments" CHECK(length("bill_items"."comments") <= 2000),
	CONSTRAINT "bill_items_period" CHECK("bill_items"."period" is null or "bill_items"."period" || '-01' is date("bill_items"."period" || '-01')),
	CONSTRAINT "bill_items_voided" CHECK("bill_items"."voided_at" is null or "bill_items"."deleted_at" is not null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bill_items_id_unique` ON `bill_items` (`id`);
--> statement-breakpoint
CREATE INDEX `bill_items_by_date` ON `bill_items` (`date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_customer` ON `bill_items` (coalesce("customer_id", ''), `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_horse` ON `bill_items` (`horse_id`, `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_service` ON `bill_items` (`service_id`, `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_quantity` ON `bill_items` (`quantity`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_value` ON `bill_items` (`value`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_location` ON `bill_items` (`location`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_comments` ON `bill_items` (`comments_sort`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_entered_by` ON `bill_items` (`entered_by`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_date` ON `bill_items` (`date`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_without_text` ON `bill_items` (`seq`) WHERE "bill_items"."search_text" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_voided` ON `bill_items` (`date`) WHERE "bill_items"."voided_at" is not null;
--> statement-breakpoint
CREATE INDEX `bill_items_corrected` ON `bill_items` (`date`) WHERE "bill_items"."corrected_at" is not null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_run` ON `bill_items` (`billing_run_id`, `export_id`) WHERE "bill_items"."billing_run_id" is not null;
--> statement-breakpoint
CREATE INDEX `bill_items_of_month` ON `bill_items` (coalesce("period", substr("date", 1, 7)), `horse_id`) WHERE "bill_items"."service_id" = 'boarding' and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_device` ON `bill_items` (`device`, `created_at`) WHERE "bill_items"."device" is not null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_export` ON `bill_items` (`export_id`) WHERE "bill_items"."export_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `bill_items_once_a_show` ON `bill_items` (`show_id`, `billing_run_id`) WHERE "bill_items"."show_id" is not null;
--> statement-breakpoint
CREATE TABLE `totals` (
	`list` text PRIMARY KEY NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`sum` integer DEFAULT 0 NOT NULL,
	`current_rows` integer DEFAULT 0 NOT NULL,
	`current_sum` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
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
	`is_voided` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`export_id`, `position`),
	FOREIGN KEY (`export_id`) REFERENCES `exports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bill_item_id`) REFERENCES `bill_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "export_lines_voided" CHECK("export_lines"."is_voided" in (0, 1)),
	CONSTRAINT "export_lines_invoice_date" CHECK("export_lines"."invoice_date" is null or ("export_lines"."invoice_date" between '2000-01-01' and '2099-12-31' and "export_lines"."invoice_date" is date("export_lines"."invoice_date"))),
	CONSTRAINT "export_lines_service_date" CHECK("export_lines"."service_date" is null or ("export_lines"."service_date" between '2000-01-01' and '2099-12-31' and "export_lines"."service_date" is date("export_lines"."service_date"))),
	CONSTRAINT "export_lines_quantity" CHECK("export_lines"."item_quantity" >= 1),
	CONSTRAINT "export_lines_amount" CHECK("export_lines"."item_amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `export_lines_once_a_bill` ON `export_lines` (`bill_item_id`) WHERE "export_lines"."is_voided" = 0;
--> statement-breakpoint
CREATE TABLE `invoices` (
	`export_id` text NOT NULL,
	`number` integer NOT NULL,
	`customer_id` text,
	`horse_id` text NOT NULL,
	`date` text NOT NULL,
	`line_count` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`export_id`, `number`),
	FOREIGN KEY (`export_id`) REFERENCES `exports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_date" CHECK("invoices"."date" is null or ("invoices"."date" between '2000-01-01' and '2099-12-31' and "invoices"."date" is date("invoices"."date")))
) STRICT;
--> statement-breakpoint
CREATE INDEX `invoices_by_number` ON `invoices` (`number`);
--> statement-breakpoint
CREATE INDEX `invoices_of_customer` ON `invoices` (`customer_id`, `number`);
--> statement-breakpoint
CREATE TABLE `corrections` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`correction_id` text NOT NULL,
	`bill_item_id` text NOT NULL,
	`date` text NOT NULL,
	`bill_date` text,
	`customer_id` text,
	`horse_id` text NOT NULL,
	`service_id` text NOT NULL,
	`invoice_number` integer,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`actor` text NOT NULL,
	`entered` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`bill_item_id`) REFERENCES `bill_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "corrections_amount" CHECK("corrections"."amount" <> 0),
	CONSTRAINT "corrections_invoice" CHECK("corrections"."invoice_number" >= 1),
	CONSTRAINT "corrections_actor" CHECK(length("corrections"."actor") >= 1),
	CONSTRAINT "corrections_reason" CHECK(length("corrections"."reason") between 1 and 500),
	CONSTRAINT "corrections_entered" CHECK("corrections"."entered" in (0, 1)),
	CONSTRAINT "corrections_date" CHECK("corrections"."date" is null or ("corrections"."date" between '2000-01-01' and '2099-12-31' and "corrections"."date" is date("corrections"."date"))),
	CONSTRAINT "corrections_bill_date" CHECK("corrections"."bill_date" is null or ("corrections"."bill_date" between '2000-01-01' and '2099-12-31' and "corrections"."bill_date" is date("corrections"."bill_date")))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_id_unique` ON `corrections` (`id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_bill` ON `corrections` (`bill_item_id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_correction` ON `corrections` (`correction_id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_customer` ON `corrections` (`customer_id`);
--> statement-breakpoint
CREATE INDEX `corrections_of_customer` ON `corrections` (`customer_id`, `bill_date`) WHERE "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `corrections_open_by_customer` ON `corrections` (coalesce("customer_id", '')) WHERE not "corrections"."entered" and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE TABLE `payroll_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`item_count` integer NOT NULL,
	`total` integer NOT NULL,
	`failure` text,
	`last_payroll_before` text,
	`taken_back_at` text,
	`taken_back_by` text,
	CONSTRAINT "payroll_runs_count" CHECK("payroll_runs"."item_count" >= 0),
	CONSTRAINT "payroll_runs_total" CHECK("payroll_runs"."total" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `payroll_runs_by_time` ON `payroll_runs` (`at`);
--> statement-breakpoint
CREATE TABLE `payroll` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`groom_id` text NOT NULL,
	`item` text NOT NULL,
	`item_sort` text DEFAULT '' NOT NULL,
	`date` text NOT NULL,
	`payment_date` text,
	`value` integer NOT NULL,
	`paid` integer DEFAULT false NOT NULL,
	`week` text,
	`payroll_run_id` text,
	`bill_item_id` text,
	`search_text` text,
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
CREATE UNIQUE INDEX `payroll_id_unique` ON `payroll` (`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_once_a_week` ON `payroll` (`groom_id`, `week`) WHERE "payroll"."week" is not null and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_deleted_salaries` ON `payroll` (`groom_id`, `week`) WHERE "payroll"."week" is not null and "payroll"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `payroll_salaries_by_hand` ON `payroll` (`groom_id`, `date`) WHERE "payroll"."week" is null and lower(trim("payroll"."item")) = 'weekly salary';
--> statement-breakpoint
CREATE INDEX `payroll_by_run` ON `payroll` (`payroll_run_id`, `paid`) WHERE "payroll"."payroll_run_id" is not null;
--> statement-breakpoint
CREATE INDEX `payroll_of_groom` ON `payroll` (`groom_id`, coalesce("payment_date", '')) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_once_a_bill` ON `payroll` (`bill_item_id`) WHERE "payroll"."bill_item_id" is not null;
--> statement-breakpoint
CREATE INDEX `payroll_by_date` ON `payroll` (`date`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_week` ON `payroll` (((strftime('%j', date("date", '-3 days', 'weekday 4')) - 1) / 7 + 1)) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_groom` ON `payroll` (`groom_id`, `date`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_item` ON `payroll` (`item_sort`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_value` ON `payroll` (`value`) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_payment` ON `payroll` (coalesce("payment_date", '')) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_by_paid` ON `payroll` ("paid" + 0) WHERE "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_date` ON `payroll` (`date`) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_unpaid_by_payment` ON `payroll` (coalesce("payment_date", '')) WHERE "payroll"."paid" = 0 and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_without_text` ON `payroll` (`seq`) WHERE "payroll"."search_text" is null;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `admins_email_unique` ON `admins` (`email`);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`since` text NOT NULL,
	`last_seen` text NOT NULL,
	`ended_at` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_by_email` ON `sessions` (`email`) WHERE "sessions"."ended_at" is null;
--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY DEFAULT 1 NOT NULL,
	`last_payroll` text,
	`late_from` text,
	`invoice_number` integer DEFAULT 1 NOT NULL,
	`export_amounts` text DEFAULT 'quantity-x-value' NOT NULL,
	`is_amounts_chosen` integer DEFAULT false NOT NULL,
	`export_dates` text DEFAULT 'line' NOT NULL,
	`prorate` integer DEFAULT false NOT NULL,
	`barn_name` text DEFAULT 'Hayloft' NOT NULL,
	`barn_address` text DEFAULT '' NOT NULL,
	`new_boarding` integer DEFAULT 290000 NOT NULL,
	`new_boarding_surcharge` integer DEFAULT 15000 NOT NULL,
	`new_training` integer DEFAULT 175000 NOT NULL,
	`blanket_charge` integer DEFAULT 10000 NOT NULL,
	`long_island_rate` integer DEFAULT 863 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "settings_late_from" CHECK("settings"."late_from" is null or ("settings"."late_from" between '2000-01-01' and '2099-12-31' and "settings"."late_from" is date("settings"."late_from"))),
	CONSTRAINT "settings_single" CHECK("settings"."id" = 1),
	CONSTRAINT "settings_invoice_number" CHECK("settings"."invoice_number" >= 1),
	CONSTRAINT "settings_amounts" CHECK("settings"."export_amounts" in ('quantity-x-value', 'bill-value')),
	CONSTRAINT "settings_dates" CHECK("settings"."export_dates" in ('line', 'invoice')),
	CONSTRAINT "settings_amounts_chosen" CHECK("settings"."is_amounts_chosen" in (0, 1)),
	CONSTRAINT "settings_prorate" CHECK("settings"."prorate" in (0, 1)),
	CONSTRAINT "settings_barn_name" CHECK(length("settings"."barn_name") between 1 and 200),
	CONSTRAINT "settings_barn_address" CHECK(length("settings"."barn_address") <= 500),
	CONSTRAINT "settings_new_boarding" CHECK("settings"."new_boarding" >= 0),
	CONSTRAINT "settings_new_surcharge" CHECK("settings"."new_boarding_surcharge" >= 0),
	CONSTRAINT "settings_new_training" CHECK("settings"."new_training" >= 0),
	CONSTRAINT "settings_blanket" CHECK("settings"."blanket_charge" >= 0),
	CONSTRAINT "settings_long_island_rate" CHECK("settings"."long_island_rate" between 0 and 10000)
) STRICT;
--> statement-breakpoint
CREATE TABLE `backups` (
	`place` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`bytes` integer NOT NULL,
	CONSTRAINT "backups_place" CHECK("backups"."place" in ('bucket', 'folder', 'file')),
	CONSTRAINT "backups_bytes" CHECK("backups"."bytes" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `column_choices` (
	`email` text NOT NULL,
	`screen` text NOT NULL,
	`hidden` text NOT NULL,
	`order` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`email`, `screen`),
	CONSTRAINT "column_choices_hidden" CHECK(json_valid("column_choices"."hidden") and json_type("column_choices"."hidden") = 'array'),
	CONSTRAINT "column_choices_order" CHECK(json_valid("column_choices"."order") and json_type("column_choices"."order") = 'array')
) STRICT;
--> statement-breakpoint
CREATE TABLE `activity` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`made_at` text,
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
CREATE INDEX `activity_by_time` ON `activity` (`at`);
--> statement-breakpoint
CREATE TABLE `activity_entries` (
	`seq` integer PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`kind` text NOT NULL,
	`change` text NOT NULL,
	`records` text NOT NULL,
	`search_text` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `activity_entries_by_date` ON `activity_entries` (`date`);
--> statement-breakpoint
CREATE TABLE `activity_records` (
	`record_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`record_id`, `seq`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `activity_records_by_change` ON `activity_records` (`seq`);
--> statement-breakpoint
CREATE TRIGGER `bill_items_correction_dated` AFTER UPDATE OF `date` ON `bill_items` WHEN new.`date` <> old.`date` BEGIN UPDATE `corrections` SET `bill_date` = new.`date` WHERE `bill_item_id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_dated` AFTER INSERT ON `corrections` BEGIN UPDATE `corrections` SET `bill_date` = (SELECT `date` FROM `bill_items` WHERE `id` = new.`bill_item_id`) WHERE `seq` = new.`seq`; END;
--> statement-breakpoint
CREATE TRIGGER `export_lines_invoiced` AFTER INSERT ON `export_lines` BEGIN INSERT INTO `invoices` (`export_id`, `number`, `customer_id`, `horse_id`, `date`, `line_count`, `total`) SELECT new.`export_id`, new.`invoice_number`, `customer_id`, `horse_id`, new.`invoice_date`, 1, new.`item_amount` FROM `bill_items` WHERE `id` = new.`bill_item_id` ON CONFLICT DO UPDATE SET `date` = max(`date`, excluded.`date`), `line_count` = `line_count` + 1, `total` = `total` + excluded.`total`; END;
--> statement-breakpoint
CREATE TRIGGER `grooms_salary_changed` AFTER UPDATE OF `weekly_salary` ON `grooms` WHEN new.`weekly_salary` <> old.`weekly_salary` BEGIN INSERT INTO `salary_changes` (`groom_id`, `at`, `salary_before`) VALUES (new.`id`, new.`updated_at`, old.`weekly_salary`); END;
--> statement-breakpoint
create trigger horses_kept_before_change after update of
  customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location on horses
when (new.customer_id, new.check_in_date, new.check_out_date, new.boarding, new.boarding_surcharge, new.training, new.has_blanket, new.is_billable, new.location)
  is not (old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location) begin
  insert into horse_changes (horse_id, at, actor, customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location) values (
    new.id, new.updated_at,
    (select actor from "activity" where rowid = (select max(rowid) from "activity") and at = new.updated_at),
    old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location);
end;
--> statement-breakpoint
create virtual table bill_items_search using fts5(search_text, content='bill_items', content_rowid='seq', tokenize='trigram');
--> statement-breakpoint
insert into totals (list) values ('bill_items');
--> statement-breakpoint
create trigger bill_items_added after insert on bill_items begin
  insert into bill_items_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
  update totals set
    rows = rows + (new.deleted_at is null or new.voided_at is not null),
    sum = sum + (new.deleted_at is null) * new.value,
    current_rows = current_rows + (new.export_id is null and new.deleted_at is null),
    current_sum = current_sum + (new.export_id is null and new.deleted_at is null) * new.value
  where list = 'bill_items';
end;
--> statement-breakpoint
create trigger bill_items_removed after delete on bill_items begin
  insert into bill_items_search (bill_items_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  update totals set
    rows = rows - (old.deleted_at is null or old.voided_at is not null),
    sum = sum - (old.deleted_at is null) * old.value,
    current_rows = current_rows - (old.export_id is null and old.deleted_at is null),
    current_sum = current_sum - (old.export_id is null and old.deleted_at is null) * old.value
  where list = 'bill_items';
end;
--> statement-breakpoint
create trigger bill_items_text_changed after update of search_text on bill_items begin
  insert into bill_items_search (bill_items_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  insert into bill_items_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
end;
--> statement-breakpoint
create trigger bill_items_counted after update of value, export_id, deleted_at, voided_at on bill_items begin
  update totals set
    rows = rows + (new.deleted_at is null or new.voided_at is not null) - (old.deleted_at is null or old.voided_at is not null),
    sum = sum + (new.deleted_at is null) * new.value - (old.deleted_at is null) * old.value,
    current_rows = current_rows + (new.export_id is null and new.deleted_at is null) - (old.export_id is null and old.deleted_at is null),
    current_sum = current_sum + (new.export_id is null and new.deleted_at is null) * new.value - (old.export_id is null and old.deleted_at is null) * old.value
  where list = 'bill_items';
end;
--> statement-breakpoint
create virtual table payroll_search using fts5(search_text, content='payroll', content_rowid='seq', tokenize='trigram');
--> statement-breakpoint
insert into totals (list) values ('payroll');
--> statement-breakpoint
create trigger payroll_added after insert on payroll begin
  insert into payroll_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
  update totals set
    rows = rows + (new.deleted_at is null),
    sum = sum + (new.deleted_at is null) * new.value,
    current_rows = current_rows + (new.paid = 0 and new.deleted_at is null),
    current_sum = current_sum + (new.paid = 0 and new.deleted_at is null) * new.value
  where list = 'payroll';
end;
--> statement-breakpoint
create trigger payroll_removed after delete on payroll begin
  insert into payroll_search (payroll_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  update totals set
    rows = rows - (old.deleted_at is null),
    sum = sum - (old.deleted_at is null) * old.value,
    current_rows = current_rows - (old.paid = 0 and old.deleted_at is null),
    current_sum = current_sum - (old.paid = 0 and old.deleted_at is null) * old.value
  where list = 'payroll';
end;
--> statement-breakpoint
create trigger payroll_text_changed after update of search_text on payroll begin
  insert into payroll_search (payroll_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  insert into payroll_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
end;
--> statement-breakpoint
create trigger payroll_counted after update of value, paid, deleted_at on payroll begin
  update totals set
    rows = rows + (new.deleted_at is null) - (old.deleted_at is null),
    sum = sum + (new.deleted_at is null) * new.value - (old.deleted_at is null) * old.value,
    current_rows = current_rows + (new.paid = 0 and new.deleted_at is null) - (old.paid = 0 and old.deleted_at is null),
    current_sum = current_sum + (new.paid = 0 and new.deleted_at is null) * new.value - (old.paid = 0 and old.deleted_at is null) * old.value
  where list = 'payroll';
end;
--> statement-breakpoint
create virtual table shows_search using fts5(search_text, content='shows', content_rowid='seq', tokenize='trigram');
--> statement-breakpoint
insert into totals (list) values ('shows');
--> statement-breakpoint
create trigger shows_added after insert on shows begin
  insert into shows_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
  update totals set
    rows = rows + (new.deleted_at is null),
    sum = sum + (not new.billed and new.deleted_at is null),
    current_rows = current_rows + (not new.billed and new.deleted_at is null),
    current_sum = current_sum + (not new.billed and new.deleted_at is null)
  where list = 'shows';
end;
--> statement-breakpoint
create trigger shows_removed after delete on shows begin
  insert into shows_search (shows_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  update totals set
    rows = rows - (old.deleted_at is null),
    sum = sum - (not old.billed and old.deleted_at is null),
    current_rows = current_rows - (not old.billed and old.deleted_at is null),
    current_sum = current_sum - (not old.billed and old.deleted_at is null)
  where list = 'shows';
end;
--> statement-breakpoint
create trigger shows_text_changed after update of search_text on shows begin
  insert into shows_search (shows_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  insert into shows_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
end;
--> statement-breakpoint
create trigger shows_counted after update of billed, deleted_at on shows begin
  update totals set
    rows = rows + (new.deleted_at is null) - (old.deleted_at is null),
    sum = sum + (not new.billed and new.deleted_at is null) - (not old.billed and old.deleted_at is null),
    current_rows = current_rows + (not new.billed and new.deleted_at is null) - (not old.billed and old.deleted_at is null),
    current_sum = current_sum + (not new.billed and new.deleted_at is null) - (not old.billed and old.deleted_at is null)
  where list = 'shows';
end;
--> statement-breakpoint
create virtual table activity_entries_search using fts5(search_text, content='activity_entries', content_rowid='seq', tokenize='trigram');
--> statement-breakpoint
insert into totals (list) values ('activity_entries');
--> statement-breakpoint
create trigger activity_entries_added after insert on activity_entries begin
  insert into activity_entries_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
  update totals set
    rows = rows + 1,
    sum = sum + 0,
    current_rows = current_rows + 1,
    current_sum = current_sum + 0
  where list = 'activity_entries';
end;
--> statement-breakpoint
create trigger activity_entries_removed after delete on activity_entries begin
  insert into activity_entries_search (activity_entries_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  update totals set
    rows = rows - 1,
    sum = sum - 0,
    current_rows = current_rows - 1,
    current_sum = current_sum - 0
  where list = 'activity_entries';
end;
--> statement-breakpoint
create trigger activity_entries_text_changed after update of search_text on activity_entries begin
  insert into activity_entries_search (activity_entries_search, rowid, search_text)
    select 'delete', old.seq, old.search_text where old.search_text is not null;
  insert into activity_entries_search (rowid, search_text)
    select new.seq, new.search_text where new.search_text is not null;
end;
--> statement-breakpoint
insert into services (id, product_service_name, name_sort, price, sales_description, public, needs_groom, created_at, updated_at) values
  ('boarding', 'Boarding', 'boarding', 290000, 'Monthly boarding', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('boarding-surcharge', 'Boarding Surcharge', 'boarding surcharge', 15000, 'Monthly boarding surcharge', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('long-island-surcharge', 'Long Island Surcharge', 'long island surcharge', 0, 'Monthly surcharge on Long Island', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('blanket', 'Blanket', 'blanket', 10000, 'Monthly blanket service', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ('training', 'Training', 'training', 175000, 'Monthly training', 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
--> statement-breakpoint
insert into settings (id, invoice_number) values (1, 1001);
