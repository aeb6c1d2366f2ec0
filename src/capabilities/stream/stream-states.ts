import type { Clock } from '../../kernel/ambient.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { StreamState } from '../../platforms/platform.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Stream } from './stream.ts'

/** Chat reads the state often, and streams change rarely. */
const freshForMs = 10_000
const maxRemembered = 1_000

interface CacheEntry {
  readonly at: number
  readonly state: Promise<StreamState | undefined>
}

export type StreamStates = ReturnType<typeof createStreamStates>

/** A cache of stream states, a few seconds old at most, for commands in chat. */
export function createStreamStates(needs: { clock: Clock; platforms: Platforms; stream: Stream }) {
  const { clock, platforms, stream } = needs
  const entries = new Map<string, CacheEntry>()

  return {
    /** Undefined when no account is connected or the platform does not answer. */
    async find(channelId: number, platform: Platform): Promise<StreamState | undefined> {
      const key = `${channelId} ${platform}`
      const known = entries.get(key)
      if (known !== undefined && clock.steady() - known.at < freshForMs) return known.state
      const connection = await platforms.find(channelId, platform)
      if (connection === undefined) return undefined
      const state = stream.read(connection, 'poll').catch(() => undefined)
      if (entries.size >= maxRemembered) entries.clear()
      entries.set(key, { at: clock.steady(), state })
      return state
    },

    /** Call this after a change, so that the next read sees it. */
    forget(channelId: number): void {
      for (const key of entries.keys()) if (key.startsWith(`${channelId} `)) entries.delete(key)
    },
  }
}
