import { setTimeout as delay } from 'node:timers/promises'
import type { Ids } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import type { Service } from './services.ts'

const kept = 500
/** A send that takes longer than this is considered lost. */
const longestSendMs = 20_000
/** How long a bus message of another node may take. */
const busDelayMs = 150

export type OwnLines = ReturnType<typeof createOwnLines>

interface Lines {
  readonly ids: Set<string>
  readonly sending: Map<string, PromiseWithResolvers<void> & { readonly timer: NodeJS.Timeout }>
}

/**
 * Chat messages that this server sent, from any of its nodes. A platform reports them like all other messages, sometimes
 * before it answers the call that sent them. They must be recognised, or the bot would answer itself.
 */
export function createOwnLines(needs: { bus: Bus; ids: Ids; service: Service; nodeId: string | undefined }) {
  const { bus, ids: newIds, service, nodeId } = needs
  const known = new Map<number, Lines>()

  function linesOf(channelId: number): Lines {
    const lines = known.get(channelId) ?? { ids: new Set(), sending: new Map() }
    known.set(channelId, lines)
    return lines
  }

  function keep({ ids }: Lines, messageId: string): void {
    const [oldest] = ids
    if (ids.size >= kept && oldest !== undefined) ids.delete(oldest)
    ids.add(messageId)
  }

  function settle({ sending }: Lines, key: string): void {
    const one = sending.get(key)
    clearTimeout(one?.timer)
    one?.resolve()
    sending.delete(key)
  }

  // A node receives its own bus messages at once, so its lines and those of other nodes take the same path.
  bus.subscribe('own-line-begun', ({ service: on, channelId, key }) => {
    if (on !== service) return
    const lines = linesOf(channelId)
    const timer = setTimeout(() => settle(lines, key), longestSendMs).unref()
    lines.sending.set(key, { ...Promise.withResolvers<void>(), timer })
  })
  bus.subscribe('own-line-sent', ({ service: on, channelId, key, messageId }) => {
    if (on !== service) return
    const lines = linesOf(channelId)
    if (messageId !== null) keep(lines, messageId)
    settle(lines, key)
  })

  return {
    async send(channelId: number, work: Promise<{ messageId: string }>): Promise<{ messageId: string }> {
      const line = { service, channelId, key: newIds.next('line') }
      bus.publish('own-line-begun', line)
      let messageId: string | null = null
      try {
        ;({ messageId } = await work)
        return { messageId }
      } finally {
        bus.publish('own-line-sent', { ...line, messageId })
      }
    },

    /** Whether this server has sent any message to this channel. */
    hasAny: (channelId: number): boolean => known.has(channelId),

    /** Waits for messages that are being sent. Call it only for messages of the server's own accounts. */
    async include(channelId: number, messageId: string): Promise<boolean> {
      const isKnown = () => known.get(channelId)?.ids.has(messageId) ?? false
      if (!isKnown() && nodeId !== undefined) await delay(busDelayMs)
      const sending = known.get(channelId)?.sending.values() ?? []
      if (!isKnown()) await Promise.all([...sending].map(({ promise }) => promise))
      return isKnown()
    },
  }
}
