import { convert } from './0032-converted/convert.ts'
import type { Migration } from './migration.ts'

/** Alert rules and timers of commands become automations, and runs of commands are kept like theirs. */
export const convertedRules = {
  version: 32,
  name: 'converted-rules',
  statements: [
    // When an automation last ran on a platform, where it runs on each by itself.
    `CREATE TABLE automation_platform_times (
      channel_id BIGINT NOT NULL,
      automation_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, automation_id, platform)
    )`,
    // The numbers of events that start automations when shield mode is turned off.
    `CREATE TABLE held_events (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      seq BIGINT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, seq)
    )`,
    // What an alert was held for is in the log, since the time when its shield went up.
    `INSERT INTO held_events (channel_id, platform, seq, at)
     SELECT events.channel_id, events.platform, events.seq, events.at
     FROM shields JOIN events ON events.channel_id = shields.channel_id AND events.platform = shields.platform
       AND events.at >= shields.since
     WHERE events.kind IN ('follow', 'subscription', 'subscription.upgrade', 'raid', 'bits', 'hype-train.begin',
       'hype-train.level', 'watch-streak', 'share', 'super-fan')`,
    'DROP TABLE held_alerts',
    convert,
    `DELETE FROM channel_settings WHERE name = 'alerts'`,
    // From now on the test channel has the automations of its channel.
    'DELETE FROM automations WHERE channel_id IN (SELECT id FROM channels WHERE rehearsal_of IS NOT NULL)',
    `INSERT INTO automations (channel_id, id, name, name_key, active, trigger_type, definition, created_at)
     SELECT channels.id, automations.id, automations.name, name_key, active, trigger_type, definition,
       automations.created_at
     FROM automations JOIN channels ON channels.rehearsal_of = automations.channel_id`,
    `INSERT INTO id_sequences (channel_id, name, last)
     SELECT channels.id, 'automation', id_sequences.last
     FROM id_sequences JOIN channels ON channels.rehearsal_of = id_sequences.channel_id
     WHERE id_sequences.name = 'automation'
     ON CONFLICT (channel_id, name) DO UPDATE SET last = excluded.last WHERE excluded.last > id_sequences.last`,
    'DROP INDEX commands_auto',
    'ALTER TABLE commands DROP COLUMN auto_message_interval_minutes',
    'ALTER TABLE commands DROP COLUMN auto_message_min_chat_count',
    'ALTER TABLE commands DROP COLUMN last_auto_kick_at',
    'ALTER TABLE commands DROP COLUMN last_auto_twitch_at',
    'ALTER TABLE commands DROP COLUMN last_auto_youtube_at',
    'ALTER TABLE commands DROP COLUMN last_auto_tiktok_at',
    // Of a run of a command; its automation is 0.
    'ALTER TABLE automation_runs ADD COLUMN command_id BIGINT',
    'CREATE INDEX automation_runs_of_command ON automation_runs (channel_id, command_id, id) WHERE command_id IS NOT NULL',
  ],
} as const satisfies Migration
