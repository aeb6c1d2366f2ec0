-- Spreads every table that belongs to channels over hash partitions of the channel, on one PostgreSQL.
--
-- Stop all nodes, make a backup, then:  psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f partitions.sql
-- It is one transaction: when it fails, nothing has changed. Tables are found by their shape (the channel leads the
-- key), so it serves every version. Run it again after an update that brought new tables: what is done is passed over.
--
-- How many partitions: SET showcaller.partitions = 64 before, otherwise 16.

BEGIN;

-- Nobody may be at it meanwhile: every connection of every node holds this lock as long as it lives.
DO $$ BEGIN
  IF NOT pg_try_advisory_xact_lock(-2) THEN RAISE EXCEPTION 'stop all nodes first'; END IF;
END $$;

-- That a channel has one twin is kept by whoever makes it; across partitions no index can.
DO $$ BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'channels'::regclass) = 'r' THEN
    DROP INDEX channels_rehearsal;
    CREATE UNIQUE INDEX channels_rehearsal ON channels (rehearsal_of, id);
  END IF;
END $$;

DO $$
DECLARE
  partitions int := coalesce(nullif(current_setting('showcaller.partitions', true), '')::int, 16);
  one record;
  made record;
  statement text;
BEGIN
  FOR one IN
    SELECT c.oid, c.relname AS name, a.attname AS channel
    FROM pg_class c
    JOIN pg_index k ON k.indrelid = c.oid AND k.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.indkey[0]
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition
      AND (a.attname = 'channel_id' OR (c.relname = 'channels' AND a.attname = 'id'))
      -- A partitioned table can keep a thing unique only within a channel. Keys and clips are found without one.
      AND NOT EXISTS (
        SELECT 1 FROM pg_index u
        WHERE u.indrelid = c.oid AND u.indisunique AND NOT (k.indkey[0] = ANY (u.indkey::int2[])))
    ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', one.name, one.name || '_whole');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (%I)',
      one.name, one.name || '_whole', one.channel);
    FOR part IN 0 .. partitions - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
        one.name || '_p' || part, one.name, partitions, part);
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I', one.name, one.name || '_whole');
    -- Keys and indexes as they were, under their own names.
    FOR made IN
      SELECT i.relname AS index, pg_get_indexdef(k.indexrelid) AS words, k.indisprimary AS is_key,
        pg_get_constraintdef(con.oid) AS key
      FROM pg_index k JOIN pg_class i ON i.oid = k.indexrelid
      LEFT JOIN pg_constraint con ON con.conindid = k.indexrelid AND con.contype = 'p'
      WHERE k.indrelid = one.oid
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', made.index, made.index || '_whole');
      IF made.is_key THEN
        statement := format('ALTER TABLE %I ADD CONSTRAINT %I %s', one.name, made.index, made.key);
      ELSE
        -- As it was made, before both were renamed.
        statement := replace(made.words, one.name || '_whole', one.name);
      END IF;
      EXECUTE statement;
    END LOOP;
    EXECUTE format('DROP TABLE %I', one.name || '_whole');
  END LOOP;
END $$;

COMMIT;
ANALYZE;
