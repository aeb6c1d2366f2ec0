import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'

/** As many as a page keeps (`overlay/sound-cache.ts`). */
const maxPreloaded = 32

/** Lists the addresses of sounds of one area: alerts, donations, effects. */
export type SoundSource = (channelId: number, limit: number) => Promise<readonly string[]>

/** A change of one of these may change the sounds. */
const changes: ReadonlySet<string> = new Set([
  'alert.created',
  'alert.changed',
  'alert.deleted',
  'automation.saved',
  'automation.toggled',
  'automation.deleted',
  'effect.created',
  'effect.changed',
  'effect.deleted',
])

export type PreloadedSounds = ReturnType<typeof createPreloadedSounds>

/** The sounds that overlay pages load and decode in advance, so that a sound starts without a request. */
export function createPreloadedSounds(needs: {
  /** In order of importance: the last ones are left out when there are too many. */
  sources: readonly SoundSource[]
  bus: Bus
  log: Log
  hasPages: (channelId: number) => boolean
  send: (channelId: number, sounds: readonly string[]) => void
}) {
  const { sources, bus, log, hasPages, send } = needs
  /** Channels whose pages will get a new list; several changes at once are sent together. */
  const pending = new Set<number>()

  async function of(channelId: number): Promise<string[]> {
    const lists = await Promise.all(sources.map((list) => list(channelId, maxPreloaded)))
    return [...new Set(lists.flat())].slice(0, maxPreloaded)
  }

  function sendSoon(channelId: number): void {
    if (pending.has(channelId) || !hasPages(channelId)) return
    pending.add(channelId)
    setImmediate(async () => {
      pending.delete(channelId)
      try {
        send(channelId, await of(channelId))
      } catch (error) {
        log.warn('new sounds were not sent to the overlay pages', { channelId, error })
      }
    })
  }

  bus.subscribe('event', ({ channelId, event }) => {
    if (changes.has(event.kind)) sendSoon(channelId)
  })
  bus.subscribe('settings-changed', ({ channelId }) => sendSoon(channelId))

  return { of }
}
