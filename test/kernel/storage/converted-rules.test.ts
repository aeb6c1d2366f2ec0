import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { migrate } from '../../../src/kernel/storage/migrate.ts'
import { migrations } from '../../../src/kernel/storage/migrations/list.ts'
import { migratePostgres } from '../../../src/kernel/storage/postgres/migrate-postgres.ts'
import { openSession } from '../../../src/kernel/storage/postgres/session.ts'
import { needs, runsOn } from '../../declare.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { testServer } from '../postgres/test-database.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')

const before = migrations.filter(({ version }) => version < 32)
const upTo = migrations.filter(({ version }) => version <= 32)

const rules = [
  { on: 'bits', show: 'tts', min_amount: 100, text: "It's $(user): $(message)", alert_id: 1 },
  { on: 'bits', show: 'audio-alert', min_amount: 100, text: '', alert_id: 7 },
  { on: 'bits', show: 'audio-alert', min_amount: 0, text: '', alert_id: 99 },
  { on: 'gift', show: 'effect', min_amount: 0, text: '', overlay_id: 'snow' },
  { on: 'hype_train', show: 'tts', min_amount: 3, text: 'Level $(amount)' },
]

/** What a version without automations for them left behind: a channel, its test channel, and another channel. */
const rows = `
  INSERT INTO channels (id, name, rehearsal_of, created_at) VALUES (1, 'one', NULL, 5), (2, 'one', 1, 5), (3, 'other', NULL, 6);
  INSERT INTO channel_settings (channel_id, name, value, changed_at)
  VALUES (1, 'alerts', '${JSON.stringify({ rules }).replaceAll("'", "''")}', 0), (2, 'alerts', '{"rules":[]}', 0),
    (3, 'commands', '{}', 0);
  INSERT INTO audio_alerts (channel_id, id, name, name_key, points, status, settings)
  VALUES (1, 7, 'Tada', 'tada', 0, 'active', '{}');
  INSERT INTO effects (channel_id, overlay_id, name, effect_type, effect_settings, trigger_enabled, position)
  VALUES (1, 'snow', 'Snow', 'snow', '{}', 1, 1);
  INSERT INTO commands (channel_id, id, command, aliases, active, show_in_list, api_enabled, cooldown_global_seconds,
    cooldown_user_seconds, message, permissions, denied_permissions, action_json, on_kick, on_twitch, on_youtube,
    on_tiktok, auto_message_interval_minutes, auto_message_min_chat_count, points_cost, coin_cost, delete_cost,
    only_game_ids, blocked_game_ids, last_auto_kick_at)
  VALUES (1, 1, 'discord', '[]', 1, 1, 1, 0, 0, 'x', '[]', '[]', '{}', 1, 1, 1, 1, 15, 3, 0, 0, 0, '[]', '[]', 12345),
    (1, 2, 'hello', '[]', 1, 1, 1, 0, 0, 'x', '[]', '[]', '{}', 1, 1, 1, 1, 0, 3, 0, 0, 0, '[]', '[]', NULL);
  INSERT INTO automations (channel_id, id, name, name_key, active, trigger_type, definition, created_at)
  VALUES (1, 1, 'Timer: discord', 'timer: discord', 1, 'manual', '{}', 0);
  INSERT INTO id_sequences (channel_id, name, last) VALUES (1, 'automation', 4), (2, 'automation', 9);
  INSERT INTO shields (channel_id, platform, before, since) VALUES (1, 'kick', '{}', 100);
  INSERT INTO events (channel_id, seq, kind, platform, actor, request_id, at, data)
  VALUES (1, 1, 'follow', 'kick', 'a', 'r', 99, '{}'), (1, 2, 'follow', 'kick', 'a', 'r', 100, '{}'),
    (1, 3, 'follow', 'twitch', 'a', 'r', 101, '{}'), (1, 4, 'chat.reply', 'kick', 'a', 'r', 102, '{}');`

type Rows = readonly Readonly<Record<string, unknown>>[]

async function onSqlite(read: (all: (query: string) => Promise<Rows>) => Promise<void>): Promise<void> {
  const raw = new DatabaseSync(':memory:')
  await migrate(raw, before)
  raw.exec(rows)
  await migrate(raw, upTo)
  await read(async (query) => raw.prepare(query).all())
  raw.close()
}

async function onPostgres(read: (all: (query: string) => Promise<Rows>) => Promise<void>): Promise<void> {
  const url = await testServer()
  const care = await openSession(url(), 'care', patientTimeLimits)
  await care.exec('DROP DATABASE IF EXISTS converted_rules WITH (FORCE)')
  await care.exec('CREATE DATABASE converted_rules')
  const session = await openSession(url('converted_rules'), 'care', patientTimeLimits)
  try {
    await migratePostgres(session, before)
    await session.exec(rows)
    await migratePostgres(session, upTo)
    await read((query) => session.exec(query))
  } finally {
    await session.close()
    await care.exec('DROP DATABASE converted_rules WITH (FORCE)')
    await care.close()
  }
}

for (const [engine, on] of [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const) {
  describe(`a database of ${engine} with alert rules and timers`, () => {
    it('has automations instead, with the same content and the times when timers last ran', () =>
      on(async (all) => {
        const found = await all('SELECT id, name, definition FROM automations WHERE channel_id = 1 ORDER BY id')
        const [, ...made] = found.map(({ id, name, definition }) => {
          const { trigger, steps } = JSON.parse(String(definition))
          return { id: Number(id), name, trigger, steps }
        })
        const wait_for_overlay = true
        const tts = { type: 'tts', wait_for_overlay }
        assert.deepEqual(made, [
          {
            id: 5,
            name: 'Alert: Bits or Kicks, 100 or more',
            trigger: { type: 'event', event: 'bits', where: { is_late: 0, amount: { at_least: 100 } } },
            steps: [
              { type: 'audio_alert', name: 'Tada', wait_for_overlay },
              { ...tts, text: "It's $(displayname): $(event.message)" },
            ],
          },
          {
            id: 6,
            name: 'Alert: Gifted subscription',
            trigger: { type: 'event', event: 'subscription', where: { type: 'sub_gift' } },
            steps: [
              {
                type: 'effect',
                overlay_id: 'snow',
                data: { message: '', amount: '$(event.months)', on: 'gift' },
                wait_for_overlay,
              },
            ],
          },
          ...['begin', 'level'].map((part, index) => ({
            id: 7 + index,
            name: `Alert: Hype train${part === 'level' ? ' level' : ''}, 3 or more`,
            trigger: { type: 'event', event: `hype-train.${part}`, where: { level: { at_least: 3 } } },
            steps: [{ ...tts, text: 'Level $(event.level)' }],
          })),
          {
            id: 9,
            name: 'Timer: discord 2',
            trigger: { type: 'schedule', every_minutes: 15, min_chat_lines: 3, each_platform: 1 },
            steps: [{ type: 'run_command', command: 'discord' }],
          },
        ])
        const times = await all('SELECT channel_id, automation_id, platform, at FROM automation_platform_times')
        assert.deepEqual(
          times.map((row) => Object.values(row).join(' ')),
          ['1 9 kick 12345'],
        )
        assert.deepEqual(await all(`SELECT name FROM channel_settings WHERE name = 'alerts'`), [])
      }))

    it('keeps what shield mode held, counts on from every id, and gives the test channel the same automations', () =>
      on(async (all) => {
        const held = await all('SELECT seq FROM held_events ORDER BY seq')
        assert.deepEqual(
          held.map(({ seq }) => Number(seq)),
          [2],
        )
        const sequences = await all(`SELECT channel_id, last FROM id_sequences WHERE name = 'automation' ORDER BY 1`)
        assert.deepEqual(
          sequences.map((row) => Object.values(row).map(Number)),
          [
            [1, 9],
            [2, 9],
          ],
        )
        const names = (channel: number) =>
          all(`SELECT id, name FROM automations WHERE channel_id = ${channel} ORDER BY id`)
        assert.deepEqual(await names(2), await names(1))
        assert.deepEqual(await names(3), [])
      }))
  })
}
