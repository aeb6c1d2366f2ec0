-- Spreads every table that belongs to channels over the workers of a Citus cluster, all rows of a channel on one of
-- them, so that no statement about a channel leaves its worker.
--
-- Stop all nodes, make a backup, then, on the coordinator:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f citus.sql
-- Tables are found by their shape (the channel leads the key), so it serves every version. Run it again after an update
-- that brought new tables: what is spread already is passed over.

BEGIN;

DO $$ BEGIN
  IF NOT pg_try_advisory_xact_lock(-2) THEN RAISE EXCEPTION 'stop all nodes first'; END IF;
END $$;

-- That a channel has one twin is kept by whoever makes it; across workers no index can.
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'channels'::regclass) THEN
    DROP INDEX channels_rehearsal;
    CREATE UNIQUE INDEX channels_rehearsal ON channels (rehearsal_of, id);
  END IF;
END $$;

-- The channels first: everything else lies beside them.
SELECT create_distributed_table('channels', 'id')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'channels'::regclass);

-- Tables whose key begins with the channel, and which keep nothing unique across channels.
SELECT create_distributed_table(t.name, 'channel_id', colocate_with => 'channels')
FROM (
  SELECT c.oid, c.relname::text AS name
  FROM pg_class c
  JOIN pg_index k ON k.indrelid = c.oid AND k.indisprimary
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.indkey[0]
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'channel_id'
    AND NOT EXISTS (
      SELECT 1 FROM pg_index u
      WHERE u.indrelid = c.oid AND u.indisunique AND NOT (k.indkey[0] = ANY (u.indkey::int2[])))
  ORDER BY c.relname
) AS t
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition d WHERE d.logicalrelid = t.oid);

-- The rest is small, or found by a secret before it is known whose it is: the same on every worker.
SELECT create_reference_table(c.relname::text)
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
  AND NOT EXISTS (SELECT 1 FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
ORDER BY c.relname;

COMMIT;
