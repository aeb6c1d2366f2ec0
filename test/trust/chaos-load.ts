import { Agent } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { post } from './post.ts'
import type { Faults } from './proof.ts'

export const accounts = Array.from({ length: 6 }, (_, index) => `account${index + 1}`)
export const startingPoints = 1000

const answerWithinMs = 30_000
const pauseMs = 4
/** Nothing was changed, and the answer says why. */
const plainRefusals = new Set(['database_unavailable', 'disk_full', 'database_damaged', 'overloaded', 'shutting_down'])

interface Account {
  acknowledged: number
  /** Cut off, or answered as unknown: it may have been saved. */
  unknown: number
}

export type Load = ReturnType<typeof startLoad>

/** One writer per account adds a point at a time and counts what is acknowledged. */
export function startLoad(port: number, keys: readonly string[], faults: Faults) {
  const agent = new Agent({ keepAlive: true })
  const sums = new Map<string, Account>(accounts.map((name) => [name, { acknowledged: 0, unknown: 0 }]))
  const refusals = new Map<string, number>()
  let lastAcknowledged = { sentAt: Number.NEGATIVE_INFINITY }
  let isOver = false
  let sent = 0

  async function add(username: string): Promise<void> {
    const sum = sums.get(username) ?? { acknowledged: 0, unknown: 0 }
    const key = keys[sent++ % keys.length] ?? ''
    const sentAt = performance.now()
    const body = { username, platform: 'PlatformA', amount: 1 }
    const headers = { authorization: `Bearer ${key}` }
    const answer = await post({ agent, port, timeoutMs: answerWithinMs }, 'add-points', body, headers).catch(
      () => undefined,
    )
    if (answer === undefined) sum.unknown++
    else if (answer.status === 200) {
      sum.acknowledged++
      if (sentAt > lastAcknowledged.sentAt) lastAcknowledged = { sentAt }
    } else {
      const { code } = JSON.parse(answer.text) as { code: string }
      refusals.set(code, (refusals.get(code) ?? 0) + 1)
      if (code === 'outcome_unknown') sum.unknown++
      else if (!plainRefusals.has(code)) faults.add(`a write was answered ${answer.status} ${code}: ${answer.text}`)
    }
  }

  const writers = accounts.map(async (name) => {
    while (!isOver) {
      await add(name)
      await delay(pauseMs)
    }
  })

  const acknowledged = () => [...sums.values()].reduce((sum, one) => sum + one.acknowledged, 0)

  return {
    acknowledged,
    refused: (code: string): number => refusals.get(code) ?? 0,
    /** Whether a write that was sent after this moment was acknowledged. */
    wasAcknowledgedAfter: (moment: number): boolean => lastAcknowledged.sentAt > moment,

    async stop(): Promise<void> {
      isOver = true
      await Promise.all(writers)
      agent.destroy()
    },

    /** Compares with the database: every acknowledged point is there, and none that nobody asked for. */
    check(file: string): void {
      const db = new DatabaseSync(file, { readOnly: true })
      try {
        const find = db.prepare('SELECT points FROM viewers WHERE channel_id = 1 AND username = ?')
        for (const [name, { acknowledged: done, unknown }] of sums) {
          const added = Number(find.get(name)?.points) - startingPoints
          if (added >= done && added <= done + unknown) continue
          faults.add(`${name}: ${done} points were acknowledged and ${unknown} unknown, the database has ${added}`)
        }
      } finally {
        db.close()
      }
    },
  }
}
