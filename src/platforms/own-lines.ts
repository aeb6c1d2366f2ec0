const kept = 500

export type OwnLines = ReturnType<typeof createOwnLines>

/**
 * Chat lines that this server wrote. A platform reports them like everybody's, sometimes before it has answered the
 * call that sent them; whoever takes them for somebody's words ends up talking to himself.
 */
export function createOwnLines() {
  const known = new Map<number, { ids: Set<string>; sending: Set<Promise<unknown>> }>()

  function linesOf(channelId: number) {
    const lines = known.get(channelId) ?? { ids: new Set(), sending: new Set() }
    known.set(channelId, lines)
    return lines
  }

  return {
    async send(channelId: number, work: Promise<{ messageId: string }>): Promise<{ messageId: string }> {
      const { ids, sending } = linesOf(channelId)
      sending.add(work)
      try {
        const { messageId } = await work
        const [oldest] = ids
        if (ids.size >= kept && oldest !== undefined) ids.delete(oldest)
        ids.add(messageId)
        return { messageId }
      } finally {
        sending.delete(work)
      }
    },

    /** Waits for what is being sent at the moment. Ask it only of lines from an account of ours. */
    async include(channelId: number, messageId: string): Promise<boolean> {
      const { ids, sending } = linesOf(channelId)
      await Promise.allSettled(sending)
      return ids.has(messageId)
    },
  }
}
