select rows, total, is_exact, summary, has_rows
from (
  with matching as materialized (
    select *
    from (
      select 0 as word, "facets"."kind" as kind, json_group_array("facets"."key") as keys, sum("totals"."current_rows") as rows, sum("totals"."current_sum") as sum, row_number() over (order by sum("totals"."current_rows") desc) = 1 as is_largest
      from facets_search
      cross join "facets" on "facets"."seq" = facets_search.rowid
      cross join "totals" on "totals"."list" = 'bill_items' and "totals"."kind" = "facets"."kind" and "totals"."key" = "facets"."key"
      where facets_search match '"obrien"' and "totals"."kind" in ('customer', 'horse', 'service', 'location', 'entered_by')
      group by "facets"."kind"
    )
  ), largest as materialized (
    select kind, max(iif(is_largest, rows, null)) as rows, sum, coalesce(sum(rows), 0) as together
    from matching
  ), candidates as materialized (
    select distinct seq
    from (
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'date'
        cross join "bill_items" on "bill_items"."date" = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'customer'
        cross join "bill_items" on coalesce("bill_items"."customer_id", '') = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'horse'
        cross join "bill_items" on "bill_items"."horse_id" = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'service'
        cross join "bill_items" on "bill_items"."service_id" = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'quantity'
        cross join "bill_items" on "bill_items"."quantity" = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'value'
        cross join "bill_items" on "bill_items"."value" = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'location'
        cross join "bill_items" on "bill_items"."location" = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'entered_by'
        cross join "bill_items" on "bill_items"."entered_by" = facet.value
        where not matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_comments_search".rowid as seq
        from "bill_comments_search"
        left join "bill_items" on "bill_items"."seq" = "bill_comments_search".rowid
        where "bill_comments_search" match '"obrien"' and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
    )
    limit (
      select iif(together - coalesce(rows, 0) <= 1000, 1001, 0)
      from largest
    )
  ), others as materialized (
    select "bill_items"."seq" as seq
    from candidates
    cross join "bill_items" on "bill_items"."seq" = candidates.seq
    where not case (select kind from largest) when 'date' then "bill_items"."date" in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'date'
    ) when 'customer' then coalesce("bill_items"."customer_id", '') in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'customer'
    ) when 'horse' then "bill_items"."horse_id" in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'horse'
    ) when 'service' then "bill_items"."service_id" in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'service'
    ) when 'quantity' then "bill_items"."quantity" in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'quantity'
    ) when 'value' then "bill_items"."value" in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'value'
    ) when 'location' then "bill_items"."location" in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'location'
    ) when 'entered_by' then "bill_items"."entered_by" in (
      select facet.value
      from matching
      cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'entered_by'
    ) else 0 end
  ), rest as materialized (
    select distinct seq
    from (
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'date'
        cross join "bill_items" on "bill_items"."date" = facet.value
        where 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'horse'
        cross join "bill_items" on "bill_items"."horse_id" = facet.value
        where 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'service'
        cross join "bill_items" on "bill_items"."service_id" = facet.value
        where 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'quantity'
        cross join "bill_items" on "bill_items"."quantity" = facet.value
        where 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'value'
        cross join "bill_items" on "bill_items"."value" = facet.value
        where 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'location'
        cross join "bill_items" on "bill_items"."location" = facet.value
        where 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'entered_by'
        cross join "bill_items" on "bill_items"."entered_by" = facet.value
        where 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
      union all
      select *
      from (
        select "bill_comments_search".rowid as seq
        from "bill_comments_search"
        left join "bill_items" on "bill_items"."seq" = "bill_comments_search".rowid
        where "bill_comments_search" match '"obrien"' and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
      )
    )
    limit iif(not ((
      select (
        select n <= 1000 and n * n <= 25 * (
          select coalesce(max("totals"."current_rows"), 0)
          from "totals"
          where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
        )
        from (select together as n)
      ) and together - coalesce(rows, 0) <= 1000 and (select count(*) from candidates) <= 1000
      from largest
    )) and (
      select n <= 1000 and n * n <= 25 * (
        select coalesce(max("totals"."current_rows"), 0)
        from "totals"
        where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
      )
      from (
        select (
          select coalesce(sum(rows), 0)
          from matching
          where kind <> 'customer'
        ) as n
      )
    ), 1001, 0)
  )
  select (
    select json_group_array(json(record))
    from (
      select json_object('id', "bill_items"."id", 'seq', "bill_items"."seq", 'date', "bill_items"."date", 'customer', coalesce("customers"."name" || iif("customers"."deleted_at" is null, '', ' (deleted)'), 'Unknown'), 'customerId', "bill_items"."customer_id", 'horse', "horses"."name" || iif("horses"."deleted_at" is null, '', ' (deleted)'), 'horseId', "bill_items"."horse_id", 'service', "services"."product_service_name", 'quantity', "bill_items"."quantity", 'value', "bill_items"."value", 'location', "bill_items"."location", 'comments', coalesce("bill_items"."comments", ''), 'enteredBy', "bill_items"."entered_by", 'status', case when "bill_items"."voided_at" is not null then 'voided' when "bill_items"."export_id" is null then 'pending' else 'exported' end, 'isCorrected', iif("bill_items"."corrected_at" is not null, json('true'), json('false'))) as record
      from (
        select *
        from (
          select *
          from (
            select "bill_items"."seq" as seq, coalesce("facets"."text_order", "facets"."text") collate nocase as key0, "facets"."seq" as key1
            from (
              select seq
              from others
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'date'
                cross join "bill_items" on "bill_items"."date" = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'customer'
                cross join "bill_items" on coalesce("bill_items"."customer_id", '') = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'horse'
                cross join "bill_items" on "bill_items"."horse_id" = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'service'
                cross join "bill_items" on "bill_items"."service_id" = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'quantity'
                cross join "bill_items" on "bill_items"."quantity" = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'value'
                cross join "bill_items" on "bill_items"."value" = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'location'
                cross join "bill_items" on "bill_items"."location" = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
              union all
              select *
              from (
                select "bill_items"."seq" as seq
                from matching
                cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'entered_by'
                cross join "bill_items" on "bill_items"."entered_by" = facet.value
                where matching.is_largest and 1 and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
              )
            ) found
            cross join "bill_items" on "bill_items"."seq" = found.seq
            cross join "facets" on "facets"."kind" = 'customer' and "facets"."key" = coalesce("bill_items"."customer_id", '')
            left join "customers" on "customers"."id" = "bill_items"."customer_id"
            left join "horses" on "horses"."id" = "bill_items"."horse_id"
            left join "services" on "services"."id" = "bill_items"."service_id"
            where "facets"."kind" = 'customer'
            order by coalesce("facets"."text_order", "facets"."text") collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
            limit iif((
              select (
                select n <= 1000 and n * n <= 25 * (
                  select coalesce(max("totals"."current_rows"), 0)
                  from "totals"
                  where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
                )
                from (select together as n)
              ) and together - coalesce(rows, 0) <= 1000 and (select count(*) from candidates) <= 1000
              from largest
            ), 101, 0)
          )
          union all
          select *
          from (
            select "bill_items"."seq" as seq, coalesce("facets"."text_order", "facets"."text") collate nocase as key0, "facets"."seq" as key1
            from "facets"
            cross join "bill_items" on coalesce("bill_items"."customer_id", '') = "facets"."key"
            left join "customers" on "customers"."id" = "bill_items"."customer_id"
            left join "horses" on "horses"."id" = "bill_items"."horse_id"
            left join "services" on "services"."id" = "bill_items"."service_id"
            where "facets"."kind" = 'customer' and "facets"."key" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'customer'
            ) and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null)
            order by coalesce("facets"."text_order", "facets"."text") collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
            limit iif(not ((
              select (
                select n <= 1000 and n * n <= 25 * (
                  select coalesce(max("totals"."current_rows"), 0)
                  from "totals"
                  where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
                )
                from (select together as n)
              ) and together - coalesce(rows, 0) <= 1000 and (select count(*) from candidates) <= 1000
              from largest
            )) and exists (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'customer'
            ), 101, 0)
          )
          union all
          select *
          from (
            select "bill_items"."seq" as seq, coalesce("facets"."text_order", "facets"."text") collate nocase as key0, "facets"."seq" as key1
            from rest found
            cross join "bill_items" on "bill_items"."seq" = found.seq
            cross join "facets" on "facets"."kind" = 'customer' and "facets"."key" = coalesce("bill_items"."customer_id", '')
            left join "customers" on "customers"."id" = "bill_items"."customer_id"
            left join "horses" on "horses"."id" = "bill_items"."horse_id"
            left join "services" on "services"."id" = "bill_items"."service_id"
            where "facets"."kind" = 'customer' and not coalesce("bill_items"."customer_id", '') in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'customer'
            )
            order by coalesce("facets"."text_order", "facets"."text") collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
            limit iif(not ((not ((
              select (
                select n <= 1000 and n * n <= 25 * (
                  select coalesce(max("totals"."current_rows"), 0)
                  from "totals"
                  where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
                )
                from (select together as n)
              ) and together - coalesce(rows, 0) <= 1000 and (select count(*) from candidates) <= 1000
              from largest
            )) and not ((
              select n <= 1000 and n * n <= 25 * (
                select coalesce(max("totals"."current_rows"), 0)
                from "totals"
                where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
              )
              from (
                select (
                  select coalesce(sum(rows), 0)
                  from matching
                  where kind <> 'customer'
                ) as n
              )
            ) and (select count(*) from rest) <= 1000))), 101, 0)
          )
          union all
          select *
          from (
            select "bill_items"."seq" as seq, coalesce("facets"."text_order", "facets"."text") collate nocase as key0, "facets"."seq" as key1
            from "facets"
            cross join "bill_items" on coalesce("bill_items"."customer_id", '') = "facets"."key"
            left join "customers" on "customers"."id" = "bill_items"."customer_id"
            left join "horses" on "horses"."id" = "bill_items"."horse_id"
            left join "services" on "services"."id" = "bill_items"."service_id"
            where "facets"."kind" = 'customer' and not coalesce("bill_items"."customer_id", '') in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'customer'
            ) and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null) and iif("bill_items"."date" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'date'
            ) or "bill_items"."horse_id" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'horse'
            ) or "bill_items"."service_id" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'service'
            ) or "bill_items"."quantity" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'quantity'
            ) or "bill_items"."value" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'value'
            ) or "bill_items"."location" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'location'
            ) or "bill_items"."entered_by" in (
              select facet.value
              from matching
              cross join json_each(matching.keys) facet on matching.word = 0 and matching.kind = 'entered_by'
            ) or (coalesce("bill_items"."comments", '') <> '' and exists (
              select 1
              from "bill_comments_search"
              where "bill_comments_search".rowid = "bill_items"."seq" and instr("bill_comments_search".text, 'obrien')
            )), 1, 0)
            order by coalesce("facets"."text_order", "facets"."text") collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
            limit iif((not ((
              select (
                select n <= 1000 and n * n <= 25 * (
                  select coalesce(max("totals"."current_rows"), 0)
                  from "totals"
                  where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
                )
                from (select together as n)
              ) and together - coalesce(rows, 0) <= 1000 and (select count(*) from candidates) <= 1000
              from largest
            )) and not ((
              select n <= 1000 and n * n <= 25 * (
                select coalesce(max("totals"."current_rows"), 0)
                from "totals"
                where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
              )
              from (
                select (
                  select coalesce(sum(rows), 0)
                  from matching
                  where kind <> 'customer'
                ) as n
              )
            ) and (select count(*) from rest) <= 1000)), 101, 0)
          )
        ) page
        order by page.key0 asc, page.key1 asc, page.seq asc
        limit 101
      ) page
      cross join "bill_items" on "bill_items"."seq" = page.seq
      left join "customers" on "customers"."id" = "bill_items"."customer_id"
      left join "horses" on "horses"."id" = "bill_items"."horse_id"
      left join "services" on "services"."id" = "bill_items"."service_id"
    )
  ) as rows, iif(counts.is_exact, counts.total, min(counts.total, 10000)) as total, counts.is_exact as is_exact, iif(counts.is_exact, json_object('value', counts.sum), null) as summary, counts.total > 0 or exists (
    select 1
    from "bill_items"
    where ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null)
  ) as has_rows
  from (
    select coalesce(largest.rows, 0) + counted.number as total, coalesce(largest.sum, 0) + counted.sum as sum, together - coalesce(rows, 0) <= 1000 and (select count(*) from candidates) <= 1000 and coalesce(largest.rows, 0) + counted.number <= 10000 as is_exact
    from largest
    cross join (
      select count(*) as number, coalesce(sum(iif("bill_items"."deleted_at" is null, "bill_items"."value", 0)), 0) as sum
      from others
      cross join "bill_items" on "bill_items"."seq" = others.seq
    ) counted
  ) counts
);
