import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import type { Obs } from '../obs/obs.ts'
import type { ObsFilter } from '../obs/obs-calls.ts'
import type { VoiceEnding } from './contract/voice.ts'
import { endedEvent } from './voice-records.ts'
import { type ActiveVoiceEffect, voiceRows } from './voice-rows.ts'
import type { Voicemod } from './voicemod.ts'

const rowsAtOnce = 200
/** Time may be set, and a message of another node may be lost: the rows are read again at least this often. */
const maxWaitMs = 60_000
/** Voicemod may refuse: the pause before the next attempt doubles up to the longest. */
const firstRetryMs = 1_000
const longestRetryMs = 5 * 60 * 1000
/** An effect that could not be ended for so long, because OBS or Voicemod was not there, is given up. */
const keptMs = 24 * 60 * 60 * 1000

export type VoiceEnds = ReturnType<typeof createVoiceEnds>

/**
 * Ends voice effects at their time, on the node that runs the jobs. Effects of a program that is not there wait for it;
 * those that ended while no node was running are ended at the start.
 */
export function createVoiceEnds(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  events: Events
  obs: Pick<Obs, 'hastenFilter' | 'isFilterPlanned'>
  voicemod: Pick<Voicemod, 'end' | 'onConnected' | 'snapshotOf'>
}) {
  const { db, clock, log, bus, events, obs, voicemod } = needs
  let timer: NodeJS.Timeout | undefined
  let nextAt = Number.POSITIVE_INFINITY
  let isStarted = false
  let running: Promise<void> = Promise.resolve()
  let unsubscribes: (() => void)[] = []
  /** How often each could not be ended. */
  const refusals = new Map<string, number>()

  /** Every effect that is due: those that wait for a program are passed over. */
  async function endDue(): Promise<void> {
    const seen = new Set<string>()
    for (let limit = rowsAtOnce; ; limit += rowsAtOnce) {
      const due = await voiceRows.listDue(db, clock.now(), limit)
      const fresh = due.filter(({ token }) => !seen.has(token))
      for (const { token } of fresh) seen.add(token)
      await Promise.all(fresh.map(endOne))
      if (due.length < limit) return
    }
  }

  async function endOne(row: ActiveVoiceEffect): Promise<void> {
    try {
      const isGivenUp = clock.now() - row.until > keptMs
      if (isGivenUp || (await isOver(row))) await finish(row, isGivenUp ? 'failed' : row.ending)
    } catch (error) {
      const { channelId, source, token } = row
      // It is ended when Voicemod is there again.
      if (source === 'voicemod' && voicemod.snapshotOf(channelId) === undefined) return
      const times = refusals.get(token) ?? 0
      refusals.set(token, times + 1)
      log.warn('a voice effect could not be ended and is tried again', { channelId, source, times, error })
      wakeAt(clock.now() + Math.min(firstRetryMs * 2 ** times, longestRetryMs))
    }
  }

  /** Sets the voice back. Returns whether that is done. */
  async function isOver({ channelId, source, token, restore }: ActiveVoiceEffect): Promise<boolean> {
    if (source === 'voicemod') await voicemod.end(channelId, token)
    if (source !== 'obs' || restore === null) return true
    const filter = JSON.parse(restore) as ObsFilter
    if (!(await obs.isFilterPlanned(channelId, filter))) return true
    // OBS turns the filter off as an undo of its own, and reports it.
    await db.write((tx) => obs.hastenFilter(tx, channelId, filter))
    return false
  }

  async function finish(row: ActiveVoiceEffect, ending: VoiceEnding): Promise<void> {
    const { channelId, token } = row
    refusals.delete(token)
    const cause = { channel: { id: channelId }, actor: 'voice', requestId: '' }
    await db.write(async (tx) => {
      if (!(await voiceRows.remove(tx, row))) return
      if (row.isOn) await events.appendNew(tx, cause, endedEvent({ ...row, ending }))
      tx.onCommit(() => bus.publish('voice-effect-ended', { channelId, token }))
    })
  }

  function wakeAt(at: number): void {
    if (!isStarted || at >= nextAt) return
    nextAt = at
    clearTimeout(timer)
    timer = setTimeout(run, Math.min(Math.max(at - clock.now(), 0), maxWaitMs)).unref()
  }

  function run(): void {
    nextAt = Number.POSITIVE_INFINITY
    running = running.then(runAndArm)
  }

  async function runAndArm(): Promise<void> {
    if (!isStarted) return
    try {
      await endDue()
      const next = await voiceRows.nextEnd(db, clock.now())
      if (next !== undefined) wakeAt(next)
    } catch (error) {
      log.error('voice effects could not be ended', { error })
    }
    wakeAt(clock.now() + maxWaitMs)
  }

  voicemod.onConnected(() => {
    if (isStarted) run()
  })

  return {
    async start(): Promise<void> {
      isStarted = true
      unsubscribes = [
        bus.subscribe('voice-effect-ends', ({ endsAt }) => wakeAt(endsAt)),
        bus.subscribe('obs-undone', run),
      ]
      run()
      await running
    },

    async stop(): Promise<void> {
      isStarted = false
      for (const unsubscribe of unsubscribes) unsubscribe()
      clearTimeout(timer)
      nextAt = Number.POSITIVE_INFINITY
      await running
    },
  }
}
