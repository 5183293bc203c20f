ALTER TABLE `shows` ADD `price` integer CONSTRAINT "shows_price" CHECK("shows"."price" >= 0);
--> statement-breakpoint
-- Who chose the columns of Shows saved which ones are hidden: the new one, hidden at first, is no part of that choice.
UPDATE `column_choices` SET `hidden` = json_insert(`hidden`, '$[#]', 'price') WHERE `screen` = '/shows';
