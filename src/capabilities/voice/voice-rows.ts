import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { VoiceEnding, VoiceSource } from './contract/voice.ts'

/** A voice effect that is on, or is being turned on or off. */
export interface ActiveVoiceEffect {
  readonly channelId: number
  readonly source: VoiceSource
  /** As `list-voice-effects` has it. */
  readonly effect: string
  readonly name: string
  /** Of this start: the next one of the same source has another. */
  readonly token: string
  readonly until: number
  /** Whether it was turned on, which the event log knows. */
  readonly isOn: boolean
  readonly ending: VoiceEnding
  /** What the microphone is set back to, as JSON. */
  readonly restore: string | null
}

interface Row {
  readonly channel_id: number
  readonly source: VoiceSource
  readonly effect: string
  readonly name: string
  readonly token: string
  readonly until: number
  readonly is_on: number
  readonly ending: VoiceEnding
  readonly restore: string | null
}

const columns = 'channel_id, source, effect, name, token, until, is_on, ending, restore'

const listRows = sql<{ channel: number }, Row>(
  `SELECT ${columns} FROM active_voice_effects WHERE channel_id = :channel ORDER BY source`,
)
const findRow = sql<{ channel: number; source: string }, Row>(
  `SELECT ${columns} FROM active_voice_effects WHERE channel_id = :channel AND source = :source`,
)
const listDueRows = sql<{ now: number; limit: number }, Row>(
  `SELECT ${columns} FROM active_voice_effects WHERE until <= :now ORDER BY until LIMIT :limit`,
)
const findNextEnd = sql<{ now: number }, { at: number | null }>(
  'SELECT MIN(until) AS at FROM active_voice_effects WHERE until > :now',
)
const upsertRow = sql<{
  channel: number
  source: string
  effect: string
  name: string
  token: string
  until: number
  isOn: number
  restore: string | null
}>(
  `INSERT INTO active_voice_effects (channel_id, source, effect, name, token, until, is_on, restore)
   VALUES (:channel, :source, :effect, :name, :token, :until, :isOn, :restore)
   ON CONFLICT (channel_id, source) DO UPDATE SET effect = excluded.effect, name = excluded.name,
     token = excluded.token, until = excluded.until, is_on = excluded.is_on, ending = 'time', restore = excluded.restore`,
)
const turnOn = sql<{ channel: number; source: string; token: string }>(
  `UPDATE active_voice_effects SET is_on = 1
   WHERE channel_id = :channel AND source = :source AND token = :token`,
)
const updateRestore = sql<{ channel: number; source: string; token: string; restore: string }>(
  `UPDATE active_voice_effects SET restore = :restore
   WHERE channel_id = :channel AND source = :source AND token = :token`,
)
const endNow = sql<{ channel: number; source: string; token: string; now: number; ending: string }>(
  `UPDATE active_voice_effects SET until = :now, ending = :ending
   WHERE channel_id = :channel AND source = :source AND token = :token AND until > :now`,
)
const deleteRow = sql<{ channel: number; source: string; token: string }>(
  'DELETE FROM active_voice_effects WHERE channel_id = :channel AND source = :source AND token = :token',
)

type Key = Pick<ActiveVoiceEffect, 'channelId' | 'source' | 'token'>

function keyOf({ channelId, source, token }: Key) {
  return { channel: channelId, source, token }
}

/** The voice effects that are on are rows, so that each of them ends, whatever happens to the server meanwhile. */
export const voiceRows = {
  async list(reader: Reader, channelId: number): Promise<ActiveVoiceEffect[]> {
    return (await reader.all(listRows, { channel: channelId })).map(fromRow)
  },

  async find(reader: Reader, channelId: number, source: VoiceSource): Promise<ActiveVoiceEffect | undefined> {
    const row = await reader.get(findRow, { channel: channelId, source })
    return row && fromRow(row)
  },

  /** Of all channels, the oldest first. */
  async listDue(reader: Reader, now: number, limit: number): Promise<ActiveVoiceEffect[]> {
    return (await reader.all(listDueRows, { now, limit })).map(fromRow)
  },

  async nextEnd(reader: Reader, now: number): Promise<number | undefined> {
    return (await reader.get(findNextEnd, { now }))?.at ?? undefined
  },

  /** Takes the place of the effect that the source had. */
  async put(tx: Writer, effect: Omit<ActiveVoiceEffect, 'ending'>): Promise<void> {
    const { channelId: channel, isOn, ...rest } = effect
    const { source, name, token, until, restore } = rest
    await tx.run(upsertRow, { channel, source, effect: rest.effect, name, token, until, isOn: isOn ? 1 : 0, restore })
  },

  // Each of these changes nothing once another effect has taken the place, and says whether it has changed something.
  turnOn: async (tx: Writer, key: Key): Promise<boolean> => (await tx.run(turnOn, keyOf(key))) > 0,
  setRestore: async (tx: Writer, key: Key, restore: string): Promise<boolean> =>
    (await tx.run(updateRestore, { ...keyOf(key), restore })) > 0,
  endNow: async (tx: Writer, key: Key, now: number, ending: VoiceEnding): Promise<boolean> =>
    (await tx.run(endNow, { ...keyOf(key), now, ending })) > 0,
  remove: async (tx: Writer, key: Key): Promise<boolean> => (await tx.run(deleteRow, keyOf(key))) > 0,
}

function fromRow(row: Row): ActiveVoiceEffect {
  const { channel_id: channelId, is_on: isOn, ...rest } = row
  return { ...rest, channelId, isOn: isOn === 1 }
}
