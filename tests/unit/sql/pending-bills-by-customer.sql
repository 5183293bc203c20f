select rows, total, is_exact, summary, has_rows
from (
  with matching as materialized (
    select *
    from (
      select 0 as number, "facets"."kind" as kind, "facets"."kind" || '_' || hex("facets"."key") as word, "totals"."current_rows" as rows, "totals"."current_sum" as sum
      from names_search
      cross join "facets" on "facets"."seq" = names_search.rowid
      cross join "totals" on "totals"."list" = 'bill_items' and "totals"."kind" = "facets"."kind" and "totals"."key" = "facets"."key"
      where names_search match '"obrien"' and "facets"."kind" in ('customer', 'horse', 'service', 'location', 'entered_by')
    )
  ), search as materialized (
    select '(' || '(' || coalesce((
      select group_concat(word, ' OR ') || ' OR '
      from matching
      where number = 0
    ), '') || '"t_6f6272 t_627269 t_726965 t_69656e"' || ')' || ' AND ' || 'state_pending' || ')' as query
  ), whole as materialized (
    select group_concat(word, ' OR ') as words, sum(rows) as rows, sum(sum) as sum
    from (
      select kind, word, rows, sum
      from matching
      group by kind, word having count(*) = 1
    )
    group by kind
    order by 2 desc
    limit 1
  ), others as materialized (
    select ("bill_items_words".rowid & 4294967295) as seq
    from "bill_items_words"
    where "bill_items_words" match (
      select query || coalesce(' NOT (' || (select words from whole) || ')', '')
      from search
    )
    limit 201
  ), found as materialized (
    select ("bill_items_words".rowid & 4294967295) as seq
    from "bill_items_words"
    where "bill_items_words" match (select query from search)
    limit 1001
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
            from (select seq from found) found
            cross join "bill_items" on "bill_items"."seq" = found.seq
            cross join "facets" on "facets"."kind" = 'customer' and "facets"."key" = coalesce("bill_items"."customer_id", '')
            left join "customers" on "customers"."id" = "bill_items"."customer_id"
            left join "horses" on "horses"."id" = "bill_items"."horse_id"
            left join "services" on "services"."id" = "bill_items"."service_id"
            where "facets"."kind" = 'customer'
            order by coalesce("facets"."text_order", "facets"."text") collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
            limit iif((
              select n <= 1000 and n * n <= 25 * (
                select coalesce(max("totals"."current_rows"), 0)
                from "totals"
                where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
              )
              from (select count(*) as n from found)
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
            where "facets"."kind" = 'customer' and ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null) and ("bill_items"."export_id" is null and "bill_items"."deleted_at" is null) and iif("bill_items"."seq" in (
              select ("bill_items_words".rowid & 4294967295) as seq
              from "bill_items_words"
              where "bill_items_words" match (select query from search)
            ), 1, 0)
            order by coalesce("facets"."text_order", "facets"."text") collate nocase asc, "facets"."seq" asc, "bill_items"."seq" asc
            limit iif(not (
              select n <= 1000 and n * n <= 25 * (
                select coalesce(max("totals"."current_rows"), 0)
                from "totals"
                where "totals"."list" = 'bill_items' and "totals"."kind" = '' and "totals"."key" = ''
              )
              from (select count(*) as n from found)
            ), 101, 0)
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
    select coalesce((select rows from whole), 0) + total as total, coalesce((select sum from whole), 0) + sum as sum, is_exact
    from (
      select min(number, 200) as total, sum, number <= 200 as is_exact
      from (
        select count(*) as number, iif(count(*) <= 200, (
          select coalesce(sum(iif("bill_items"."deleted_at" is null, "bill_items"."value", 0)), 0)
          from others
          cross join "bill_items" on "bill_items"."seq" = others.seq
        ), 0) as sum
        from others
      )
    )
  ) counts
);
