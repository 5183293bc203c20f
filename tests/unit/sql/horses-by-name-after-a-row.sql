select rows, total, summary
from (
  with hits as materialized (
    select distinct seq
    from (
      select *
      from (
        select "horses_search".rowid as seq
        from "horses_search"
        left join "horses" on "horses"."seq" = "horses_search".rowid
        where "horses_search" match '"bella"' and "horses"."deleted_at" is null
      )
    )
    limit 10001
  )
  select (
    select json_group_array(json(record))
    from (
      select json_object('seq', "horses"."seq", 'id', "horses"."id", 'customerId', "horses"."customer_id", 'name', "horses"."name", 'checkInDate', "horses"."check_in_date", 'checkOutDate', "horses"."check_out_date", 'boarding', "horses"."boarding", 'boardingSurcharge', "horses"."boarding_surcharge", 'training', "horses"."training", 'hasBlanket', iif("horses"."has_blanket", json('true'), json('false')), 'isBillable', iif("horses"."is_billable", json('true'), json('false')), 'location', "horses"."location", 'version', "horses"."version", 'responsibleParty', coalesce("customers"."name", 'Unknown')) as record
      from (
        select *
        from (
          select "horses"."seq" as seq, "horses"."name" collate nocase as key0
          from hits
          cross join "horses" on "horses"."seq" = hits.seq
          left join "customers" on "customers"."id" = "horses"."customer_id"
          where "horses"."name" collate nocase = (
            select "horses"."name" collate nocase
            from "horses"
            left join "customers" on "customers"."id" = "horses"."customer_id"
            where "horses"."seq" = 7
          ) and "horses"."seq" > 7
          order by "horses"."seq" asc
          limit iif(not (select count(*) from hits) > 10000, 101, 0)
        )
        union all
        select *
        from (
          select "horses"."seq" as seq, "horses"."name" collate nocase as key0
          from hits
          cross join "horses" on "horses"."seq" = hits.seq
          left join "customers" on "customers"."id" = "horses"."customer_id"
          where "horses"."name" collate nocase > (
            select "horses"."name" collate nocase
            from "horses"
            left join "customers" on "customers"."id" = "horses"."customer_id"
            where "horses"."seq" = 7
          )
          order by "horses"."name" collate nocase asc, "horses"."seq" asc
          limit iif(not (select count(*) from hits) > 10000, 101, 0)
        )
        union all
        select *
        from (
          select "horses"."seq" as seq, "horses"."name" collate nocase as key0
          from "horses"
          left join "customers" on "customers"."id" = "horses"."customer_id"
          where "horses"."name" collate nocase = (
            select "horses"."name" collate nocase
            from "horses"
            left join "customers" on "customers"."id" = "horses"."customer_id"
            where "horses"."seq" = 7
          ) and "horses"."seq" > 7 and "horses"."deleted_at" is null and iif("horses"."seq" in (select rowid from "horses_search" where "horses_search" match '"bella"'), 1, 0)
          order by "horses"."seq" asc
          limit iif((select count(*) from hits) > 10000, 101, 0)
        )
        union all
        select *
        from (
          select "horses"."seq" as seq, "horses"."name" collate nocase as key0
          from "horses"
          left join "customers" on "customers"."id" = "horses"."customer_id"
          where "horses"."name" collate nocase > (
            select "horses"."name" collate nocase
            from "horses"
            left join "customers" on "customers"."id" = "horses"."customer_id"
            where "horses"."seq" = 7
          ) and "horses"."deleted_at" is null and iif("horses"."seq" in (select rowid from "horses_search" where "horses_search" match '"bella"'), 1, 0)
          order by "horses"."name" collate nocase asc, "horses"."seq" asc
          limit iif((select count(*) from hits) > 10000, 101, 0)
        )
      ) page
      cross join "horses" on "horses"."seq" = page.seq
      left join "customers" on "customers"."id" = "horses"."customer_id"
      order by page.key0 asc, page.seq asc
      limit 101
    )
  ) as rows, (select count(*) from hits) as total, iif((select count(*) from hits) <= 10000, (
    select json_object('billable', count(*) filter (where "horses"."is_billable"))
    from hits
    cross join "horses" on "horses"."seq" = hits.seq
  ), null) as summary
);
