CREATE TABLE `import_files` (
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`content` blob NOT NULL,
	PRIMARY KEY(`import_id`, `position`)
) STRICT;

--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`at` text NOT NULL,
	`name` text NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`import_id`, `at`, `position`)
) STRICT;

--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`files` text NOT NULL,
	`choices` text DEFAULT '{}' NOT NULL,
	`done_at` text,
	`content` text,
	`before` text,
	`after` text,
	`taken_back_at` text,
	`taken_back_by` text,
	CONSTRAINT "imports_files" CHECK(json_type("imports"."files") = 'array'),
	CONSTRAINT "imports_choices" CHECK(json_type("imports"."choices") = 'object')
) STRICT;
