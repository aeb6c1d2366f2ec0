import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Obs } from '../obs/obs.ts'
import type { ObsFilter } from '../obs/obs-calls.ts'
import { targetOfSource } from './contract/voice.ts'
import { voiceErrors } from './messages.ts'
import { effectNamed, type MicrophoneEffect, type MicrophoneEffects } from './microphone-effects.ts'
import { endedEvent, startedEvent } from './voice-records.ts'
import { type ActiveVoiceEffect, voiceRows } from './voice-rows.ts'
import type { Voicemod } from './voicemod.ts'
import { voicemodIds } from './voicemod-restore.ts'

/** A stop waits this long for the microphone to be set back. It is set back in any case. */
const stopPatienceMs = 3_000

type ChannelCause = Cause & { readonly channel: Channel }

export type Microphone = ReturnType<typeof createMicrophone>

/**
 * Voice effects of the streamer's own voice. Each is a row before it is turned on, and the row goes once it is turned off
 * (`voice-ends.ts`): whatever happens in between, the voice is set back.
 */
export function createMicrophone(needs: {
  db: Database
  clock: Clock
  ids: Ids
  bus: Bus
  events: Events
  obs: Obs
  voicemod: Voicemod
  microphoneEffects: MicrophoneEffects
  /** A random number from 0 up to 1. */
  chance: () => number
}) {
  const { db, clock, ids, bus, events, obs, voicemod, microphoneEffects, chance } = needs

  /** Announced once the rows are there. */
  function wakeEnds(tx: Writer, endsAt: number): void {
    tx.onCommit(() => bus.publish('voice-effect-ends', { endsAt }))
  }

  async function choose(channel: Channel, wanted: string): Promise<MicrophoneEffect> {
    const all = await microphoneEffects.list(channel)
    const found = effectNamed(all, wanted)
    if (found === undefined) {
      if (wanted.startsWith('voicemod:') && voicemod.snapshotOf(channel.id) === undefined) {
        throw new Failure('voice_not_connected', { message: voiceErrors.voicemodAway.of() })
      }
      if (all.length === 0) throw new Failure('voice_not_connected', { message: voiceErrors.noMicrophone.of() })
      throw new Failure('voice_effect_not_found', {
        message: voiceErrors.unknown.of({ effect: wanted, target: 'microphone' }),
      })
    }
    if (found.id !== voicemodIds.random) return found
    const voices = all.filter(({ id, source }) => source === 'voicemod' && !fixedIds.has(id))
    return voices[Math.floor(chance() * voices.length)] ?? found
  }

  /** Stores the effect and ends what the microphone had until now. */
  async function put(tx: Writer, cause: Cause, row: Omit<ActiveVoiceEffect, 'ending'>): Promise<void> {
    const now = clock.now()
    for (const other of await voiceRows.list(tx, row.channelId)) {
      if (targetOfSource(other.source) !== 'microphone') continue
      if (other.source !== row.source) {
        await voiceRows.endNow(tx, other, now, 'replaced')
        wakeEnds(tx, now)
        continue
      }
      if (other.isOn) await events.appendNew(tx, cause, endedEvent({ ...other, ending: 'replaced' }))
      if (row.source === 'obs' && other.effect !== row.effect) await hasten(tx, other)
    }
    // Voicemod is set back to what it was before the first of several effects.
    const before = row.source === 'voicemod' ? await voiceRows.find(tx, row.channelId, row.source) : undefined
    await voiceRows.put(tx, { ...row, restore: before?.restore ?? row.restore })
    wakeEnds(tx, row.until)
  }

  async function hasten(tx: Writer, row: Pick<ActiveVoiceEffect, 'channelId' | 'restore'>): Promise<void> {
    if (row.restore !== null) await obs.hastenFilter(tx, row.channelId, JSON.parse(row.restore) as ObsFilter)
  }

  async function turnOn(cause: ChannelCause, effect: MicrophoneEffect, token: string, seconds: number): Promise<void> {
    if (effect.isSimulated) return
    if (effect.filter === undefined) return voicemod.apply(cause.channel.id, token)
    const { filter } = effect
    try {
      await obs.call(cause, 'filter', { ...filter, enabled: true, seconds })
    } catch (error) {
      throw obsFailure(error, filter)
    }
  }

  return {
    list: (channel: Channel): Promise<MicrophoneEffect[]> => microphoneEffects.list(channel),

    async start(
      cause: ChannelCause,
      wanted: string,
      seconds: number,
    ): Promise<{ readonly effect: string; readonly until: number }> {
      const effect = await choose(cause.channel, wanted)
      const until = clock.now() + seconds * 1000
      const row = {
        channelId: cause.channel.id,
        source: effect.isSimulated ? 'sandbox' : effect.source,
        effect: effect.id,
        name: effect.name,
        token: ids.next('voice'),
        until,
        isOn: false,
        restore: effect.filter === undefined ? null : JSON.stringify(effect.filter),
      } as const
      await db.write((tx) => put(tx, cause, row))
      try {
        await turnOn(cause, effect, row.token, seconds)
      } catch (error) {
        await db.write(async (tx) => {
          await voiceRows.endNow(tx, row, clock.now(), 'failed')
          wakeEnds(tx, clock.now())
        })
        throw error
      }
      const isMine = await db.write(async (tx) => {
        const isFirst = await voiceRows.turnOn(tx, row)
        if (isFirst) await events.appendNew(tx, cause, startedEvent(row, seconds))
        // Another effect was started meanwhile, or its time is over already.
        else if (row.source === 'obs') await hasten(tx, row)
        return isFirst
      })
      if (!isMine)
        throw new Failure('voice_not_connected', { message: voiceErrors.replaced.of(), mayHaveHappened: true })
      return { effect: effect.id, until }
    },

    /** Returns how many were on. They are off when it resolves, unless OBS or Voicemod is not there. */
    async stop(channelId: number): Promise<number> {
      const stopped = await db.write(async (tx) => {
        const now = clock.now()
        const ended: string[] = []
        for (const row of await voiceRows.list(tx, channelId)) {
          if (targetOfSource(row.source) !== 'microphone') continue
          if (await voiceRows.endNow(tx, row, now, 'stopped')) ended.push(row.token)
        }
        return ended
      })
      // Announced here and not with the commit, so that no ending is missed.
      await endingOf(bus, stopped, () => bus.publish('voice-effect-ends', { endsAt: clock.now() }))
      return stopped.length
    },
  }
}

const fixedIds: ReadonlySet<string> = new Set([voicemodIds.random, voicemodIds.beep])

/** Waits until the effects are over, for a moment. */
async function endingOf(bus: Bus, tokens: readonly string[], begin: () => void): Promise<void> {
  if (tokens.length === 0) return
  const left = new Set(tokens)
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribe = bus.subscribe('voice-effect-ended', ({ token }) => {
    left.delete(token)
    if (left.size === 0) resolve()
  })
  const timer = setTimeout(resolve, stopPatienceMs)
  begin()
  await promise
  clearTimeout(timer)
  unsubscribe()
}

/** What OBS says, as far as it is about the effect. */
function obsFailure(error: unknown, { source, filter }: ObsFilter): unknown {
  if (!(error instanceof Failure)) return error
  const { code, mayHaveHappened } = error
  if (code === 'obs_not_connected')
    return new Failure('voice_not_connected', { message: voiceErrors.obsAway.of(), mayHaveHappened })
  if (code === 'source_not_found' || code === 'filter_not_found')
    return new Failure('voice_effect_not_found', { message: error.text })
  if (code !== 'obs_refused') return error
  const message = voiceErrors.obsFailed.of({ filter: `${source}: ${filter}`, reason: error.text })
  return new Failure('voice_not_connected', { message, mayHaveHappened })
}
