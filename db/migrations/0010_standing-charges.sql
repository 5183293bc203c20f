CREATE TABLE `standing_charges` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`horse_id` text NOT NULL,
	`service_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`price` integer,
	`repeats` text DEFAULT 'monthly' NOT NULL,
	`weekdays` text DEFAULT '[]' NOT NULL,
	`from_date` text NOT NULL,
	`until_date` text,
	`groom_id` text,
	`comments` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`horse_id`) REFERENCES `horses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`groom_id`) REFERENCES `grooms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standing_charges_quantity" CHECK("standing_charges"."quantity" >= 1),
	CONSTRAINT "standing_charges_price" CHECK("standing_charges"."price" >= 0),
	CONSTRAINT "standing_charges_repeats" CHECK("standing_charges"."repeats" in ('monthly', 'weekdays')),
	CONSTRAINT "standing_charges_list" CHECK(json_valid("standing_charges"."weekdays") and json_type("standing_charges"."weekdays") = 'array'),
	CONSTRAINT "standing_charges_weekdays" CHECK(("standing_charges"."repeats" = 'weekdays') = ("standing_charges"."weekdays" <> '[]')),
	CONSTRAINT "standing_charges_from" CHECK("standing_charges"."from_date" is null or ("standing_charges"."from_date" between '2000-01-01' and '2099-12-31' and "standing_charges"."from_date" is date("standing_charges"."from_date"))),
	CONSTRAINT "standing_charges_until" CHECK("standing_charges"."until_date" is null or ("standing_charges"."until_date" between '2000-01-01' and '2099-12-31' and "standing_charges"."until_date" is date("standing_charges"."until_date"))),
	CONSTRAINT "standing_charges_days" CHECK("standing_charges"."until_date" is null or "standing_charges"."until_date" >= "standing_charges"."from_date"),
	CONSTRAINT "standing_charges_comments" CHECK(length("standing_charges"."comments") <= 200)
) STRICT;

--> statement-breakpoint
CREATE UNIQUE INDEX `standing_charges_id_unique` ON `standing_charges` (`id`);
--> statement-breakpoint
CREATE INDEX `standing_charges_by_horse` ON `standing_charges` (`horse_id`);
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `standing_charge_id` text REFERENCES standing_charges(id);
--> statement-breakpoint
CREATE INDEX `bill_items_of_grooms` ON `bill_items` (`billing_run_id`) WHERE "bill_items"."groom_id" is not null and "bill_items"."billing_run_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `bill_items_once_a_charge` ON `bill_items` (`standing_charge_id`, `period`, coalesce("first_day", ''), coalesce("customer_id", '')) WHERE "bill_items"."standing_charge_id" is not null and "bill_items"."deleted_at" is null;
