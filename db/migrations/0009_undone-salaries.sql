ALTER TABLE `salary_changes` ADD `undone_at` text;
