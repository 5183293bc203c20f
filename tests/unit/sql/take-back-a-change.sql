update "horses"
set "boarding" = was."boarding", updated_at = '2026-11-21T12:00:00.000Z', version = "horses".version + 1
from (
  select value ->> 'id' as id, value ->> 'version' as version, value ->> 'boarding' as "boarding"
  from json_each((select "before" from "activity" where id = 'change-1'))
  where value ->> 'table' = 'horses' and value ->> 'id' in (select value from json_each('["horse-1"]'))
) was
where "horses".id = was.id and "horses".version = was.version + 1;
