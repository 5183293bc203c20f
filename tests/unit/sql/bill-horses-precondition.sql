(
  select json_group_array(json(record))
  from (
    select json_object('id', "horses"."id", 'name', "horses"."name", 'customerId', "horses"."customer_id", 'responsibleParty', coalesce("customers"."name", 'Unknown'), 'boarding', "horses"."boarding", 'boardingSurcharge', "horses"."boarding_surcharge", 'training', "horses"."training", 'hasBlanket', iif("horses"."has_blanket", json('true'), json('false')), 'location', "horses"."location", 'billedOn', billed.date, 'timesBilled', coalesce(billed.bills, 0)) as record
    from "horses"
    left join "customers" on "customers"."id" = "horses"."customer_id"
    left join (
      select horse_id, max(date) as date, count(*) as bills
      from "bill_items" indexed by bill_items_boarding
      where date between '2026-11-01' and '2026-11-31' and service_id = 'boarding' and deleted_at is null
      group by horse_id
    ) billed on billed.horse_id = "horses"."id"
    where "horses"."is_billable" and "horses"."seq" in (
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
    )
    order by "horses"."seq"
  )
) = '[]';
