import type { Clock, Ids } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable, putBack } from '../change-log/kept-rows.ts'
import type { Cause, Events } from '../events/events.ts'
import type { ClaimedFile } from './check-file.ts'
import { formats } from './content/formats.ts'
import { uploadErrors } from './messages.ts'
import type { References } from './references.ts'
import type { UploadFiles } from './upload-files.ts'
import type { UploadKind } from './upload-kinds.ts'

export const maxFileBytes = 10 * 1024 * 1024
export const maxFiles = 1000

interface UploadRow {
  readonly id: string
  readonly hash: string
  readonly kind: UploadKind
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly duration_ms: number | null
  readonly width: number | null
  readonly height: number | null
  readonly created_at: number
}

export interface Upload {
  readonly id: string
  readonly kind: UploadKind
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly durationMs: number | null
  readonly width: number | null
  readonly height: number | null
  readonly createdAt: number
  /** The URL path of the file. */
  readonly url: string
}

const columns = 'id, hash, kind, name, mime, bytes, duration_ms, width, height, created_at'
const findUpload = sql<{ channel: number; id: string }, UploadRow>(
  `SELECT ${columns} FROM uploads WHERE channel_id = :channel AND id = :id`,
)
// The test channel uses the uploads of its channel.
const findForTwin = sql<{ channel: number; id: string }, UploadRow>(
  `SELECT ${columns} FROM uploads
   WHERE channel_id = (SELECT rehearsal_of FROM channels WHERE id = :channel) AND id = :id`,
)
const findByContent = sql<{ channel: number; hash: string; kind: string }, UploadRow>(
  `SELECT ${columns} FROM uploads WHERE channel_id = :channel AND hash = :hash AND kind = :kind`,
)
const listUploads = sql<{ channel: number; kind: string; limit: number }, UploadRow>(
  `SELECT ${columns} FROM uploads WHERE channel_id = :channel AND (:kind = 'all' OR kind = :kind)
   ORDER BY created_at DESC, id LIMIT :limit`,
)
const sumUploads = sql<{ channel: number }, { files: number; bytes: number }>(
  'SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM uploads WHERE channel_id = :channel',
)
const findAnyByHash = sql<{ hash: string }, { id: string }>('SELECT id FROM uploads WHERE hash = :hash LIMIT 1')
const insertUpload = sql<UploadRowToInsert>(
  `INSERT INTO uploads (channel_id, id, hash, kind, name, mime, bytes, duration_ms, width, height, created_at)
   VALUES (:channel, :id, :hash, :kind, :name, :mime, :bytes, :durationMs, :width, :height, :now)`,
)
const renameUpload = sql<{ channel: number; id: string; name: string }>(
  'UPDATE uploads SET name = :name WHERE channel_id = :channel AND id = :id',
)
const deleteUpload = sql<{ channel: number; id: string }>(
  'DELETE FROM uploads WHERE channel_id = :channel AND id = :id',
)

const findKeptByHash = sql<{ hash: string }, { id: number }>('SELECT id FROM changes WHERE file = :hash LIMIT 1')

const keptUpload: Kept = {
  kind: 'upload',
  tables: [
    keptTable('uploads', 'id', {
      written: ['id', 'name'],
      history: ['hash', 'kind', 'mime', 'bytes', 'duration_ms', 'width', 'height', 'created_at'],
    }),
  ],
}

type UploadRowToInsert = {
  channel: number
  id: string
  hash: string
  kind: string
  name: string
  mime: string
  bytes: number
  durationMs: number | null
  width: number | null
  height: number | null
  now: number
}

export type Uploads = ReturnType<typeof createUploads>

/** The broadcaster's uploads: sounds, songs, images and short videos. */
export function createUploads(needs: {
  db: Database
  clock: Clock
  ids: Ids
  events: Events
  files: UploadFiles
  references: References
  maxBytes: number
  changeLog: ChangeLog
}) {
  const { db, clock, ids, events, files, references, maxBytes, changeLog } = needs

  async function requireRoom(tx: Writer, channel: number, bytes: number): Promise<void> {
    const used = await tx.get(sumUploads, { channel })
    if ((used?.files ?? 0) >= maxFiles) {
      throw wrong(uploadErrors.tooManyFiles.of({ max: maxFiles }))
    }
    if ((used?.bytes ?? 0) + bytes > maxBytes) {
      throw wrong(uploadErrors.noRoom.of({ megabytes: inMegabytes(maxBytes) }))
    }
    await makeRoom(tx, channel, maxBytes - bytes - (used?.bytes ?? 0))
  }

  /** Files in the trash take up space too, so the oldest of them give way. */
  async function makeRoom(tx: Writer, channel: number, left: number): Promise<void> {
    const deleted = await changeLog.listDeletedOf(tx, channel, 'upload')
    let bytes = deleted.reduce((sum, { content }) => sum + keptRow(content).bytes, 0)
    for (const { id, content } of deleted) {
      if (bytes <= left) return
      await changeLog.forget(tx, channel, id)
      bytes -= keptRow(content).bytes
    }
  }

  changeLog.onGone('upload', async (tx, _channel, _thing, content) => {
    const { hash, mime } = keptRow(content)
    tx.onCommit(() => {
      // A file that cannot be deleted now takes up space, and nothing else.
      void files.alone(hash, () => removeIfUnused(hash, endingOf(mime))).catch(() => {})
    })
  })

  /** Deletes a file that no channel uses any more, or has in its trash. Only inside `files.alone`. */
  async function removeIfUnused(hash: string, ending: string): Promise<void> {
    const used = (await db.get(findAnyByHash, { hash })) ?? (await db.get(findKeptByHash, { hash }))
    if (used === undefined) await files.remove(hash, ending)
  }

  async function get(reader: Reader, channel: number, id: string): Promise<UploadRow> {
    const row = await reader.get(findUpload, { channel, id })
    if (row === undefined) throw new Failure('not_found', { message: uploadErrors.notFound.of() })
    return row
  }

  return {
    maxBytes,

    /** Stores a checked file. The same content for the same use returns the existing upload. */
    async add(cause: Cause, claimed: ClaimedFile): Promise<{ upload: Upload; isNew: boolean }> {
      const { checkFile } = await import('./check-file.ts')
      const facts = checkFile(claimed)
      const { kind, name, bytes } = claimed
      const channel = cause.channel.id
      const { mime, ending } = formats[facts.format]
      const hash = createHash('sha256').update(bytes).digest('hex')
      const known = await db.get(findByContent, { channel, hash, kind })
      if (known !== undefined && (await files.find(`${hash}.${ending}`)) !== undefined) {
        return { upload: asUpload(known), isNew: false }
      }
      return files.alone(hash, async () => {
        await files.put(hash, ending, bytes)
        try {
          return await db.write(async (tx) => {
            const existing = await tx.get(findByContent, { channel, hash, kind })
            if (existing !== undefined) return { upload: asUpload(existing), isNew: false }
            await requireRoom(tx, channel, bytes.length)
            const id = ids.secret(16)
            const { durationMs = null, width = null, height = null } = facts
            const row = { id, hash, kind, name, mime, bytes: bytes.length, width, height }
            const now = clock.now()
            await tx.run(insertUpload, { channel, ...row, durationMs, now })
            await events.appendNew(tx, cause, { kind: 'upload.added', data: { id, kind, name, bytes: bytes.length } })
            return { upload: asUpload({ ...row, duration_ms: durationMs, created_at: now }), isNew: true }
          })
        } catch (error) {
          await removeIfUnused(hash, ending)
          throw error
        }
      })
    },

    async find(reader: Reader, channelId: number, id: string): Promise<Upload | undefined> {
      const place = { channel: channelId, id }
      const row = (await reader.get(findUpload, place)) ?? (await reader.get(findForTwin, place))
      return row && asUpload(row)
    },

    /** The file of a URL, while an upload uses it: one in the trash is not served. */
    async findFile(file: string): Promise<{ path: string; mime: string } | undefined> {
      const found = await files.find(file)
      if (found === undefined) return undefined
      return (await db.get(findAnyByHash, { hash: file.slice(0, 64) })) && found
    },

    async list(channelId: number, kind: UploadKind | 'all' = 'all') {
      const rows = await db.all(listUploads, { channel: channelId, kind, limit: maxFiles })
      const used = await db.get(sumUploads, { channel: channelId })
      return { total: used?.files ?? 0, totalBytes: used?.bytes ?? 0, items: rows.map(asUpload) }
    },

    async rename(tx: Writer, cause: Cause, id: string, name: string): Promise<void> {
      const channel = cause.channel.id
      const before = await get(tx, channel, id)
      await tx.run(renameUpload, { channel, id, name })
      await events.appendNew(tx, cause, { kind: 'upload.renamed', data: { id, name, before: before.name } })
    },

    /** Refused while something uses the upload, because the missing file would be noticed only on stream. */
    async remove(tx: Writer, cause: Cause, id: string): Promise<void> {
      const channel = cause.channel.id
      const { hash, kind, name } = await get(tx, channel, id)
      const users = (await references.of(tx, channel)).get(`upload:${id}`) ?? []
      if (users.length > 0) throw wrong(inUse(name, users))
      await changeLog.keepDeleted(tx, cause, keptUpload, id, name, hash)
      await tx.run(deleteUpload, { channel, id })
      await events.appendNew(tx, cause, { kind: 'upload.removed', data: { id, kind, name } })
    },

    /** Puts a deleted upload back; its file has waited for it. Refused where the same file was uploaded again. */
    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      const { id, hash, kind, name, bytes } = keptRow(content)
      const same = await tx.get(findByContent, { channel, hash, kind })
      if (same !== undefined) throw wrong(uploadErrors.uploadedAgain.of({ name: same.name }))
      await requireRoom(tx, channel, bytes)
      await putBack(tx, channel, keptUpload, content)
      await events.appendNew(tx, cause, { kind: 'upload.added', data: { id, kind, name, bytes } })
    },
  }
}

/** The upload in what the change log has kept. */
function keptRow(content: KeptContent): UploadRow {
  return keptRowOf(content, 'uploads')
}

function asUpload({ hash, duration_ms, created_at, ...row }: UploadRow): Upload {
  const url = `/overlay/uploads/${hash}.${endingOf(row.mime)}`
  return { ...row, durationMs: duration_ms, createdAt: created_at, url }
}

const endings = new Map(Object.values(formats).map(({ mime, ending }) => [mime as string, ending]))

function endingOf(mime: string): string {
  const ending = endings.get(mime)
  if (ending === undefined) throw new Error(`there is no ending for ${mime}`)
  return ending
}

const shownUsers = 3

function inUse(name: string, users: readonly Text[]): Text {
  const shown = users.slice(0, shownUsers)
  const count = users.length - shownUsers
  return count > 0
    ? uploadErrors.inUseByMore.of({ name, users: shown, count })
    : uploadErrors.inUse.of({ name, users: shown })
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
