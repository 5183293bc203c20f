select rows, total, is_exact, summary, has_rows
from (
  with driver as materialized (
    select number, min(rows) as rows
    from (
      select 0 as number, (
        select coalesce(sum(rows), 0)
        from (
          select *
          from (
            select "totals"."rows" as rows
            from "totals"
            where "totals"."list" = 'activity_entries' and "totals"."kind" = '' and "totals"."key" = ''
          )
        )
      ) as rows
      union all
      select 1 as number, (
        select count(*)
        from (
          select 1
          from (
            select "activity_records"."seq" as entry
            from "activity_records"
            where "activity_records"."record_id" = 'horse-1'
          )
          cross join "activity_entries" on "activity_entries"."seq" = entry
          where 1
          limit 10001
        )
      ) as rows
    )
  ), candidates as materialized (
    select *
    from (
      select "activity_entries"."seq" as seq
      from "activity_entries"
      where 1
      limit iif((select number from driver) = 0 and 1, 10001, 0)
    )
    union all
    select *
    from (
      select "activity_entries"."seq" as seq
      from (
        select "activity_records"."seq" as entry
        from "activity_records"
        where "activity_records"."record_id" = 'horse-1'
      )
      cross join "activity_entries" on "activity_entries"."seq" = entry
      where 1
      limit iif((select number from driver) = 1 and 1, 10001, 0)
    )
  ), hits as materialized (
    select "activity_entries"."seq" as seq, 0 as term
    from candidates
    cross join "activity_entries" on "activity_entries"."seq" = candidates.seq
    where 1 and "activity_entries"."seq" in (select "activity_records"."seq" from "activity_records" where "activity_records"."record_id" = 'horse-1')
  )
  select (
    select json_group_array(json(record))
    from (
      select json_object('id', "activity"."id", 'seq', "activity_entries"."seq", 'date', "activity_entries"."date", 'time', "activity"."at", 'actor', "activity_entries"."actor", 'action', "activity_entries"."action", 'records', "activity_entries"."records", 'changes', json_array(json_array("activity"."before" -> '$[0]', "activity"."before" -> '$[1]', "activity"."before" -> '$[2]'), json_array("activity"."after" -> '$[0]', "activity"."after" -> '$[1]', "activity"."after" -> '$[2]'), json_array(iif("activity"."before" ->> '$[0].customer_id' is not "activity"."after" ->> '$[0].customer_id', json_array(json_array("activity"."before" ->> '$[0].customer_id', (
        select name
        from customers
        where id = "activity"."before" ->> '$[0].customer_id'
      )), json_array("activity"."after" ->> '$[0].customer_id', (
        select name
        from customers
        where id = "activity"."after" ->> '$[0].customer_id'
      ))), json_array()), iif("activity"."before" ->> '$[0].horse_id' is not "activity"."after" ->> '$[0].horse_id', json_array(json_array("activity"."before" ->> '$[0].horse_id', (
        select name
        from horses
        where id = "activity"."before" ->> '$[0].horse_id'
      )), json_array("activity"."after" ->> '$[0].horse_id', (
        select name
        from horses
        where id = "activity"."after" ->> '$[0].horse_id'
      ))), json_array()), iif("activity"."before" ->> '$[0].service_id' is not "activity"."after" ->> '$[0].service_id', json_array(json_array("activity"."before" ->> '$[0].service_id', (
        select product_service_name
        from services
        where id = "activity"."before" ->> '$[0].service_id'
      )), json_array("activity"."after" ->> '$[0].service_id', (
        select product_service_name
        from services
        where id = "activity"."after" ->> '$[0].service_id'
      ))), json_array()), iif("activity"."before" ->> '$[0].groom_id' is not "activity"."after" ->> '$[0].groom_id', json_array(json_array("activity"."before" ->> '$[0].groom_id', (
        select name
        from grooms
        where id = "activity"."before" ->> '$[0].groom_id'
      )), json_array("activity"."after" ->> '$[0].groom_id', (
        select name
        from grooms
        where id = "activity"."after" ->> '$[0].groom_id'
      ))), json_array()))) || '', 'kind', "activity_entries"."kind", 'madeAt', "activity"."made_at", 'recordId', coalesce("activity"."after" ->> '$[0].id', "activity"."after" ->> '$[0].email', "activity"."before" ->> '$[0].id'), 'isDeletion', iif("activity_entries"."change" = 'delete', json('true'), json('false')), 'canTakeBack', iif("activity"."after" ->> '$[0].version' = case "activity_entries"."kind" when 'customers' then (
        select version
        from "customers"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'horses' then (
        select version
        from "horses"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'services' then (
        select version
        from "services"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'grooms' then (
        select version
        from "grooms"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'shows' then (
        select version
        from "shows"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'bill_items' then (
        select version
        from "bill_items"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'corrections' then (
        select version
        from "corrections"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'payroll' then (
        select version
        from "payroll"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'settings' then (
        select version
        from "settings"
        where id = "activity"."after" ->> '$[0].id'
      ) when 'admins' then (
        select version
        from "admins"
        where email = "activity"."after" ->> '$[0].email'
      ) end, json('true'), json('false'))) as record
      from (
        select *
        from (
          select *
          from (
            select "activity_entries"."seq" as seq, "activity_entries"."date" as key0
            from (select seq from hits) found
            cross join "activity_entries" on "activity_entries"."seq" = found.seq
            left join "activity" on "activity".rowid = "activity_entries"."seq"
            where 1
            order by "activity_entries"."date" desc, "activity_entries"."seq" desc
            limit iif((select rows from driver) <= 10000, 101, 0)
          )
          union all
          select *
          from (
            select "activity_entries"."seq" as seq, "activity_entries"."date" as key0
            from "activity_entries"
            left join "activity" on "activity".rowid = "activity_entries"."seq"
            where 1 and "activity_entries"."seq" in (select "activity_records"."seq" from "activity_records" where "activity_records"."record_id" = 'horse-1')
            order by "activity_entries"."date" desc, "activity_entries"."seq" desc
            limit iif(not ((select rows from driver) <= 10000), 101, 0)
          )
        ) page
        order by page.key0 desc, page.seq desc
        limit 101
      ) page
      cross join "activity_entries" on "activity_entries"."seq" = page.seq
      left join "activity" on "activity".rowid = "activity_entries"."seq"
    )
  ) as rows, iif(counts.is_exact, counts.total, min(counts.total, 10000)) as total, counts.is_exact as is_exact, null as summary, counts.total > 0 or exists (select 1 from "activity_entries" where 1) as has_rows
  from (
    select count(*) as total, coalesce(sum(term), 0) as sum, (select rows from driver) <= 10000 as is_exact
    from hits
  ) counts
);
