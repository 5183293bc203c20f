CREATE TABLE `statement_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`customer_id` text NOT NULL,
	`first` text NOT NULL,
	`last` text NOT NULL,
	`has_comments` integer DEFAULT false NOT NULL,
	`ends_on` text NOT NULL,
	`frozen` text,
	`digest` text NOT NULL,
	`run_id` text,
	`actor` text NOT NULL,
	`created_at` text NOT NULL,
	`stopped_at` text,
	`stopped_by` text,
	`mail_state` text,
	`mail_attempt` integer DEFAULT 0 NOT NULL,
	`mailed_at` text,
	`mailed_to` text DEFAULT '[]' NOT NULL,
	`mail_problem` text DEFAULT '' NOT NULL,
	`opened` integer DEFAULT 0 NOT NULL,
	`last_opened_at` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statement_links_hash" CHECK(length("statement_links"."token_hash") = 64),
	CONSTRAINT "statement_links_digest" CHECK(length("statement_links"."digest") = 64),
	CONSTRAINT "statement_links_frozen" CHECK("statement_links"."frozen" is null or "statement_links"."frozen" = '' or (json_valid("statement_links"."frozen") and length("statement_links"."frozen") <= 1000000)),
	CONSTRAINT "statement_links_period" CHECK("statement_links"."first" <= "statement_links"."last"),
	CONSTRAINT "statement_links_actor" CHECK(length("statement_links"."actor") >= 1),
	CONSTRAINT "statement_links_stopped" CHECK(("statement_links"."stopped_at" is null) = ("statement_links"."stopped_by" is null)),
	CONSTRAINT "statement_links_mailed" CHECK("statement_links"."mail_state" is null or "statement_links"."mailed_at" is not null),
	CONSTRAINT "statement_links_attempt" CHECK("statement_links"."mail_attempt" >= 0),
	CONSTRAINT "statement_links_opened" CHECK("statement_links"."opened" >= 0),
	CONSTRAINT "statement_links_mail" CHECK("statement_links"."mail_state" in ('sending', 'accepted', 'refused')),
	CONSTRAINT "statement_links_problem" CHECK(length("statement_links"."mail_problem") <= 300),
	CONSTRAINT "statement_links_mailed_to" CHECK(json_valid("statement_links"."mailed_to") and json_type("statement_links"."mailed_to") = 'array'),
	CONSTRAINT "statement_links_comments" CHECK("statement_links"."has_comments" in (0, 1)),
	CONSTRAINT "statement_links_first" CHECK("statement_links"."first" is null or ("statement_links"."first" between '2000-01-01' and '2099-12-31' and "statement_links"."first" is date("statement_links"."first"))),
	CONSTRAINT "statement_links_last" CHECK("statement_links"."last" is null or ("statement_links"."last" between '2000-01-01' and '2099-12-31' and "statement_links"."last" is date("statement_links"."last"))),
	CONSTRAINT "statement_links_ends_on" CHECK("statement_links"."ends_on" is null or ("statement_links"."ends_on" between '2000-01-01' and '2100-12-31' and "statement_links"."ends_on" is date("statement_links"."ends_on")))
) STRICT;

--> statement-breakpoint
CREATE UNIQUE INDEX `statement_links_token_hash_unique` ON `statement_links` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `statement_links_of_customer` ON `statement_links` (`customer_id`, `last`);
--> statement-breakpoint
CREATE INDEX `statement_links_of_period` ON `statement_links` (`first`, `last`);
--> statement-breakpoint
CREATE INDEX `statement_links_of_run` ON `statement_links` (`run_id`) WHERE "statement_links"."run_id" is not null;
--> statement-breakpoint
CREATE TABLE `statement_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`bill_item_id` text NOT NULL,
	`line` text NOT NULL,
	`question` text NOT NULL,
	`asked_at` text NOT NULL,
	`reply` text DEFAULT '' NOT NULL,
	`answered_at` text,
	`answered_by` text,
	FOREIGN KEY (`link_id`) REFERENCES `statement_links`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bill_item_id`) REFERENCES `bill_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statement_questions_line" CHECK(length("statement_questions"."line") between 1 and 500),
	CONSTRAINT "statement_questions_question" CHECK(length("statement_questions"."question") between 1 and 1000),
	CONSTRAINT "statement_questions_reply" CHECK(length("statement_questions"."reply") <= 1000),
	CONSTRAINT "statement_questions_answered" CHECK(("statement_questions"."answered_at" is null) = ("statement_questions"."answered_by" is null)),
	CONSTRAINT "statement_questions_open_reply" CHECK("statement_questions"."answered_at" is not null or "statement_questions"."reply" = '')
) STRICT;

--> statement-breakpoint
CREATE INDEX `statement_questions_of_link` ON `statement_questions` (`link_id`, `asked_at`);
--> statement-breakpoint
CREATE INDEX `statement_questions_answered_at` ON `statement_questions` (`answered_at`) WHERE "statement_questions"."answered_at" is not null;
--> statement-breakpoint
CREATE INDEX `statement_questions_of_bill` ON `statement_questions` (`bill_item_id`);
--> statement-breakpoint
CREATE INDEX `statement_questions_open` ON `statement_questions` (`asked_at`) WHERE "statement_questions"."answered_at" is null;
