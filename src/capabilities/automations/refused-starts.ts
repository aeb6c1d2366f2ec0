import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { addDropped } from './automation-rows.ts'
import type { WaitingStart, WaitingStarts } from './waiting-starts.ts'

/** They are remembered in memory and stored this often. */
const flushAfterMs = 1_000

interface OfChannel {
  /** How many starts were dropped, by automation. */
  readonly counts: Map<number, number>
  /** What is stored of starts that do not happen. */
  readonly starts: WaitingStart[]
}

/**
 * Starts that do not happen. Those that a limit dropped are counted. What is stored of a start is deleted in the same
 * transaction, so that each is counted once or is still waiting, whenever the server stops.
 */
export function createRefusedStarts(needs: { db: Database; log: Log; waiting: WaitingStarts }) {
  const { db, log, waiting } = needs
  const channels = new Map<number, OfChannel>()
  let flushing: NodeJS.Timeout | undefined

  function ofChannel(channelId: number): OfChannel {
    const known = channels.get(channelId) ?? { counts: new Map<number, number>(), starts: [] }
    channels.set(channelId, known)
    flushing ??= setTimeout(() => {
      flush().catch((error: unknown) => log.warn('dropped runs could not be counted', { error }))
    }, flushAfterMs).unref()
    return known
  }

  function add(channelId: number, counts: ReadonlyMap<number, number>, starts: readonly WaitingStart[]): void {
    const known = ofChannel(channelId)
    for (const [id, count] of counts) known.counts.set(id, (known.counts.get(id) ?? 0) + count)
    known.starts.push(...starts)
  }

  async function flush(): Promise<void> {
    clearTimeout(flushing)
    flushing = undefined
    const refused = [...channels]
    channels.clear()
    for (const [channel, { counts, starts }] of refused) {
      try {
        await db.write(async (tx) => {
          for (const [id, count] of counts) await tx.run(addDropped, { channel, id, count })
          for (const start of starts) await waiting.take(tx, start)
        })
      } catch (error) {
        // With the next ones.
        add(channel, counts, starts)
        throw error
      }
    }
  }

  return {
    flush,

    /** Counts a start that did not happen. */
    drop(channelId: number, id: number, start?: WaitingStart): void {
      add(channelId, new Map([[id, 1]]), start === undefined ? [] : [start])
    },

    /** A start that is not meant to happen. */
    forget(start: WaitingStart | undefined): void {
      if (start !== undefined) ofChannel(start.channelId).starts.push(start)
    },
  }
}
