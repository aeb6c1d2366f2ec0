import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { zlib } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { MusicBackEnd, Playback } from '../../platforms/music-back-end.ts'
import type { PlayerState } from '../overlay/contract/player.ts'
import { musicErrors } from './messages.ts'

const freshMs = 1_500
/** How long the last known state is used while there is no newer one. */
const staleMs = 60_000
const callTimeoutMs = 8_000
const momentMs = 600
/** A larger difference from the expected position means that somebody moved the position. */
const jumpMs = 3_000
const maxSlowdown = 6

interface Known {
  readonly playback: Playback
  /** On the monotonic clock. */
  readonly at: number
}

export type NowPlaying = ReturnType<typeof createNowPlaying>

/** The state of an external player. It sends no events, so it is polled while an overlay or panel page is open. */
export function createNowPlaying(needs: {
  backEnd: MusicBackEnd
  clock: Clock
  log: Log
  isWanted: (channelId: number) => boolean
  onChange: (channelId: number) => void
  everyMs?: number
}) {
  const { backEnd, clock, log, isWanted, onChange, everyMs = 5_000 } = needs
  const known = new Map<number, Known>()
  const asking = new Map<number, Promise<void>>()
  const polls = new Map<number, NodeJS.Timeout>()
  const errors = new Map<number, Text>()
  let isClosed = false

  async function ask(channelId: number): Promise<void> {
    try {
      const playback = await backEnd.read(channelId, AbortSignal.timeout(callTimeoutMs))
      known.set(channelId, { playback, at: clock.steady() })
      errors.delete(channelId)
    } catch (error) {
      if (!(error instanceof Failure)) log.warn('the external player did not respond', { channelId, error })
      const { title: player } = backEnd
      errors.set(channelId, error instanceof Failure ? error.text : musicErrors.noResponse.of({ player }))
    }
  }

  /** Concurrent calls share one request. */
  function askOnce(channelId: number): Promise<void> {
    const running = asking.get(channelId) ?? ask(channelId).finally(() => asking.delete(channelId))
    asking.set(channelId, running)
    return running
  }

  function poll(channelId: number, slowdown = 1): void {
    if (isClosed || polls.has(channelId) || !isWanted(channelId)) return
    const timer = setTimeout(async () => {
      const before = stateOf(channelId)
      await askOnce(channelId)
      polls.delete(channelId)
      if (differs(before, stateOf(channelId))) onChange(channelId)
      poll(channelId, errors.has(channelId) ? Math.min(slowdown * 2, maxSlowdown) : 1)
    }, everyMs * slowdown)
    polls.set(channelId, timer.unref())
  }

  function stateOf(channelId: number): PlayerState {
    const last = known.get(channelId)
    const passedMs = last === undefined ? 0 : clock.steady() - last.at
    if (last === undefined || passedMs > staleMs) return { playing: false, song: null, positionMs: 0 }
    const { playing, song, positionMs } = last.playback
    if (song === null) return { playing, song, positionMs: 0 }
    const { id, title, artist, seconds } = song
    // Pages identify songs by number and play those with a URL; this one has none.
    const shown = { id: zlib().crc32(id), title, artist, seconds, source: backEnd.title.toLowerCase() }
    return { playing, song: shown, positionMs: Math.min(positionMs + (playing ? passedMs : 0), seconds * 1000) }
  }

  return {
    /** Waits briefly for the player; a later answer is published as a change. */
    async current(channelId: number): Promise<PlayerState> {
      const last = known.get(channelId)
      if (last === undefined || clock.steady() - last.at > freshMs) {
        const answer = askOnce(channelId).then(() => 'answered' as const)
        if ((await Promise.race([answer, delay(momentMs, 'late' as const)])) === 'late') {
          void answer.then(() => onChange(channelId))
        }
      }
      poll(channelId)
      return stateOf(channelId)
    },

    /** Call this after a command to the player, which makes the cached state outdated. */
    forget(channelId: number): void {
      known.delete(channelId)
    },

    errorOf: (channelId: number): Text | undefined => errors.get(channelId),

    close(): void {
      isClosed = true
      for (const timer of polls.values()) clearTimeout(timer)
      polls.clear()
    },
  }
}

function differs(before: PlayerState, after: PlayerState): boolean {
  const isSame = before.playing === after.playing && before.song?.id === after.song?.id
  return !isSame || Math.abs(before.positionMs - after.positionMs) > jumpMs
}
