ALTER TABLE `services` ADD `spanish_name` text DEFAULT '' NOT NULL CONSTRAINT "services_spanish_name" CHECK(length("services"."spanish_name") <= 200);
