import { nameKey } from '../../../schema/text.ts'
import type { ReadRows } from '../migration.ts'
import { type AlertRule, automationsOf } from './alert-rules.ts'

interface Made {
  readonly name: string
  readonly active: boolean
  readonly definition: { readonly trigger: { readonly type: string } }
  /** When a timer last ran, by platform. */
  readonly times?: Readonly<Record<string, number>>
}

const platforms = ['kick', 'twitch', 'youtube', 'tiktok']
const maxNameLength = 100
/** Test channels get a copy of the automations of their channel. */
const ofNoTestChannel = 'channel_id IN (SELECT id FROM channels WHERE rehearsal_of IS NULL)'

/** Alert rules and the timers of commands as automations: the statements that insert them. */
export async function convert(read: ReadRows): Promise<string[]> {
  const made = new Map<number, Made[]>()
  const add = (channel: number, ...more: Made[]) => made.set(channel, [...(made.get(channel) ?? []), ...more])
  for (const [channel, automations] of await alertAutomations(read)) add(channel, ...automations)
  for (const [channel, automations] of await timerAutomations(read)) add(channel, ...automations)
  const statements: string[] = []
  for (const [channel, automations] of made) {
    const known = await read(`SELECT name_key FROM automations WHERE channel_id = ${channel}`)
    const names = new Set(known.map(({ name_key }) => String(name_key)))
    const [sequence] = await read(`SELECT last FROM id_sequences WHERE channel_id = ${channel} AND name = 'automation'`)
    let id = Number(sequence?.last ?? 0)
    for (const one of automations) statements.push(...insertsOf(channel, ++id, freeName(names, one.name), one))
    statements.push(
      `INSERT INTO id_sequences (channel_id, name, last) VALUES (${channel}, 'automation', ${id})
       ON CONFLICT (channel_id, name) DO UPDATE SET last = excluded.last`,
    )
  }
  return statements
}

async function alertAutomations(read: ReadRows): Promise<Map<number, Made[]>> {
  const made = new Map<number, Made[]>()
  const settings = await read(
    `SELECT channel_id, value FROM channel_settings WHERE name = 'alerts' AND ${ofNoTestChannel} ORDER BY channel_id`,
  )
  for (const row of settings) {
    const channel = Number(row.channel_id)
    const { rules = [] } = JSON.parse(String(row.value)) as { rules?: readonly AlertRule[] }
    const alerts = await read(`SELECT id, name FROM audio_alerts WHERE channel_id = ${channel}`)
    const effects = await read(`SELECT overlay_id FROM effects WHERE channel_id = ${channel}`)
    const automations = automationsOf(rules, {
      alerts: new Map(alerts.map(({ id, name }) => [Number(id), String(name)])),
      effects: new Set(effects.map(({ overlay_id }) => String(overlay_id))),
    })
    made.set(
      channel,
      automations.map((one) => ({ ...one, active: true })),
    )
  }
  return made
}

async function timerAutomations(read: ReadRows): Promise<Map<number, Made[]>> {
  const last = platforms.map((platform) => `last_auto_${platform}_at`)
  const rows = await read(
    `SELECT channel_id, command, auto_message_interval_minutes AS minutes, auto_message_min_chat_count AS lines,
       ${last.join(', ')} FROM commands WHERE auto_message_interval_minutes > 0 AND ${ofNoTestChannel}
     ORDER BY channel_id, id`,
  )
  const timers = rows.map((row) => {
    const times = platforms.flatMap((platform) => {
      const at = row[`last_auto_${platform}_at`]
      return at === null || at === undefined ? [] : [[platform, Number(at)]]
    })
    const command = String(row.command)
    const definition = timerOf(command, Number(row.minutes), Number(row.lines))
    return { channel: Number(row.channel_id), active: true, name: `Timer: ${command}`, definition, times }
  })
  return new Map(
    [...Map.groupBy(timers, ({ channel }) => channel)].map(([channel, own]) => [
      channel,
      own.map(({ channel: _channel, times, ...one }) => ({ ...one, times: Object.fromEntries(times) })),
    ]),
  )
}

function timerOf(command: string, minutes: number, lines: number) {
  return {
    trigger: { type: 'schedule', every_minutes: minutes, min_chat_lines: lines, each_platform: 1 },
    conditions: [],
    run: {
      mode: 'parallel',
      cooldown_seconds: 0,
      limit_per_minute: 60,
      only_live: 1,
      platforms: [],
      only_categories: [],
      blocked_categories: [],
      hold_in_shield_mode: 0,
      on_error: 'continue',
    },
    steps: [{ type: 'run_command', command }],
  }
}

function insertsOf(channel: number, id: number, name: string, { active, definition, times = {} }: Made): string[] {
  const values = [channel, id, quoted(name), quoted(nameKey(name)), active ? 1 : 0, quoted(definition.trigger.type)]
  return [
    `INSERT INTO automations (channel_id, id, name, name_key, active, trigger_type, definition, created_at)
     VALUES (${values.join(', ')}, ${quoted(JSON.stringify(definition))},
       (SELECT created_at FROM channels WHERE id = ${channel}))`,
    ...Object.entries(times).map(
      ([platform, at]) =>
        `INSERT INTO automation_platform_times (channel_id, automation_id, platform, at)
         VALUES (${channel}, ${id}, ${quoted(platform)}, ${at})`,
    ),
  ]
}

/** The name, with a number if it is taken. */
function freeName(taken: Set<string>, wanted: string): string {
  const stem = [...wanted]
    .slice(0, maxNameLength - 7)
    .join('')
    .trimEnd()
  let name = stem
  for (let number = 2; taken.has(nameKey(name)); number++) name = `${stem} ${number}`
  taken.add(nameKey(name))
  return name
}

/** Both engines read a text in quotes as it is, except for quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
