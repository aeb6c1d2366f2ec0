import { DatabaseSync } from 'node:sqlite'
import { faultsInDatabase } from './check-database.ts'
import { traders, tradersTotal } from './crash-world.ts'
import { type Action, describeAction } from './crash-writers.ts'
import type { Faults } from './proof.ts'

export type Model = ReturnType<typeof createModel>

/**
 * What the accounts must hold, kept beside the server by doing the same actions again in the order of its history.
 * Which actions count is known from the answers, and by the history only for those that were cut off.
 */
export function createModel(database: string, channelId: number, faults: Faults) {
  const points = new Map<string, number>()
  const minutes = new Map<string, number>()
  let seen = 0
  const first = open(database)
  for (const { account, points: balance } of balances(first, channelId)) points.set(account, balance)
  seen = newestSeq(first, channelId)
  first.close()

  function apply(action: Action): void {
    const { username, from_username, to_username, amount, platform, day } = action.body
    const by = Number(amount)
    const account = `${platform} ${username}`
    const before = points.get(account) ?? 0
    switch (action.operation) {
      case 'add-points':
        points.set(account, before + by)
        return
      case 'remove-points':
        points.set(account, Math.max(before - by, 0))
        return
      case 'set-points':
        expectAnswer(action, { old_points: before, points: by })
        points.set(account, by)
        return
      case 'transfer-points':
        points.set(`${platform} ${from_username}`, (points.get(`${platform} ${from_username}`) ?? 0) - by)
        points.set(`${platform} ${to_username}`, (points.get(`${platform} ${to_username}`) ?? 0) + by)
        return
      default: {
        const key = `${platform} ${username} ${day ?? '2000-01-01'}`
        minutes.set(key, (minutes.get(key) ?? 0) + by)
        expectAnswer(action, { watch_time: minutes.get(key) ?? 0 })
      }
    }
  }

  /** The answer says what the account held at that moment: it must be what our own reckoning says. */
  function expectAnswer(action: Action, wanted: Record<string, number>): void {
    if (action.answer === undefined) return
    const answer = JSON.parse(action.answer) as Record<string, unknown>
    for (const [field, value] of Object.entries(wanted)) {
      if (answer[field] !== value)
        faults.add(`${field} was ${answer[field]}, should be ${value}: ${describeAction(action)}`)
    }
  }

  return {
    /** Looks at a database that no server has open. Answers how many actions stand in it. */
    check(file: string, actions: readonly Action[]): { done: number; foundOfUnknown: number } {
      const db = open(file)
      try {
        const events = db
          .prepare('SELECT seq, request_id FROM events WHERE channel_id = ? AND seq > ? ORDER BY seq')
          .all(channelId, seen) as { seq: number; request_id: string }[]
        const actionOf = new Map(actions.flatMap((action) => action.requestIds.map((id) => [id, action])))
        for (const { request_id } of events) {
          const action = actionOf.get(request_id)
          if (action === undefined) continue
          action.timesFound++
          apply(action)
        }
        seen = newestSeq(db, channelId)
        const found = countActions(db, actions)
        compareBalances(db)
        for (const fault of faultsInDatabase(db)) faults.add(fault)
        return found
      } finally {
        db.close()
      }
    },
  }

  function countActions(db: DatabaseSync, actions: readonly Action[]) {
    const remembered = db.prepare(
      "SELECT 1 FROM idempotency WHERE channel_id = ? AND operation = ? AND idempotency_key = ? AND state = 'done'",
    )
    let done = 0
    let foundOfUnknown = 0
    for (const action of actions) {
      const count = action.timesFound
      if (action.outcome === 'done') done++
      else foundOfUnknown += count
      const most = action.outcome === 'refused' ? 0 : 1
      if (action.outcome === 'done' && count === 0) faults.add(`LOST, acknowledged and gone: ${describeAction(action)}`)
      if (count > most) faults.add(`stands ${count} times, not ${most}: ${describeAction(action)}`)
      if (action.idempotencyKey === undefined) continue
      const isRemembered = remembered.get(channelId, action.operation, action.idempotencyKey) !== undefined
      if (isRemembered !== count > 0)
        faults.add(`record and effect differ (${isRemembered}, ${count}): ${describeAction(action)}`)
    }
    return { done, foundOfUnknown }
  }

  function compareBalances(db: DatabaseSync): void {
    let total = 0
    for (const { account, points: balance } of balances(db, channelId)) {
      if (traders.some((name) => account === `PlatformA ${name}`)) total += balance
      const wanted = points.get(account) ?? 0
      if (balance !== wanted) faults.add(`${account} has ${balance} points, should have ${wanted}`)
    }
    if (total !== tradersTotal) faults.add(`transfers changed the total: ${total}, should be ${tradersTotal}`)
    const stored = db
      .prepare(
        `SELECT v.username, d.day, d.minutes FROM watch_time_days d
         JOIN viewers v ON v.channel_id = d.channel_id AND v.id = d.viewer_id
         WHERE d.channel_id = ? AND v.platform = 'kick' AND v.username LIKE 'watcher%'`,
      )
      .all(channelId) as { username: string; day: number; minutes: number }[]
    const held = new Map(stored.map(({ username, day, minutes: m }) => [`PlatformA ${username} ${dashed(day)}`, m]))
    for (const key of new Set([...held.keys(), ...minutes.keys()])) {
      const [have, wanted] = [held.get(key) ?? 0, minutes.get(key) ?? 0]
      if (have !== wanted) faults.add(`${key} has ${have} minutes, should have ${wanted}`)
    }
  }
}

const words: Readonly<Record<string, string>> = {
  kick: 'PlatformA',
  twitch: 'PlatformB',
  youtube: 'PlatformC',
  tiktok: 'PlatformD',
}

function open(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: 5000 })
}

function balances(db: DatabaseSync, channelId: number): { account: string; points: number }[] {
  const rows = db.prepare('SELECT platform, username, points FROM viewers WHERE channel_id = ?').all(channelId) as {
    platform: string
    username: string
    points: number
  }[]
  return rows.map(({ platform, username, points }) => ({ account: `${words[platform]} ${username}`, points }))
}

function newestSeq(db: DatabaseSync, channelId: number): number {
  const row = db.prepare('SELECT last_event AS seq FROM channels WHERE id = ?').get(channelId) as { seq: number }
  return row.seq
}

function dashed(day: number): string {
  return String(day).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}
