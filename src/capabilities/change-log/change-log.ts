import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Cause } from '../events/events.ts'
import {
  type ChangeAction,
  type ChangeRow,
  deleteChange,
  deleteOlder,
  deleteUpTo,
  ends,
  findDeleted,
  findNewestOf,
  insertChange,
  listDeleted,
  listDeletedOf,
  listExpired,
  listOf,
  replaceAuthor,
} from './change-rows.ts'
import { type ThingKind, trashDays } from './contract/things.ts'
import { type Kept, type KeptContent, type Key, readKept, writtenContent } from './kept-rows.ts'
import { changeLogErrors } from './messages.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Of one thing. */
export const maxVersions = 20
/** Of one channel, of deletions and of saves each. The oldest entries go first. */
const maxLoggedBytes = 32 * 1024 * 1024
/** What an entry takes beside its content. */
const entryBytes = 300
const expiredAtOnce = 100

/** A thing in the trash. */
export type DeletedThing = Omit<ChangeRow, 'content' | 'action'>

/** Gets a thing that nobody can restore any more, in the transaction that removes it. */
export type GoneListener = (tx: Writer, channel: number, thing: string, content: KeptContent) => Promise<void>

export type ChangeLog = ReturnType<typeof createChangeLog>

/**
 * What things were before each change, written in the transaction of the change. A deletion is the trash, the saves are
 * the versions. A restored thing gets its id back, so that what pointed to it works again.
 */
export function createChangeLog(needs: { db: Database; clock: Clock; maxBytes?: number }) {
  const { db, clock, maxBytes = maxLoggedBytes } = needs
  const goneListeners = new Map<ThingKind, GoneListener>()

  async function append(
    tx: Writer,
    cause: Cause,
    entry: { kind: ThingKind; thing: string; action: ChangeAction; name: string; content: string | null },
    file: string | null = null,
  ): Promise<void> {
    const channel = cause.channel.id
    const { newest, oldest } = entry.action === 'deleted' ? ends.deleted : ends.saved
    const bytes = entryBytes + Buffer.byteLength(entry.content ?? '')
    const written = ((await tx.get(newest, { channel }))?.written ?? 0) + bytes
    const id = await tx.next('change', channel)
    const { actor, requestId } = cause
    await tx.run(insertChange, { channel, id, ...entry, file, actor, requestId, at: clock.now(), written })
    for (;;) {
      const first = await tx.get(oldest, { channel })
      if (first === undefined || first.id === id || first.written > written - maxBytes) return
      if (entry.action === 'deleted') await forget(tx, channel, first.id)
      else await tx.run(deleteChange, { channel, id: first.id })
    }
  }

  /** Removes a thing from the trash, with its versions. */
  async function forget(tx: Writer, channel: number, id: number): Promise<void> {
    const row = await tx.get(findDeleted, { channel, id })
    if (row === undefined) return
    const { kind, thing, content } = row
    await tx.run(deleteUpTo, { channel, kind, thing, id })
    await goneListeners.get(kind)?.(tx, channel, thing, contentOf(content))
  }

  async function getDeleted(reader: Reader, channel: number, id: number): Promise<ChangeRow> {
    const row = await reader.get(findDeleted, { channel, id })
    if (row === undefined) throw new Failure('not_found', { message: changeLogErrors.notInTrash.of() })
    return row
  }

  return {
    /** Before a thing is deleted. `file`: what it needs on disk for as long as it can come back. */
    async keepDeleted(
      tx: Writer,
      cause: Cause,
      kept: Kept,
      key: Key,
      name: string,
      file: string | null = null,
    ): Promise<void> {
      const content = JSON.stringify(await readKept(tx, cause.channel.id, kept, key))
      await append(tx, cause, { kind: kept.kind, thing: String(key), action: 'deleted', name, content }, file)
    },

    /** Before a thing is saved. */
    async keepSaved(tx: Writer, cause: Cause, kept: Kept, key: Key, name: string): Promise<void> {
      const channel = cause.channel.id
      const of = { channel, kind: kept.kind, thing: String(key) }
      const content = JSON.stringify(writtenContent(kept, await readKept(tx, channel, kept, key)))
      const last = await tx.get(findNewestOf, of)
      if (last?.content === content) {
        const { actor, requestId } = cause
        await tx.run(replaceAuthor, { channel, id: last.id, actor, requestId, at: clock.now() })
        return
      }
      await append(tx, cause, { ...of, action: 'saved', name, content })
      await tx.run(deleteOlder, { ...of, offset: maxVersions })
    },

    /** After a thing was created: who did it, and when. */
    noteCreated: (tx: Writer, cause: Cause, { kind }: Kept, key: Key, name: string): Promise<void> =>
      append(tx, cause, { kind, thing: String(key), action: 'created', name, content: null }),

    /** What is left of a thing outside its rows goes with it. */
    onGone(kind: ThingKind, listener: GoneListener): void {
      goneListeners.set(kind, listener)
    },

    /** Newest first. */
    async listDeleted(
      reader: Reader,
      channel: number,
      { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
    ): Promise<DeletedThing[]> {
      return reader.all(listDeleted, { channel, before, limit })
    },

    /** All of one kind with their content, oldest first. */
    async listDeletedOf(reader: Reader, channel: number, kind: ThingKind) {
      const rows = await reader.all(listDeletedOf, { channel, kind })
      return rows.map(({ id, content }) => ({ id, content: contentOf(content) }))
    },

    getDeleted,

    /** The thing that was deleted last under this id. */
    async findLastDeleted(reader: Reader, channel: number, kind: ThingKind, thing: string): Promise<ChangeRow> {
      const row = await reader.get(findNewestOf, { channel, kind, thing })
      if (row?.action !== 'deleted') throw new Failure('not_found', { message: changeLogErrors.notInTrash.of() })
      return row
    },

    /** It is back: its entry leaves the trash, and its versions stay. */
    async leaveTrash(tx: Writer, channel: number, id: number): Promise<void> {
      await tx.run(deleteChange, { channel, id })
    },

    forget,

    /** What a thing was before each of its last saves, newest first. */
    async listChanges(reader: Reader, channel: number, kind: ThingKind, thing: string): Promise<ChangeRow[]> {
      return reader.all(listOf, { channel, kind, thing, limit: maxVersions })
    },

    /** Empties the trash of what has been there for 30 days. Returns how many things are gone. */
    async prune(): Promise<number> {
      let count = 0
      for (;;) {
        const expired = await db.all(listExpired, { before: clock.now() - trashDays * dayMs, limit: expiredAtOnce })
        for (const { channel, id } of expired) await db.write((tx) => forget(tx, channel, id))
        count += expired.length
        if (expired.length < expiredAtOnce) return count
      }
    },
  }
}

export function contentOf(content: string | null): KeptContent {
  return JSON.parse(content ?? '{}') as KeptContent
}
