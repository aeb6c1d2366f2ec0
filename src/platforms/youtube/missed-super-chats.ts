import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { findListenerMark, keepListenerMark } from '../listener-marks.ts'
import type { PlatformAccount, PlatformEvent, PlatformFeed } from '../platform.ts'
import { ownerOf } from './broadcasts.ts'
import type { DataApi } from './data-api.external.ts'
import type { PastSuperChat } from './support.external.ts'

/** The mark is stored at most this often, and with every Super Chat. */
const markEveryMs = 30_000
/** The same Super Chat may have slightly different times in the chat and in the list. */
const sameMs = 5_000
/** The last one that was read has no name in the mark, so a shorter time decides. */
const sameAsLastMs = 1_000
/** YouTube lists the last 30 days, 50 to a page. */
const maxPages = 20
const againAfterMs = 10 * 60_000
const retryMs = 60_000
const maxRemembered = 1_000

/** A Super Chat, as it is recognised in the chat and in the list. */
interface Seen {
  readonly userId: string
  readonly amount: number
  readonly at: number
}

/** Up to which moment of YouTube's own time the chat was read, and the last Super Chat in it. */
interface Mark {
  readonly account: string
  readonly readUntil: number
  readonly last: { readonly at: number; readonly amount: number } | null
}

export type MissedSuperChats = ReturnType<typeof createMissedSuperChats>

/**
 * Finds the Super Chats that were sent while nobody read the chat. YouTube lists them without the id that they have in
 * the chat, so the time decides: every chat item has YouTube's time, the newest that was read is stored, and what is
 * newer was missed. Super Chats that the chat shows as well are recognised by person, amount and time.
 */
export function createMissedSuperChats(
  account: PlatformAccount,
  needs: { db: Database; clock: Clock; log: Log; api: DataApi; feed: PlatformFeed },
) {
  const { db, clock, log, api, feed } = needs
  const place = { channelId: account.channelId, platform: account.platform }
  const name = 'super-chats'
  let mark: Mark | undefined
  /** What the chat has shown since. The mark follows it once the list was read. */
  let newest: Mark | undefined
  let isCaughtUp = false
  let isReading = false
  let storedAt = Number.NEGATIVE_INFINITY
  let nextReadAt = Number.NEGATIVE_INFINITY
  /** Where the chat had been read to before this connection. */
  let connectedAt = Number.NEGATIVE_INFINITY
  const fromList: Seen[] = []
  const fromChat: Seen[] = []

  /** Undefined for an account that was never listened to: nothing of it was missed. */
  async function load(): Promise<Mark | undefined> {
    const stored = await findListenerMark(db, place, name)
    const known = stored === undefined ? undefined : (JSON.parse(stored) as Mark)
    return known?.account === account.accountId ? known : undefined
  }

  async function store(): Promise<void> {
    if (mark === undefined) return
    storedAt = clock.steady()
    await keepListenerMark(db, place, name, JSON.stringify(mark))
  }

  function isMissed({ user, amount, at }: PastSuperChat, { readUntil, last }: Mark): boolean {
    if (at <= readUntil) return false
    if (last !== null && last.amount === amount && Math.abs(last.at - at) <= sameAsLastMs) return false
    return !takeSame(fromChat, { userId: user.id, amount, at })
  }

  async function readList(since: Mark, signal: AbortSignal): Promise<PastSuperChat[]> {
    const found: PastSuperChat[] = []
    let pageToken: string | undefined
    for (let page = 0; page < maxPages; page++) {
      const { items, next } = await api.listSuperChats(ownerOf(account), pageToken, signal)
      found.push(...items.filter(({ at }) => at > since.readUntil))
      // The newest come first.
      if (next === undefined || items.some(({ at }) => at <= since.readUntil)) break
      pageToken = next
    }
    return found.sort((one, other) => one.at - other.at)
  }

  async function catchUp(since: Mark, signal: AbortSignal): Promise<void> {
    for (const missed of await readList(since, signal)) {
      if (!isMissed(missed, since)) continue
      const { id, user, amount, money, message, at } = missed
      remember(fromList, { userId: user.id, amount, at })
      await feed(account, { kind: 'bits', id, user, amount, money, message, missedAt: at })
      mark = { ...since, readUntil: at, last: { at, amount } }
      await store()
    }
  }

  async function read(signal: AbortSignal): Promise<void> {
    if (isReading || clock.steady() < nextReadAt) return
    isReading = true
    try {
      const known = mark ?? (await load())
      mark = known ?? { account: account.accountId, readUntil: clock.now(), last: null }
      connectedAt = mark.readUntil
      if (known !== undefined) await catchUp(known, signal)
      isCaughtUp = true
      if (newest !== undefined && newest.readUntil > mark.readUntil) mark = newest
      nextReadAt = clock.steady() + againAfterMs
      await store()
    } catch (error) {
      nextReadAt = clock.steady() + retryMs
      if (!signal.aborted) log.warn('could not read the missed Super Chats', { channelId: place.channelId, error })
    } finally {
      isReading = false
    }
  }

  return {
    /** Reports what was missed, once. After a failure it is tried again a minute later. */
    read,

    /** Whether a Super Chat of the chat is already counted. The first page shows what was written before. */
    isKnown(event: PlatformEvent, at: number, isFirstPage: boolean): boolean {
      if (event.kind !== 'bits') return false
      return (
        (isFirstPage && at <= connectedAt) || takeSame(fromList, { userId: event.user.id, amount: event.amount, at })
      )
    },

    /** Call for every item of the chat that was reported. */
    note(event: PlatformEvent | undefined, at: number, signal: AbortSignal): void {
      if (mark === undefined) return
      const paid = event?.kind === 'bits' ? { at, amount: event.amount } : undefined
      const known = newest ?? mark
      newest = { ...known, readUntil: Math.max(known.readUntil, at), last: paid ?? known.last }
      if (!isCaughtUp) {
        if (event?.kind === 'bits') remember(fromChat, { userId: event.user.id, amount: event.amount, at })
        void read(signal)
        return
      }
      mark = newest
      if (paid === undefined && clock.steady() - storedAt < markEveryMs) return
      store().catch((error: unknown) => log.warn('could not store how far the chat was read', { ...place, error }))
    },
  }
}

function remember(list: Seen[], seen: Seen): void {
  list.push(seen)
  if (list.length > maxRemembered) list.shift()
}

/** Each entry stands for one message: a second Super Chat with the same amount is another one. */
function takeSame(list: Seen[], { userId, amount, at }: Seen): boolean {
  const index = list.findIndex(
    (one) => one.userId === userId && one.amount === amount && Math.abs(one.at - at) <= sameMs,
  )
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}
