select rows, total, is_exact, summary, has_rows
from (
  with hits as materialized (
    select "horses_search".rowid as seq
    from "horses_search"
    left join "horses" on "horses"."seq" = "horses_search".rowid
    where "horses_search" match '"bella"' and "horses"."deleted_at" is null
    limit 10001
  )
  select (
    select json_group_array(json(record))
    from (
      select json_object('seq', "horses"."seq", 'id', "horses"."id", 'customerId', "horses"."customer_id", 'name', "horses"."name", 'checkInDate', "horses"."check_in_date", 'checkOutDate', "horses"."check_out_date", 'boarding', "horses"."boarding", 'boardingSurcharge', "horses"."boarding_surcharge", 'training', "horses"."training", 'hasBlanket', iif("horses"."has_blanket", json('true'), json('false')), 'isBillable', iif("horses"."is_billable", json('true'), json('false')), 'location', "horses"."location", 'version', "horses"."version", 'responsibleParty', coalesce("customers"."name" || iif("customers"."deleted_at" is null, '', ' (deleted)'), 'Unknown')) as record
      from (
        select *
        from (
          select *
          from (
            select "horses"."seq" as seq, coalesce("horses"."name_order", "horses"."name") collate nocase as key0
            from (select seq from hits) found
            cross join "horses" on "horses"."seq" = found.seq
            left join "customers" on "customers"."id" = "horses"."customer_id"
            where (coalesce("horses"."name_order", "horses"."name") collate nocase > (
              select coalesce("horses"."name_order", "horses"."name") collate nocase
              from "horses"
              left join "customers" on "customers"."id" = "horses"."customer_id"
              where "horses"."seq" = 7
            ) or (coalesce("horses"."name_order", "horses"."name") collate nocase = (
              select coalesce("horses"."name_order", "horses"."name") collate nocase
              from "horses"
              left join "customers" on "customers"."id" = "horses"."customer_id"
              where "horses"."seq" = 7
            ) and "horses"."seq" > 7))
            order by coalesce("horses"."name_order", "horses"."name") collate nocase asc, "horses"."seq" asc
            limit iif((select count(*) from hits) <= 10000, 101, 0)
          )
          union all
          select *
          from (
            select "horses"."seq" as seq, coalesce("horses"."name_order", "horses"."name") collate nocase as key0
            from "horses"
            left join "customers" on "customers"."id" = "horses"."customer_id"
            where coalesce("horses"."name_order", "horses"."name") collate nocase = (
              select coalesce("horses"."name_order", "horses"."name") collate nocase
              from "horses"
              left join "customers" on "customers"."id" = "horses"."customer_id"
              where "horses"."seq" = 7
            ) and "horses"."seq" > 7 and "horses"."deleted_at" is null and iif("horses"."seq" in (select rowid from "horses_search" where "horses_search" match '"bella"'), 1, 0)
            order by "horses"."seq" asc
            limit iif(not ((select count(*) from hits) <= 10000), 101, 0)
          )
          union all
          select *
          from (
            select "horses"."seq" as seq, coalesce("horses"."name_order", "horses"."name") collate nocase as key0
            from "horses"
            left join "customers" on "customers"."id" = "horses"."customer_id"
            where coalesce("horses"."name_order", "horses"."name") collate nocase > (
              select coalesce("horses"."name_order", "horses"."name") collate nocase
              from "horses"
              left join "customers" on "customers"."id" = "horses"."customer_id"
              where "horses"."seq" = 7
            ) and "horses"."deleted_at" is null and iif("horses"."seq" in (select rowid from "horses_search" where "horses_search" match '"bella"'), 1, 0)
            order by coalesce("horses"."name_order", "horses"."name") collate nocase asc, "horses"."seq" asc
            limit iif(not ((select count(*) from hits) <= 10000), 101, 0)
          )
        ) page
        order by page.key0 asc, page.seq asc
        limit 101
      ) page
      cross join "horses" on "horses"."seq" = page.seq
      left join "customers" on "customers"."id" = "horses"."customer_id"
    )
  ) as rows, iif(counts.is_exact, counts.total, min(counts.total, 10000)) as total, counts.is_exact as is_exact, iif(counts.is_exact, json_object('billable', counts.sum), null) as summary, counts.total > 0 or exists (select 1 from "horses" where "horses"."deleted_at" is null) as has_rows
  from (
    select min(number, 10000) as total, sum, number <= 10000 as is_exact
    from (
      select count(*) as number, iif(count(*) <= 10000, (
        select coalesce(sum("horses"."is_billable"), 0)
        from hits
        cross join "horses" on "horses"."seq" = hits.seq
      ), 0) as sum
      from hits
    )
  ) counts
);
