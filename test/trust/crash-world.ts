import { createApp } from '../../src/app.ts'
import { allScopes } from '../../src/contract/scopes.ts'
import { databaseFile } from '../../src/storage/open.ts'
import type { Random } from './random.ts'

/** What the writers act on: accounts of our own on PlatformA, and people of the sandbox that nobody has seen yet. */
export const mixed = Array.from({ length: 12 }, (_, index) => `mixed${index + 1}`)
export const traders = Array.from({ length: 10 }, (_, index) => `trader${index + 1}`)
export const watchers = Array.from({ length: 6 }, (_, index) => `watcher${index + 1}`)
const strangers = Array.from({ length: 200 }, (_, index) => `viewer${index + 1}`)
const days = ['2026-01-30', '2026-02-01', '2026-02-02', undefined]

const startingPoints = 1000
export const tradersTotal = traders.length * startingPoints
const keyCount = 120

/** An empty folder becomes one with keys enough for every writer, and accounts with something to lose. */
export async function makeWorld(folder: string): Promise<{ keys: string[]; database: string; channelId: number }> {
  const app = await createApp({
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'error',
    secret: undefined,
  })
  const { ctx } = app
  const [channel] = await ctx.channels.list()
  if (channel === undefined) throw new Error('the first start made no channel')
  const cause = { channel, actor: 'test', requestId: 'test' }
  const keys = await ctx.db.write(async (tx) => {
    for (const username of [...mixed, ...traders, ...watchers]) {
      const fresh = { id: `id-${username}`, username, displayname: username }
      const viewer = await ctx.viewers.ensure(tx, channel, { platform: 'kick', fresh })
      await ctx.points.set(tx, cause, viewer, startingPoints, 'test')
    }
    const made: string[] = []
    while (made.length < keyCount) {
      const { key } = await ctx.keys.create(tx, cause, { name: 'test', scopes: allScopes })
      made.push(key)
    }
    return made
  })
  await app.close()
  return { keys, database: databaseFile(folder), channelId: channel.id }
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
      return { operation: 'add-points', body: { username: random.pick(strangers), amount, platform: 'PlatformB' } }
  }
}
