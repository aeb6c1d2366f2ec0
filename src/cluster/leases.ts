import type { Clock } from '../ambient.ts'
import { type Database, sql } from '../storage/database.ts'

const takeLease = sql<{ name: string; holder: string; until: number; now: number }>(
  `INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)
   ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
   WHERE leases.holder = excluded.holder OR leases.until <= :now`,
)
const dropLease = sql<{ name: string; holder: string }>('DELETE FROM leases WHERE name = :name AND holder = :holder')

const pauseMs = 100

export type Leases = ReturnType<typeof createLeases>

/** What one node at a time may do, by rows that run out: a node that dies keeps nobody waiting for long. */
export function createLeases({ db, clock, nodeId }: { db: Database; clock: Clock; nodeId: string }) {
  /** Whether it is this node's, for so long. */
  async function take(name: string, ms: number): Promise<boolean> {
    const now = clock.now()
    return (await db.write((tx) => tx.run(takeLease, { name, holder: nodeId, until: now + ms, now }))) > 0
  }

  async function drop(name: string): Promise<void> {
    await db.write((tx) => tx.run(dropLease, { name, holder: nodeId }))
  }

  return {
    take,
    drop,

    /** Waits for its turn, and does it all the same when that does not come: whoever holds it then has stopped. */
    async alone<T>(name: string, ms: number, work: () => Promise<T>): Promise<T> {
      for (let waitedMs = 0; waitedMs <= ms && !(await take(name, ms)); waitedMs += pauseMs) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      try {
        return await work()
      } finally {
        await drop(name).catch(() => {})
      }
    },
  }
}
