ALTER TABLE `statement_questions` ADD `mail_state` text CONSTRAINT "statement_questions_mail" CHECK("statement_questions"."mail_state" in ('sending', 'accepted', 'refused'));
--> statement-breakpoint
ALTER TABLE `statement_questions` ADD `mail_attempt` integer DEFAULT 0 NOT NULL CONSTRAINT "statement_questions_attempt" CHECK("statement_questions"."mail_attempt" >= 0);
--> statement-breakpoint
ALTER TABLE `statement_questions` ADD `mailed_at` text;
--> statement-breakpoint
ALTER TABLE `statement_questions` ADD `mailed_to` text DEFAULT '[]' NOT NULL CONSTRAINT "statement_questions_mailed_to" CHECK(json_valid("statement_questions"."mailed_to") and json_type("statement_questions"."mailed_to") = 'array');
--> statement-breakpoint
ALTER TABLE `statement_questions` ADD `mail_problem` text DEFAULT '' NOT NULL CONSTRAINT "statement_questions_problem" CHECK(length("statement_questions"."mail_problem") <= 300);
--> statement-breakpoint
ALTER TABLE `statement_questions` ADD `queued_at` text;
--> statement-breakpoint
ALTER TABLE `statement_questions` ADD `mailed_by` text;
