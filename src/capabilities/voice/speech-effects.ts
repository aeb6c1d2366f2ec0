import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { VoiceEffect } from '../../registry/overlay-messages.ts'
import type { Cause, Events } from '../events/events.ts'
import { speechEffectTitles } from './contract/voice.ts'
import type { VoiceEffectName } from './contract/voice-effects.ts'
import { endedEvent, startedEvent } from './voice-records.ts'
import { voiceRows } from './voice-rows.ts'

export type SpeechEffects = ReturnType<typeof createSpeechEffects>

/** A temporary voice effect for all speech of a channel, which the overlay pages apply. */
export function createSpeechEffects(needs: {
  db: Database
  clock: Clock
  ids: Ids
  bus: Bus
  events: Events
  /** Sends to the connected pages; pages that connect later ask for it. */
  send: (channelId: number, voice: VoiceEffect | null) => void
}) {
  const { db, clock, ids, bus, events, send } = needs

  async function find(reader: Reader, channelId: number): Promise<VoiceEffect | null> {
    const row = await voiceRows.find(reader, channelId, 'overlay')
    if (row === undefined || row.until <= clock.now()) return null
    return { effect: row.effect as VoiceEffectName, endsAt: row.until }
  }

  return {
    /** Returns when it ends. */
    async start(tx: Writer, cause: Cause, effect: VoiceEffectName, seconds: number): Promise<number> {
      const channelId = cause.channel.id
      const until = clock.now() + seconds * 1000
      const before = await voiceRows.find(tx, channelId, 'overlay')
      if (before !== undefined) {
        const ending = before.until > clock.now() ? 'replaced' : 'time'
        await events.appendNew(tx, cause, endedEvent({ ...before, ending }))
      }
      const name = speechEffectTitles[effect]()
      const row = { channelId, source: 'overlay', effect, name, token: ids.next('voice'), until } as const
      await voiceRows.put(tx, { ...row, isOn: true, restore: null })
      await events.appendNew(tx, cause, startedEvent(row, seconds))
      tx.onCommit(() => {
        send(channelId, { effect, endsAt: until })
        bus.publish('voice-effect-ends', { endsAt: until })
      })
      return until
    },

    /** Returns whether there was one. */
    async stop(tx: Writer, cause: Cause): Promise<boolean> {
      const channelId = cause.channel.id
      const row = await voiceRows.find(tx, channelId, 'overlay')
      if (row === undefined) return false
      await voiceRows.remove(tx, row)
      await events.appendNew(tx, cause, endedEvent({ ...row, ending: 'stopped' }))
      tx.onCommit(() => send(channelId, null))
      return row.until > clock.now()
    },

    /** For a page that has just connected. */
    find: (channelId: number): Promise<VoiceEffect | null> => find(db, channelId),

    async current(channelId: number): Promise<VoiceEffectName | undefined> {
      return (await find(db, channelId))?.effect
    },
  }
}
