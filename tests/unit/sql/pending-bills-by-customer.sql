select rows, total, summary
from (
  with matching as materialized (
    select "facets"."seq", "facets"."kind", "facets"."key"
    from facets_search
    cross join "facets" on "facets"."seq" = facets_search.rowid
    where facets_search match '"o''brien"'
  ), hits as materialized (
    select distinct seq
    from (
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."date" = matching.key
        where matching.kind = 'date' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on coalesce("bill_items"."customer_id", '') = matching.key
        where matching.kind = 'customer' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."horse_id" = matching.key
        where matching.kind = 'horse' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."service_id" = matching.key
        where matching.kind = 'service' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."quantity" = matching.key
        where matching.kind = 'quantity' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."value" = matching.key
        where matching.kind = 'value' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."location" = matching.key
        where matching.kind = 'location' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_comments_search".rowid as seq
        from "bill_comments_search"
        left join "bill_items" on "bill_items"."seq" = "bill_comments_search".rowid
        where "bill_comments_search" match '"o''brien"' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
    )
    limit 10001
  ), others as materialized (
    select distinct seq
    from (
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."date" = matching.key
        where matching.kind = 'date' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."horse_id" = matching.key
        where matching.kind = 'horse' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."service_id" = matching.key
        where matching.kind = 'service' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."quantity" = matching.key
        where matching.kind = 'quantity' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."value" = matching.key
        where matching.kind = 'value' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_items"."seq" as seq
        from matching
        cross join "bill_items" on "bill_items"."location" = matching.key
        where matching.kind = 'location' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
      union all
      select *
      from (
        select "bill_comments_search".rowid as seq
        from "bill_comments_search"
        left join "bill_items" on "bill_items"."seq" = "bill_comments_search".rowid
        where "bill_comments_search" match '"o''brien"' and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
      )
    )
    limit iif((select count(*) from hits) > 10000, 1001, 0)
  )
  select (
    select json_group_array(json(record))
    from (
      select json_object('id', "bill_items"."id", 'seq', "bill_items"."seq", 'date', "bill_items"."date", 'customer', coalesce("customers"."name", 'Unknown'), 'horse', "horses"."name", 'service', "services"."product_service_name", 'quantity', "bill_items"."quantity", 'value', "bill_items"."value", 'location', "bill_items"."location", 'comments', coalesce("bill_items"."comments", '')) as record
      from (
        select *
        from (
          select "bill_items"."seq" as seq, "facets"."text" collate nocase as key0, "facets"."seq" as key1
          from hits
          cross join "bill_items" on "bill_items"."seq" = hits.seq
          cross join "facets" on "facets"."kind" = 'customer' and "facets"."key" = coalesce("bill_items"."customer_id", '')
          left join "customers" on "customers"."id" = "bill_items"."customer_id"
          left join "horses" on "horses"."id" = "bill_items"."horse_id"
          left join "services" on "services"."id" = "bill_items"."service_id"
          where "facets"."kind" = 'customer'
          order by "facets"."text" collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
          limit iif(not (select count(*) from hits) > 10000, 101, 0)
        )
        union all
        select *
        from (
          select "bill_items"."seq" as seq, "facets"."text" collate nocase as key0, "facets"."seq" as key1
          from "facets"
          cross join "bill_items" on coalesce("bill_items"."customer_id", '') = "facets"."key"
          left join "customers" on "customers"."id" = "bill_items"."customer_id"
          left join "horses" on "horses"."id" = "bill_items"."horse_id"
          left join "services" on "services"."id" = "bill_items"."service_id"
          where "facets"."kind" = 'customer' and "facets"."seq" in (select seq from matching) and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null
          order by "facets"."text" collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
          limit iif((select count(*) from hits) > 10000, 101, 0)
        )
        union all
        select *
        from (
          select "bill_items"."seq" as seq, "facets"."text" collate nocase as key0, "facets"."seq" as key1
          from others
          cross join "bill_items" on "bill_items"."seq" = others.seq
          cross join "facets" on "facets"."kind" = 'customer' and "facets"."key" = coalesce("bill_items"."customer_id", '')
          left join "customers" on "customers"."id" = "bill_items"."customer_id"
          left join "horses" on "horses"."id" = "bill_items"."horse_id"
          left join "services" on "services"."id" = "bill_items"."service_id"
          where "facets"."kind" = 'customer' and not "facets"."seq" in (select seq from matching)
          order by "facets"."text" collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
          limit iif(not (select count(*) from others) > 1000, 101, 0)
        )
        union all
        select *
        from (
          select "bill_items"."seq" as seq, "facets"."text" collate nocase as key0, "facets"."seq" as key1
          from "facets"
          cross join "bill_items" on coalesce("bill_items"."customer_id", '') = "facets"."key"
          left join "customers" on "customers"."id" = "bill_items"."customer_id"
          left join "horses" on "horses"."id" = "bill_items"."horse_id"
          left join "services" on "services"."id" = "bill_items"."service_id"
          where "facets"."kind" = 'customer' and not "facets"."seq" in (select seq from matching) and "bill_items"."deleted_at" is null and "bill_items"."export_id" is null and iif("bill_items"."date" in (select key from matching where kind = 'date') or "bill_items"."horse_id" in (select key from matching where kind = 'horse') or "bill_items"."service_id" in (select key from matching where kind = 'service') or "bill_items"."quantity" in (select key from matching where kind = 'quantity') or "bill_items"."value" in (select key from matching where kind = 'value') or "bill_items"."location" in (select key from matching where kind = 'location') or (coalesce("bill_items"."comments", '') like '%o''brien%' escape '\' or (coalesce("bill_items"."comments", '') glob '*[^	-~]*' and "bill_items"."seq" in (select rowid from "bill_comments_search" where "bill_comments_search" match '"o''brien"'))), 1, 0)
          order by "facets"."text" collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
          limit iif((select count(*) from others) > 1000, 101, 0)
        )
      ) page
      cross join "bill_items" on "bill_items"."seq" = page.seq
      left join "customers" on "customers"."id" = "bill_items"."customer_id"
      left join "horses" on "horses"."id" = "bill_items"."horse_id"
      left join "services" on "services"."id" = "bill_items"."service_id"
      order by page.key0 asc, page.key1 asc, page.seq asc
      limit 101
    )
  ) as rows, (select count(*) from hits) as total, iif((select count(*) from hits) <= 10000, (
    select json_object('value', coalesce(sum("bill_items"."value"), 0))
    from hits
    cross join "bill_items" on "bill_items"."seq" = hits.seq
  ), null) as summary
);
