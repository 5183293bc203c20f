select case when exists (
  select 1
  from "activity"
  where "activity"."id" = 'key-1' and "activity"."content" = '{"id":"groom-1","version":3,"name":"Ana Beltrán","weeklySalary":82500,"location":"florida"}'
) then json('refused') else 1 end;

select case when exists (select 1 from "activity" where "activity"."id" = 'key-1') then json('refused') else 1 end;

insert into "activity" ("id", "at", "made_at", "actor", "action", "content", "topics", "before", "after")
values ('key-1', '2026-11-21T12:00:00.000Z', null, 'alex@hayloft.example', 'edit groom', '{"id":"groom-1","version":3,"name":"Ana Beltrán","weeklySalary":82500,"location":"florida"}', '["grooms"]', (
  select json_group_array(json(record))
  from (
    select json_object('table', 'grooms', 'seq', "seq", 'id', "id", 'name', "name", 'start_date', "start_date", 'end_date', "end_date", 'weekly_salary', "weekly_salary", 'location', "location", 'version', "version", 'created_at', "created_at", 'updated_at', "updated_at", 'deleted_at', "deleted_at") as record
    from "grooms"
    where "id" in (select value from json_each('["groom-1"]'))
  )
), '[]');

update "grooms"
set "name" = 'Ana Beltrán', "weekly_salary" = 82500, "location" = 'florida', "updated_at" = '2026-11-21T12:00:00.000Z', "version" = "grooms"."version" + 1
where "grooms"."id" = 'groom-1' and "grooms"."version" = 3 and "grooms"."deleted_at" is null;

select case when changes() <> 1 then json('refused') else 1 end;

update "activity"
set "after" = (
  select json_group_array(json(record))
  from (
    select json_object('table', 'grooms', 'seq', "seq", 'id', "id", 'name', "name", 'start_date', "start_date", 'end_date', "end_date", 'weekly_salary', "weekly_salary", 'location', "location", 'version', "version", 'created_at', "created_at", 'updated_at', "updated_at", 'deleted_at', "deleted_at") as record
    from "grooms"
    where "id" in (select value from json_each('["groom-1"]'))
  )
)
where "id" = 'key-1';
