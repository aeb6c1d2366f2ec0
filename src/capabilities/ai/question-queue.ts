/** Questions of a channel that wait while one is answered. More are dropped: an answer that comes late is noise. */
const maxWaiting = 3

/** The questions of each channel, one at a time. */
export function createQuestionQueue(onError: (error: unknown) => void) {
  const queues = new Map<number, { last: Promise<void>; waiting: number }>()

  return {
    add(channelId: number, work: () => Promise<void>): void {
      const queue = queues.get(channelId) ?? { last: Promise.resolve(), waiting: 0 }
      if (queue.waiting > maxWaiting) return
      queue.waiting++
      queues.set(channelId, queue)
      queue.last = queue.last
        .then(work)
        .catch(onError)
        .finally(() => {
          queue.waiting--
          if (queue.waiting === 0) queues.delete(channelId)
        })
    },

    /** Resolves when no question waits. */
    async settled(): Promise<void> {
      while (queues.size > 0) await Promise.all([...queues.values()].map(({ last }) => last))
    },
  }
}
