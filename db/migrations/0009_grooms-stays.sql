ALTER TABLE `salary_changes` ADD `end_date_before` text CONSTRAINT "salary_changes_end_before" CHECK("salary_changes"."end_date_before" is null or ("salary_changes"."end_date_before" between '2000-01-01' and '2099-12-31' and "salary_changes"."end_date_before" is date("salary_changes"."end_date_before")));
--> statement-breakpoint
DROP TRIGGER `grooms_salary_changed`;
--> statement-breakpoint
CREATE TRIGGER `grooms_salary_changed` AFTER UPDATE OF `weekly_salary`, `start_date`, `end_date` ON `grooms` WHEN (new.`weekly_salary`, new.`start_date`, new.`end_date`) IS NOT (old.`weekly_salary`, old.`start_date`, old.`end_date`) BEGIN INSERT INTO `salary_changes` (`groom_id`, `at`, `salary_before`, `start_date_before`, `end_date_before`) VALUES (new.`id`, new.`updated_at`, old.`weekly_salary`, coalesce(old.`start_date`, ''), old.`end_date`); END;
