import { type Database, sql } from '../kernel/storage/database.ts'

const takeLease = sql<{ name: string; holder: string; until: number; now: number }>(
  `INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)
   ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
   WHERE leases.holder = excluded.holder OR leases.until <= :now`,
)
const dropLease = sql<{ name: string; holder: string }>('DELETE FROM leases WHERE name = :name AND holder = :holder')

const pauseMs = 100

export type Leases = ReturnType<typeof createLeases>

/**
 * Mutual exclusion between nodes by rows that expire: a node that crashes blocks the others only for a short time. The
 * clock of the database decides when, because those of the nodes may differ by minutes. The time is read before the row
 * is written: a node that is delayed in between takes nothing that has not expired, and keeps a lease for less time.
 */
export function createLeases({
  db,
  nodeId,
  now: readNow = db.now,
}: {
  db: Database
  nodeId: string
  now?: Database['now']
}) {
  /** Takes or renews a lease for `ms`; false when another node holds it. */
  async function take(name: string, ms: number): Promise<boolean> {
    const now = await readNow()
    return (await db.write((tx) => tx.run(takeLease, { name, holder: nodeId, until: now + ms, now }))) > 0
  }

  async function drop(name: string): Promise<void> {
    await db.write((tx) => tx.run(dropLease, { name, holder: nodeId }))
  }

  return {
    take,
    drop,

    /** Waits for the lease, at most for its duration: its holder has crashed by then. Runs `work` in either case. */
    async runExclusively<T>(name: string, ms: number, work: () => Promise<T>): Promise<T> {
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
