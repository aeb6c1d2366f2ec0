import { databaseFile } from '../../src/kernel/storage/open.ts'
import type { Random } from './random.ts'
import { withWorld } from './world.ts'

/** What the writers act on: accounts of our own on PlatformA, and people of the sandbox that nobody has seen yet. */
export const mixed = Array.from({ length: 12 }, (_, index) => `mixed${index + 1}`)
export const traders = Array.from({ length: 10 }, (_, index) => `trader${index + 1}`)
export const watchers = Array.from({ length: 6 }, (_, index) => `watcher${index + 1}`)
const newViewers = Array.from({ length: 200 }, (_, index) => `viewer${index + 1}`)
const days = ['2026-01-30', '2026-02-01', '2026-02-02', undefined]

const startingPoints = 1000
export const tradersTotal = traders.length * startingPoints
const keyCount = 120

/** An empty folder becomes one with keys enough for every writer, and accounts with something to lose. */
export async function makeCrashWorld(folder: string): Promise<{ keys: string[]; database: string; channelId: number }> {
  return withWorld({ dataFolder: folder }, async ({ channel, openAccounts, makeKeys }) => {
    await openAccounts([...mixed, ...traders, ...watchers], startingPoints)
    return { keys: await makeKeys(keyCount), database: databaseFile(folder), channelId: channel.id }
  })
}

export interface Wish {
  readonly operation: string
  readonly body: Readonly<Record<string, string | number | undefined>>
}

/** One more thing to ask for. */
export function nextWish(random: Random): Wish {
  const amount = random.between(1, 40)
  const platform = 'PlatformA'
  switch (random.between(0, 9)) {
    case 0:
    case 1:
    case 2:
      return { operation: 'add-points', body: { username: random.pick(mixed), amount, platform } }
    case 3:
      return { operation: 'remove-points', body: { username: random.pick(mixed), amount, platform } }
    case 4:
      return { operation: 'set-points', body: { username: random.pick(mixed), amount: amount * 100, platform } }
    case 5:
    case 6:
    case 7: {
      const body = { from_username: random.pick(traders), to_username: random.pick(traders), amount, platform }
      return { operation: 'transfer-points', body }
    }
    case 8: {
      const body = { username: random.pick(watchers), mode: 'add', amount, day: random.pick(days), platform }
      return { operation: 'adjust-watch-time', body }
    }
    default:
      return { operation: 'add-points', body: { username: random.pick(newViewers), amount, platform: 'PlatformB' } }
  }
}
