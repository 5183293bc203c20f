(
  select json_group_array(json(record))
  from (
    select json_object('seq', "horses"."seq", 'id', "horses"."id", 'customerId', "horses"."customer_id", 'name', "horses"."name", 'checkInDate', "horses"."check_in_date", 'checkOutDate', "horses"."check_out_date", 'boarding', "horses"."boarding", 'boardingSurcharge', "horses"."boarding_surcharge", 'training', "horses"."training", 'hasBlanket', iif("horses"."has_blanket", json('true'), json('false')), 'isBillable', iif("horses"."is_billable", json('true'), json('false')), 'location', "horses"."location", 'version', 0, 'responsibleParty', coalesce("customers"."name" || iif("customers"."deleted_at" is null, '', ' (deleted)'), 'Unknown'), 'isListed', iif(1, json('true'), json('false')), 'isProrated', iif((select prorate from "settings"), json('true'), json('false')), 'wasProrated', iif((select prorate from "settings"), json('true'), json('false')), 'billedOn', billed.date, 'timesBilled', coalesce(billed.bills, 0), 'billedLately', json(iif(lately.date is null, null, json_object('date', lately.date, 'month', lately.month)))) as record
    from "horses"
    left join "customers" on "customers"."id" = "horses"."customer_id"
    left join (
      select horse_id, max(date) as date, count(*) as bills
      from "bill_items" indexed by bill_items_of_month
      where service_id = 'boarding' and deleted_at is null and coalesce("bill_items"."period", substr("bill_items"."date", 1, 7)) = '2026-11'
      group by horse_id
    ) billed on billed.horse_id = "horses"."id"
    left join (
      select horse_id, max(date) as date, coalesce("bill_items"."period", substr("bill_items"."date", 1, 7)) as month
      from "bill_items" indexed by bill_items_boarding
      where service_id = 'boarding' and deleted_at is null and date between '2026-11-14' and '2026-11-21' and coalesce("bill_items"."period", substr("bill_items"."date", 1, 7)) <> '2026-11'
      group by horse_id
    ) lately on lately.horse_id = "horses"."id"
    where "horses"."deleted_at" is null and (coalesce("horses"."check_out_date", '9999-12-31') >= '2026-11-01' and "horses"."check_in_date" <= '2026-11-30')
    order by "horses"."seq"
  )
) = '[]';
