select rows, total, is_exact, summary, has_rows
from (
  with hits as materialized (
    select "shows_search".rowid as seq
    from "shows_search"
    left join "shows" on "shows"."seq" = "shows_search".rowid
    where "shows_search" match '"bella"' and "shows"."deleted_at" is null
    limit 10001
  )
  select (
    select json_group_array(json(record))
    from (
      select json_object('seq', "shows"."seq", 'id', "shows"."id", 'name', "shows"."name", 'date', "shows"."date", 'horseId', "shows"."horse_id", 'serviceId', "shows"."service_id", 'quantity', "shows"."quantity", 'billed', iif("shows"."billed", json('true'), json('false')), 'version', "shows"."version", 'horse', "horses"."name" || iif("horses"."deleted_at" is null, '', ' (deleted)'), 'service', "services"."product_service_name") as record
      from (
        select *
        from (
          select *
          from (
            select "shows"."seq" as seq, coalesce("shows"."name_order", "shows"."name") collate nocase as key0
            from (select seq from hits) found
            cross join "shows" on "shows"."seq" = found.seq
            left join "horses" on "horses"."id" = "shows"."horse_id"
            left join "services" on "services"."id" = "shows"."service_id"
            where (coalesce("shows"."name_order", "shows"."name") collate nocase > (
              select coalesce("shows"."name_order", "shows"."name") collate nocase
              from "shows"
              left join "horses" on "horses"."id" = "shows"."horse_id"
              left join "services" on "services"."id" = "shows"."service_id"
              where "shows"."seq" = 7
            ) or (coalesce("shows"."name_order", "shows"."name") collate nocase = (
              select coalesce("shows"."name_order", "shows"."name") collate nocase
              from "shows"
              left join "horses" on "horses"."id" = "shows"."horse_id"
              left join "services" on "services"."id" = "shows"."service_id"
              where "shows"."seq" = 7
            ) and "shows"."seq" > 7))
            order by coalesce("shows"."name_order", "shows"."name") collate nocase asc, "shows"."seq" asc
            limit iif((select count(*) from hits) <= 10000, 101, 0)
          )
          union all
          select *
          from (
            select "shows"."seq" as seq, coalesce("shows"."name_order", "shows"."name") collate nocase as key0
            from "shows"
            left join "horses" on "horses"."id" = "shows"."horse_id"
            left join "services" on "services"."id" = "shows"."service_id"
            where coalesce("shows"."name_order", "shows"."name") collate nocase = (
              select coalesce("shows"."name_order", "shows"."name") collate nocase
              from "shows"
              left join "horses" on "horses"."id" = "shows"."horse_id"
              left join "services" on "services"."id" = "shows"."service_id"
              where "shows"."seq" = 7
            ) and "shows"."seq" > 7 and "shows"."deleted_at" is null and iif("shows"."seq" in (select rowid from "shows_search" where "shows_search" match '"bella"'), 1, 0)
            order by "shows"."seq" asc
            limit iif(not ((select count(*) from hits) <= 10000), 101, 0)
          )
          union all
          select *
          from (
            select "shows"."seq" as seq, coalesce("shows"."name_order", "shows"."name") collate nocase as key0
            from "shows"
            left join "horses" on "horses"."id" = "shows"."horse_id"
            left join "services" on "services"."id" = "shows"."service_id"
            where coalesce("shows"."name_order", "shows"."name") collate nocase > (
              select coalesce("shows"."name_order", "shows"."name") collate nocase
              from "shows"
              left join "horses" on "horses"."id" = "shows"."horse_id"
              left join "services" on "services"."id" = "shows"."service_id"
              where "shows"."seq" = 7
            ) and "shows"."deleted_at" is null and iif("shows"."seq" in (select rowid from "shows_search" where "shows_search" match '"bella"'), 1, 0)
            order by coalesce("shows"."name_order", "shows"."name") collate nocase asc, "shows"."seq" asc
            limit iif(not ((select count(*) from hits) <= 10000), 101, 0)
          )
        ) page
        order by page.key0 asc, page.seq asc
        limit 101
      ) page
      cross join "shows" on "shows"."seq" = page.seq
      left join "horses" on "horses"."id" = "shows"."horse_id"
      left join "services" on "services"."id" = "shows"."service_id"
    )
  ) as rows, iif(counts.is_exact, counts.total, min(counts.total, 10000)) as total, counts.is_exact as is_exact, iif(counts.is_exact, json_object('unbilled', counts.sum), null) as summary, counts.total > 0 or exists (select 1 from "shows" where "shows"."deleted_at" is null) as has_rows
  from (
    select min(number, 10000) as total, sum, number <= 10000 as is_exact
    from (
      select count(*) as number, iif(count(*) <= 10000, (
        select coalesce(sum((not "shows"."billed")), 0)
        from hits
        cross join "shows" on "shows"."seq" = hits.seq
      ), 0) as sum
      from hits
    )
  ) counts
);
