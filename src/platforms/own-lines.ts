import { setTimeout as delay } from 'node:timers/promises'
import type { Ids } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import type { Service } from './services.ts'

const kept = 500
/** Whoever says for longer that it is sending a line is no longer there. */
const longestSendMs = 20_000
/** How long word of a line may take from another node. */
const wordOfMouthMs = 150

export type OwnLines = ReturnType<typeof createOwnLines>

interface Lines {
  readonly ids: Set<string>
  readonly sending: Map<string, PromiseWithResolvers<void> & { readonly timer: NodeJS.Timeout }>
}

/**
 * Chat lines that this server wrote, on whichever of its nodes. A platform reports them like everybody's, sometimes
 * before it has answered the call that sent them; whoever takes them for somebody's words ends up talking to himself.
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

  // What this node publishes it hears itself, at once: there is one way for its lines and for those of others.
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

    /** Whether lines were written to this channel at all. */
    hasAny: (channelId: number): boolean => known.has(channelId),

    /** Waits for what is being sent at the moment. Ask it only of lines from an account of ours. */
    async include(channelId: number, messageId: string): Promise<boolean> {
      const isKnown = () => known.get(channelId)?.ids.has(messageId) ?? false
      if (!isKnown() && nodeId !== undefined) await delay(wordOfMouthMs)
      const sending = known.get(channelId)?.sending.values() ?? []
      if (!isKnown()) await Promise.all([...sending].map(({ promise }) => promise))
      return isKnown()
    },
  }
}
