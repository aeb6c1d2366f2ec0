import { setTimeout as delay } from 'node:timers/promises'
import type { Ids } from '../kernel/ambient.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import type { Service } from './services/services.ts'

const kept = 500
/** A send that takes longer than this is considered lost. */
const longestSendMs = 20_000
/** How long a bus message of another node may take. */
const busDelayMs = 150

export type OwnLines = ReturnType<typeof createOwnLines>

export interface SentLine {
  readonly messageId: string
  /** Whether the platform's bot of the app said it, which is no account of this server. */
  readonly isOfApp?: boolean | undefined
}

interface Lines {
  readonly sent: Map<string, SentLine>
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
    const lines = known.get(channelId) ?? { sent: new Map(), sending: new Map() }
    known.set(channelId, lines)
    return lines
  }

  function keep({ sent }: Lines, line: SentLine): void {
    const [oldest] = sent.keys()
    if (sent.size >= kept && oldest !== undefined) sent.delete(oldest)
    sent.set(line.messageId, line)
  }

  function settle({ sending }: Lines, key: string): void {
    const one = sending.get(key)
    clearTimeout(one?.timer)
    one?.resolve()
    sending.delete(key)
  }

  function findSent(channelId: number, messageId: string): SentLine | undefined {
    return known.get(channelId)?.sent.get(messageId)
  }

  // A node receives its own bus messages at once, so its lines and those of other nodes take the same path.
  bus.subscribe('own-line-begun', ({ service: on, channelId, key }) => {
    if (on !== service) return
    const lines = linesOf(channelId)
    const timer = setTimeout(() => settle(lines, key), longestSendMs).unref()
    lines.sending.set(key, { ...Promise.withResolvers<void>(), timer })
  })
  bus.subscribe('own-line-sent', ({ service: on, channelId, key, messageId, isOfApp }) => {
    if (on !== service) return
    const lines = linesOf(channelId)
    if (messageId !== null) keep(lines, { messageId, isOfApp })
    settle(lines, key)
  })

  return {
    async send(channelId: number, work: Promise<SentLine>): Promise<{ messageId: string }> {
      const line = { service, channelId, key: newIds.next('line') }
      bus.publish('own-line-begun', line)
      let sent: SentLine | undefined
      try {
        sent = await work
        return { messageId: sent.messageId }
      } finally {
        const { messageId = null, isOfApp = false } = sent ?? {}
        bus.publish('own-line-sent', { ...line, messageId, isOfApp })
      }
    },

    /** Whether this server has sent any message to this channel. */
    hasAny: (channelId: number): boolean => known.has(channelId),

    /** A message that has been sent. */
    find: findSent,

    /** Also waits for messages that are being sent. Call it only for messages of the server's own accounts. */
    async include(channelId: number, messageId: string): Promise<boolean> {
      const isKnown = () => findSent(channelId, messageId) !== undefined
      if (!isKnown() && nodeId !== undefined) await delay(busDelayMs)
      const sending = known.get(channelId)?.sending.values() ?? []
      if (!isKnown()) await Promise.all([...sending].map(({ promise }) => promise))
      return isKnown()
    },
  }
}
