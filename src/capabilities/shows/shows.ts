import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type KeptContent, putBack } from '../change-log/kept-rows.ts'
import { requireDefinitionRoom } from '../channels/definition-room.ts'
import type { Cause, Events } from '../events/events.ts'
import { maxShows, type ShowState, type WrittenShow } from './contract/shows.ts'
import { showErrors } from './messages.ts'
import {
  countShows,
  deleteCueRunsUpTo,
  deleteRunsUpTo,
  deleteShow,
  findLastUsed,
  findShow,
  findShowByName,
  insertShow,
  keptRow,
  keptShow,
  listShowRows,
  listStates,
  type Show,
  showOf,
  updateShow,
} from './show-rows.ts'

/** Who changes a show, and in which channel. */
export interface ShowCause extends Cause {
  readonly channel: Channel
}

export interface ListedShow extends Omit<Show, 'cues'> {
  readonly cueCount: number
  readonly state: ShowState
}

const maxCounted = 10_000

export type Shows = ReturnType<typeof createShows>

/** The shows of a channel: their names and cues. Running them is `show-runs.ts`. */
export function createShows(needs: { db: Database; clock: Clock; bus: Bus; events: Events; changeLog: ChangeLog }) {
  const { db, clock, bus, events, changeLog } = needs

  // Reports are of the show with this id, so they wait for it while it is in the trash.
  changeLog.onGone('show', async (tx, channel, thing) => {
    const all = { channel, show: Number(thing), last: Number.MAX_SAFE_INTEGER }
    await tx.run(deleteCueRunsUpTo, all)
    await tx.run(deleteRunsUpTo, all)
  })

  async function find(reader: Reader, channel: number, id: number): Promise<Show | undefined> {
    const row = await reader.get(findShow, { channel, id })
    return row && showOf(row)
  }

  async function get(reader: Reader, channel: number, id: number): Promise<Show> {
    const show = await find(reader, channel, id)
    if (show === undefined) throw new Failure('show_not_found', { message: showErrors.notFound.of({ show: id }) })
    return show
  }

  /** By show, and by when and how long it was stored. */
  const cueCounts = new Map<string, number>()

  /** Read with the first list after a change: a list of shows with long cues would read megabytes each time. */
  async function countCues(channel: number, row: { id: number; changed_at: number; bytes: number }): Promise<number> {
    const key = `${channel} ${row.id} ${row.changed_at} ${row.bytes}`
    const known = cueCounts.get(key)
    if (known !== undefined) return known
    const count = (await find(db, channel, row.id))?.cues.length ?? 0
    if (cueCounts.size >= maxCounted) cueCounts.clear()
    cueCounts.set(key, count)
    return count
  }

  /** The show that a call means which names none: the one that runs, or was run last, or the only one. */
  async function findMeant(reader: Reader, channel: number): Promise<Show> {
    const used = await reader.get(findLastUsed, { channel })
    const row = used && (await reader.get(findShow, { channel, id: used.show_id }))
    if (row !== undefined) return showOf(row)
    const [first, ...others] = await reader.all(listShowRows, { channel, limit: maxShows })
    if (first === undefined) throw new Failure('show_not_found', { message: showErrors.none.of() })
    if (others.length === 0) return get(reader, channel, first.id)
    throw new Failure('show_not_found', { message: showErrors.showRequired.of({ count: others.length + 1 }) })
  }

  async function requirePlace(tx: Writer, channel: number): Promise<void> {
    const { count = 0 } = (await tx.get(countShows, { channel })) ?? {}
    if (count >= maxShows) throw new Failure('invalid_parameter', { message: showErrors.tooMany.of({ max: maxShows }) })
  }

  function announce(tx: Writer, { channel }: ShowCause, showId: number): void {
    tx.onCommit(() =>
      bus.publish('show-changed', { channelId: channel.id, ownerId: channel.ownerId, showId, runId: null }),
    )
  }

  return {
    find,
    get,
    async listNames(channel: number): Promise<string[]> {
      return (await db.all(listShowRows, { channel, limit: maxShows })).map(({ name }) => name)
    },

    /** Every show, with the number of its cues, and the state of those that are under way. */
    async list({ id: channel }: Channel): Promise<ListedShow[]> {
      const states = new Map((await db.all(listStates, { channel })).map((row) => [row.show_id, row.state]))
      const listed: ListedShow[] = []
      for (const row of await db.all(listShowRows, { channel, limit: maxShows })) {
        const { id, name, changed_at: changedAt } = row
        const cueCount = await countCues(channel, row)
        listed.push({ id, name, changedAt, cueCount, state: states.get(id) ?? 'stopped' })
      }
      return listed
    },

    /** By id or by name; a number is an id where there is a show with that id. */
    async resolve(reader: Reader, channel: number, reference: string | number | undefined): Promise<Show> {
      if (reference === undefined) return findMeant(reader, channel)
      const text = String(reference).trim()
      const byId = /^\d{1,15}$/.test(text) ? await reader.get(findShow, { channel, id: Number(text) }) : undefined
      const row = byId ?? (await reader.get(findShowByName, { channel, key: nameKey(text) }))
      if (row === undefined) throw new Failure('show_not_found', { message: showErrors.notFound.of({ show: text }) })
      return showOf(row)
    },

    /** Creates a show, or replaces one. The caller has checked its cues. */
    async save(tx: Writer, cause: ShowCause, id: number | undefined, { name, cues }: WrittenShow): Promise<Show> {
      const channel = cause.channel.id
      const now = clock.now()
      const values = { name, key: nameKey(name), cues: JSON.stringify(cues), now }
      const before = id === undefined ? undefined : await get(tx, channel, id)
      await requireDefinitionRoom(tx, channel, values.cues, before && JSON.stringify(before.cues))
      if (before === undefined) {
        await requirePlace(tx, channel)
        const added = await tx.next('show', channel)
        await tx.run(insertShow, { channel, id: added, ...values })
        await changeLog.noteCreated(tx, cause, keptShow, added, name)
        await events.appendNew(tx, cause, { kind: 'show.created', data: { show_id: added, show: name } })
        return { id: added, name, cues, changedAt: now }
      }
      await changeLog.keepSaved(tx, cause, keptShow, before.id, before.name)
      await tx.run(updateShow, { channel, id: before.id, ...values })
      await events.appendNew(tx, cause, { kind: 'show.changed', data: { show_id: before.id, show: name } })
      announce(tx, cause, before.id)
      return { id: before.id, name, cues, changedAt: now }
    },

    /** Deletes a show. The caller has stopped it. */
    async remove(tx: Writer, cause: ShowCause, { id, name }: Show): Promise<void> {
      const channel = cause.channel.id
      await changeLog.keepDeleted(tx, cause, keptShow, id, name)
      await tx.run(deleteShow, { channel, id })
      await events.appendNew(tx, cause, { kind: 'show.removed', data: { show_id: id, show: name } })
      announce(tx, cause, id)
    },

    /** Puts a deleted show back, stopped, with its reports. */
    async restore(tx: Writer, cause: ShowCause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      const { id, name, cues } = keptRow(content)
      await requirePlace(tx, channel)
      await requireDefinitionRoom(tx, channel, cues)
      await putBack(tx, channel, keptShow, content)
      await events.appendNew(tx, cause, { kind: 'show.created', data: { show_id: id, show: name } })
      announce(tx, cause, id)
    },
  }
}
