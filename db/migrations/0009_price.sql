-- Prices that hold from a day: the next ones of a horse, and those that a change made the prices.
ALTER TABLE `horses` ADD `prices_from` text CONSTRAINT "horses_prices_from" CHECK("horses"."prices_from" is null or ("horses"."prices_from" between '2000-01-01' and '2099-12-31' and "horses"."prices_from" is date("horses"."prices_from")));
--> statement-breakpoint
ALTER TABLE `horses` ADD `next_boarding` integer CONSTRAINT "horses_next_boarding" CHECK("horses"."next_boarding" >= 0);
--> statement-breakpoint
ALTER TABLE `horses` ADD `next_boarding_surcharge` integer CONSTRAINT "horses_next_surcharge" CHECK("horses"."next_boarding_surcharge" >= 0);
--> statement-breakpoint
ALTER TABLE `horses` ADD `next_training` integer CONSTRAINT "horses_next_training" CHECK("horses"."next_training" >= 0) CONSTRAINT "horses_next_prices" CHECK(("horses"."prices_from" is null) = (coalesce("horses"."next_boarding", "horses"."next_boarding_surcharge", "horses"."next_training") is null));
--> statement-breakpoint
ALTER TABLE `horses` ADD `prices_since` text;
--> statement-breakpoint
ALTER TABLE `horse_changes` ADD `held` text;
--> statement-breakpoint
ALTER TABLE `horse_changes` ADD `is_held_undone` integer DEFAULT false NOT NULL CONSTRAINT "horse_changes_held_undone" CHECK("horse_changes"."is_held_undone" in (0, 1));
--> statement-breakpoint
drop trigger horses_kept_before_change;
--> statement-breakpoint
create trigger horses_kept_before_change after update of
  customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location, prices_from on horses
when (new.customer_id, new.check_in_date, new.check_out_date, new.boarding, new.boarding_surcharge, new.training, new.has_blanket, new.is_billable, new.location)
  is not (old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location)
  or (new.prices_from is null and old.prices_from is new.prices_since and old.prices_from is not null) begin
  insert into horse_changes (horse_id, at, actor, customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location, held) values (
    new.id, new.updated_at,
    (select actor from "activity" where rowid = (select max(rowid) from "activity") and at = new.updated_at),
    old.customer_id, old.check_in_date, old.check_out_date, old.boarding, old.boarding_surcharge, old.training, old.has_blanket, old.is_billable, old.location,
    case when new.prices_from is null and old.prices_from is new.prices_since then
      json_object('from', old.prices_from, 'boarding', old.next_boarding, 'boardingSurcharge', old.next_boarding_surcharge, 'training', old.next_training) end);
end;
--> statement-breakpoint
-- Who chose the columns of Horses saved which ones are hidden: the new ones, hidden at first, are no part of that choice.
UPDATE `column_choices` SET `hidden` = json_insert(`hidden`, '$[#]', 'nextBoarding', '$[#]', 'nextBoardingSurcharge', '$[#]', 'nextTraining', '$[#]', 'pricesFrom') WHERE `screen` = '/horses';
