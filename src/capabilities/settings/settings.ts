import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { createReadCache } from '../../kernel/storage/read-cache.ts'
import { checkSetting } from '../../registry/setting-checks.ts'
import { type ChannelSettings, type SettingName, settingNames, settingSchemas } from '../../registry/setting-schemas.ts'
import type { Cause, Events } from '../events/events.ts'

const listSettings = sql<{ channel: number }, { name: string; value: string }>(
  'SELECT name, value FROM channel_settings WHERE channel_id = :channel',
)
const upsertSetting = sql<{ channel: number; name: string; value: string; now: number }>(
  `INSERT INTO channel_settings (channel_id, name, value, changed_at) VALUES (:channel, :name, :value, :now)
   ON CONFLICT (channel_id, name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`,
)

const readers = Object.fromEntries(
  settingNames.map((name) => [name, createInputReader<unknown>(settingSchemas[name])]),
) as Readonly<Record<SettingName, (value: unknown) => unknown>>

/** The values of a channel that has not changed any setting. */
export const defaultSettings = whenNeeded(
  () => Object.fromEntries(settingNames.map((name) => [name, readers[name]({})])) as unknown as ChannelSettings,
)

export type Settings = ReturnType<typeof createSettings>

/** The settings of channels. They are read with every chat message, so they are cached until they change. */
export function createSettings(needs: { db: Database; clock: Clock; events: Events; bus: Bus }) {
  const { db, clock, events, bus } = needs
  const known = createReadCache<number, ChannelSettings>((channelId) => readIn(db, channelId), { maxEntries: 10_000 })
  bus.subscribe('settings-changed', ({ channelId }) => known.drop(channelId))
  bus.subscribe('missed-messages', known.clear)

  async function readIn(reader: Reader, channelId: number): Promise<ChannelSettings> {
    const set: Record<string, unknown> = { ...defaultSettings() }
    for (const { name, value } of await reader.all(listSettings, { channel: channelId })) {
      if (Object.hasOwn(readers, name)) set[name] = readers[name as SettingName](JSON.parse(value))
    }
    return set as unknown as ChannelSettings
  }

  async function of(channelId: number): Promise<ChannelSettings> {
    return (await known.load(channelId)) ?? defaultSettings()
  }

  /** Replaces one setting; a field that is left out gets its default. Returns the new value. */
  async function set(tx: Writer, cause: Cause, name: SettingName, value: unknown): Promise<object> {
    const checked = readers[name](value) as object
    checkSetting(name, checked)
    const channel = cause.channel.id
    await tx.run(upsertSetting, { channel, name, value: JSON.stringify(checked), now: clock.now() })
    await events.appendNew(tx, cause, { kind: 'setting.changed', data: { name, value: logged(checked) } })
    tx.onCommit(() => bus.publish('settings-changed', { channelId: channel }))
    return checked
  }

  return {
    of,

    /** As a transaction sees them, for a change that depends on the stored value. */
    readIn,

    /** Changes one setting by what is stored now, whichever node stored it. */
    async update<N extends SettingName>(
      tx: Writer,
      cause: Cause,
      name: N,
      change: (value: ChannelSettings[N]) => ChannelSettings[N],
    ): Promise<ChannelSettings[N]> {
      const { [name]: stored } = await readIn(tx, cause.channel.id)
      return (await set(tx, cause, name, change(stored))) as ChannelSettings[N]
    },

    set,
  }
}

const maxLoggedText = 500
const maxLoggedList = 4_000

/** The event has only the length of a long text or list, since every tab of the panel receives it. */
function logged(value: object): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).map(([name, part]) => {
    if (typeof part === 'string' && part.length > maxLoggedText) return [name, `${part.length} characters`]
    const isLong = Array.isArray(part) && JSON.stringify(part).length > maxLoggedList
    return [name, isLong ? `${part.length} entries` : part]
  })
  return Object.fromEntries(entries)
}
