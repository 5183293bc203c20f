DROP TRIGGER `bill_items_correction_dated`;
--> statement-breakpoint
CREATE TABLE `__new_corrections` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`correction_id` text NOT NULL,
	`bill_item_id` text,
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
	CONSTRAINT "corrections_amount" CHECK("__new_corrections"."amount" <> 0),
	CONSTRAINT "corrections_credit" CHECK("__new_corrections"."bill_item_id" is not null or ("__new_corrections"."amount" < 0 and "__new_corrections"."customer_id" is not null and "__new_corrections"."invoice_number" is null)),
	CONSTRAINT "corrections_invoice" CHECK("__new_corrections"."invoice_number" >= 1),
	CONSTRAINT "corrections_actor" CHECK(length("__new_corrections"."actor") >= 1),
	CONSTRAINT "corrections_reason" CHECK(length("__new_corrections"."reason") between 1 and 500),
	CONSTRAINT "corrections_entered" CHECK("__new_corrections"."entered" in (0, 1)),
	CONSTRAINT "corrections_date" CHECK("__new_corrections"."date" is null or ("__new_corrections"."date" between '2000-01-01' and '2099-12-31' and "__new_corrections"."date" is date("__new_corrections"."date"))),
	CONSTRAINT "corrections_bill_date" CHECK("__new_corrections"."bill_date" is null or ("__new_corrections"."bill_date" between '2000-01-01' and '2099-12-31' and "__new_corrections"."bill_date" is date("__new_corrections"."bill_date")))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_corrections` (`seq`, `id`, `correction_id`, `bill_item_id`, `date`, `bill_date`, `customer_id`, `horse_id`, `service_id`, `invoice_number`, `amount`, `reason`, `actor`, `entered`, `version`, `created_at`, `updated_at`, `deleted_at`) SELECT `seq`, `id`, `correction_id`, `bill_item_id`, `date`, `bill_date`, `customer_id`, `horse_id`, `service_id`, `invoice_number`, `amount`, `reason`, `actor`, `entered`, `version`, `created_at`, `updated_at`, `deleted_at` FROM `corrections`;
--> statement-breakpoint
DROP INDEX `corrections_id_unique`;
--> statement-breakpoint
DROP TABLE `corrections`;
--> statement-breakpoint
ALTER TABLE `__new_corrections` RENAME TO `corrections`;
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
CREATE INDEX `corrections_of_invoice` ON `corrections` (`invoice_number`) WHERE "corrections"."invoice_number" is not null and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE TRIGGER `bill_items_correction_dated` AFTER UPDATE OF `date` ON `bill_items` WHEN new.`date` <> old.`date` BEGIN UPDATE `corrections` SET `bill_date` = new.`date` WHERE `bill_item_id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `corrections_dated` AFTER INSERT ON `corrections` WHEN new.`bill_item_id` IS NOT NULL BEGIN UPDATE `corrections` SET `bill_date` = (SELECT `date` FROM `bill_items` WHERE `id` = new.`bill_item_id`) WHERE `seq` = new.`seq`; END;
