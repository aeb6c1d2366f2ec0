import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { findListenerMark, keepListenerMark } from '../listener-marks.ts'

/** A subscription that delivered something within this time exists, whatever Kick lists. */
const aliveMs = 2 * 60 * 60_000
/** How exactly the time of the last delivery is kept. */
const noteEveryMs = 10 * 60_000
/** A quiet topic that is not listed is created again, but each time later. */
const timings = { firstMs: 60 * 60_000, longestMs: 24 * 60 * 60_000 }

interface OneCreated {
  readonly id: string
  readonly createdAt: number
  /** 0 if it has delivered nothing. */
  readonly deliveredAt: number
  /** How often it was created although an earlier one was known. */
  readonly tries: number
}

/** By topic. */
type Created = Readonly<Record<string, OneCreated>>

export interface KickAccountPlace {
  readonly channelId: number
  readonly accountId: string
}

export type CreatedSubscriptions = ReturnType<typeof createCreatedSubscriptions>

/**
 * The webhook subscriptions that this server created. Kick's list leaves some of them out although they deliver; one that
 * was created again would deliver everything twice.
 */
export function createCreatedSubscriptions({ db, clock }: { db: Database; clock: Clock }) {
  const cached = new Map<string, Created>()

  function markOf({ channelId, accountId }: KickAccountPlace) {
    return { place: { channelId, platform: 'kick' } as const, name: `subscriptions:${accountId}` }
  }

  async function read(of: KickAccountPlace): Promise<Created> {
    const { place, name } = markOf(of)
    const stored = await findListenerMark(db, place, name)
    const created = stored === undefined ? {} : (JSON.parse(stored) as Created)
    cached.set(`${of.channelId} ${of.accountId}`, created)
    return created
  }

  async function write(of: KickAccountPlace, created: Created): Promise<void> {
    const { place, name } = markOf(of)
    cached.set(`${of.channelId} ${of.accountId}`, created)
    await keepListenerMark(db, place, name, JSON.stringify(created))
  }

  return {
    async add(
      of: KickAccountPlace,
      created: readonly { readonly topic: string; readonly id: string }[],
    ): Promise<void> {
      if (created.length === 0) return
      const before = await read(of)
      const more = created.map(({ topic, id }) => {
        const known = before[topic]
        const tries = known === undefined ? 0 : known.tries + 1
        return [topic, { id, createdAt: clock.now(), deliveredAt: 0, tries }] as const
      })
      await write(of, { ...before, ...Object.fromEntries(more) })
    },

    /** Those of the topics that Kick does not list which have to be created. */
    async missing(of: KickAccountPlace, unlisted: readonly string[]): Promise<string[]> {
      if (unlisted.length === 0) return []
      const created = await read(of)
      const now = clock.now()
      return unlisted.filter((topic) => {
        const known = created[topic]
        if (known === undefined) return true
        return now - known.deliveredAt > aliveMs && now - known.createdAt >= pauseMs(known.tries)
      })
    },

    /** Whether this server created it. Call for a delivery: its subscription is then known to exist. */
    async noteDelivery(of: KickAccountPlace, id: string): Promise<boolean> {
      const has = (created: Created) => Object.entries(created).find(([, one]) => one.id === id)
      const known = cached.get(`${of.channelId} ${of.accountId}`)
      // Another node may have created it since.
      const found = (known === undefined ? undefined : has(known)) ?? has(await read(of))
      if (found === undefined) return false
      const [topic, one] = found
      const now = clock.now()
      if (now - one.deliveredAt > noteEveryMs) {
        await write(of, { ...(await read(of)), [topic]: { ...one, deliveredAt: now } })
      }
      return true
    },

    async ids(of: KickAccountPlace): Promise<string[]> {
      return Object.values(await read(of)).map(({ id }) => id)
    },

    async forget(of: KickAccountPlace): Promise<void> {
      await write(of, {})
    },
  }
}

function pauseMs(tries: number): number {
  return tries === 0 ? 0 : Math.min(timings.firstMs * 2 ** (tries - 1), timings.longestMs)
}
