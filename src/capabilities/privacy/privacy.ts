import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Params, Writer } from '../../kernel/storage/database.ts'
import { allInThread } from '../../kernel/storage/long-lists.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Cause, Events } from '../events/events.ts'
import type { OverlayQueue } from '../overlay/overlay-queue.ts'
import { erasedName, type Identity, identityOf } from '../viewers/identity.ts'
import type { LinkedAccounts } from '../viewers/linked-accounts.ts'
import type { createRanking } from '../viewers/ranking.ts'
import type { Speakers } from '../viewers/speakers.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { createCleaner } from './clean-data.ts'
import {
  cleanAnswers,
  cleanEvent,
  cleanRuns,
  cleanShortLists,
  cleanTrash,
  cleanValues,
  eventsOf,
} from './stored-records.ts'
import { type AccountKey, tableStatements } from './table-statements.ts'

/** Deleted in one step; other calls wait for it. */
const rowsAtOnce = 50

type Ranking = ReturnType<typeof createRanking>

export interface PrivacyNeeds {
  readonly db: Database
  readonly bus: Bus
  readonly events: Events
  readonly linkedAccounts: LinkedAccounts
  readonly overlayQueue: OverlayQueue
  readonly speakers: Speakers
  readonly viewers: Viewers
  readonly rankings: { readonly points: Ranking; readonly watch: Ranking }
}

/** Runs the last step of an erasure in one transaction. */
type Commit<T> = (work: (tx: Writer) => Promise<T>) => Promise<T>

/** Everything that the channel stores about a person, as one JSON document in parts. */
export async function* exportViewer(needs: PrivacyNeeds, channel: Channel, viewer: Viewer): AsyncGenerator<string> {
  const { db } = needs
  const identity = await find(needs, channel, viewer)
  const cleaner = createCleaner(identity)
  yield `{"channel":${JSON.stringify(channel.name)}`
  for (const { table, platform: only, select } of tableStatements) {
    const rows = []
    for (const account of identity.accounts) {
      if (only === undefined || only === account.platform)
        rows.push(...(await allInThread(db, select, keyOf(channel, account))))
    }
    yield `,\n${JSON.stringify(table)}:${JSON.stringify(rows)}`
  }
  yield `,\n"events":[`
  let separator = ''
  for await (const { found } of eventsOf(db, channel.id, cleaner, 0, letOthersRun)) {
    for (const { external_id: _, cleaned: _cleaned, ...event } of found) {
      yield `${separator}${JSON.stringify(event)}`
      separator = ',\n'
    }
  }
  yield ']}\n'
}

/**
 * Erases a person with all linked accounts. The history is cleaned first, in small transactions; the last one takes the
 * name from the viewer and from events that were written meanwhile. An interrupted erasure is begun again.
 */
export async function eraseViewer<T>(
  needs: PrivacyNeeds,
  cause: Cause & { readonly channel: Channel },
  viewer: Viewer,
  commit: Commit<T>,
  result: () => T,
): Promise<T> {
  const { db, bus, events } = needs
  const channel = cause.channel.id
  const identity = await find(needs, cause.channel, viewer)
  const cleaner = createCleaner(identity)
  await removeFromOverlay(needs, cause, cleaner)
  let cleanedUpTo = 0
  for await (const { found, upTo } of eventsOf(db, channel, cleaner, 0, letOthersRun)) {
    if (found.length > 0) {
      await letOthersRun()
      await db.write(async (tx) => {
        for (const event of found) await cleanEvent(tx, channel, cleaner, event)
      })
    }
    cleanedUpTo = upTo
  }
  await eraseScattered(db, cause.channel, identity)
  await cleanValues(db, channel, cleaner)
  await cleanTrash(db, channel, cleaner, userIdsOf(identity))
  const done = await commit(async (tx) => {
    for await (const { found } of eventsOf(tx, channel, cleaner, cleanedUpTo)) {
      for (const event of found) await cleanEvent(tx, channel, cleaner, event)
    }
    for (const { id } of identity.accounts) await eraseAccount(needs, tx, cause.channel, id)
    await cleanShortLists(tx, channel, cleaner)
    for (const { id, platform, userId } of identity.accounts) {
      await events.appendNew(tx, cause, { kind: 'viewer.erased', platform, viewerId: id, data: {} })
      tx.onCommit(() => bus.publish('viewer-erased', { channelId: channel, platform, userId, viewerId: id }))
    }
    return result()
  })
  // Again, for what was written during the erasure.
  await eraseScattered(db, cause.channel, identity)
  await cleanValues(db, channel, cleaner)
  await cleanTrash(db, channel, cleaner, userIdsOf(identity))
  await cleanAnswers(db, channel, cleaner)
  return done
}

async function find({ db, linkedAccounts }: PrivacyNeeds, channel: Channel, viewer: Viewer): Promise<Identity> {
  const others = (await linkedAccounts.accountsOf(db, channel.id, viewer)).filter(({ id }) => id !== viewer.id)
  return identityOf(db, channel.id, [viewer, ...others])
}

async function eraseAccount(needs: PrivacyNeeds, tx: Writer, channel: Channel, viewerId: number): Promise<void> {
  const { rankings, speakers, viewers } = needs
  // As this transaction sees it: the balance may have changed since the scan began.
  const account = await viewers.getKnown(tx, channel.id, viewerId)
  const { id, platform, isBot, points, watchMinutes } = account
  if (!isBot) {
    const place = { channelId: channel.id, platform, viewerId: id }
    await rankings.points.leave(tx, place, points)
    await rankings.watch.leave(tx, place, watchMinutes)
  }
  for (const { platform: only, erase } of tableStatements) {
    if (erase !== undefined && (only === undefined || only === platform)) await tx.run(erase, keyOf(channel, account))
  }
  speakers.forget(tx, channel.id, account)
}

/** Rows of the person that are scattered over tables that are long in a large channel. */
async function eraseScattered(db: Database, channel: Channel, identity: Identity): Promise<void> {
  const { accounts } = identity
  await cleanRuns(db, channel.id, userIdsOf(identity))
  for (const { scattered } of tableStatements) {
    if (scattered === undefined) continue
    for (const account of accounts) {
      const wanted = { ...keyOf(channel, account), limit: rowsAtOnce }
      let rows: readonly Params[]
      do {
        rows = await allInThread(db, scattered.find, wanted)
        if (rows.length === 0) break
        await db.write(async (tx) => {
          for (const row of rows) await tx.run(scattered.remove, { ...row, channel: channel.id })
        })
      } while (rows.length === rowsAtOnce)
    }
  }
}

/** What is still to be shown on the overlay. */
async function removeFromOverlay(
  { overlayQueue }: PrivacyNeeds,
  cause: Cause,
  cleaner: ReturnType<typeof createCleaner>,
): Promise<void> {
  const { waiting } = await overlayQueue.status(cause.channel.id)
  for (const { id, payload } of waiting) {
    if (!cleaner.isOwn({ viewerId: null, platform: null, data: payload })) continue
    // It may be shown in this moment.
    await overlayQueue.remove(cause, id).catch(() => {})
  }
}

function userIdsOf({ accounts }: Identity): string[] {
  return accounts.map(({ userId }) => userId)
}

function keyOf(channel: Channel, { id, platform, userId, username }: Viewer): AccountKey {
  return { channel: channel.id, viewer: id, platform, userId, username, erased: erasedName(id) }
}
