import { createWriteStream } from 'node:fs'
import { link, mkdir, mkdtemp, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defineMessages } from '../../text/message.ts'
import { createLazyThread } from '../../threads/lazy-threads.ts'
import type { BackupOptions } from '../database.ts'
import { privateFolderMode } from '../private-files.ts'
import { copyUploads, partsOf, unpackBackup, uploadsBeside, uploadsIn } from './backup-files.ts'
import { decrypt, encrypt, isEncrypted } from './encryption.ts'
import { isTarFile, tarBytes, tarOf } from './tar-files.ts'

/** Folders of unfinished backups begin with it. */
export const unfinishedPrefix = 'incoming-'
const checkTimeoutMs = 60 * 60_000

const messages = defineMessages('storage.archive', {
  diskFull: 'the disk of {folder} is full: a backup needs {needed:number} MiB, and {free:number} MiB are free',
  noSpaceLeft: 'the disk of {folder} is full',
  passphraseNeeded: 'the backup is encrypted and needs its passphrase',
  unusable: 'the finished backup cannot be read: {reason}',
  noChannels: 'it contains no channel',
})

export class PassphraseNeeded extends Error {}

/** What was found when a finished backup was opened. */
export interface CheckedBackup {
  readonly version: number
  readonly rows: Readonly<Record<string, number>>
}

export type BackupPhase = 'copying' | 'writing' | 'checking'

export interface ArchiveNeeds {
  /** Copies the database to a file. */
  readonly copy: (path: string, options: BackupOptions) => Promise<void>
  /** The size of the database, to refuse at once what the disk has no room for. */
  readonly databaseBytes: number
  readonly dataFolder: string
  readonly path: string
  readonly passphrase?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (phase: BackupPhase, share: number) => void
  /** Replaces the free space of the disk in tests. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/**
 * Writes a backup as one file: the database and the uploads in a tar archive, encrypted when there is a passphrase. The
 * finished file is opened and checked before it gets its name; whatever goes wrong, no part of it stays behind.
 */
export async function writeArchive(needs: ArchiveNeeds): Promise<CheckedBackup> {
  const { copy, dataFolder, path, passphrase, signal, onProgress } = needs
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: privateFolderMode })
  await requireSpace(needs, folder)
  const place = await mkdtemp(join(folder, unfinishedPrefix))
  try {
    const database = join(place, 'showcaller.sqlite')
    await copy(database, { onProgress: (share) => onProgress?.('copying', share), signal })
    await linkUploads(dataFolder, database)
    const archive = join(place, 'archive')
    const parts = await partsOf(database)
    const total = tarBytes(parts)
    const counted = countBytes(tarOf(parts), (done) => onProgress?.('writing', Math.min(done / total, 1)))
    const content = passphrase === undefined ? counted : encrypt(counted, passphrase)
    const target = createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(content), target, { signal })
    // Not needed any more, and the check unpacks another one.
    await rm(database, { force: true })
    onProgress?.('checking', 0)
    const checked = await checkArchive(archive, join(place, 'check'), { passphrase, signal })
    await rename(archive, path)
    await syncFolder(folder)
    return checked
  } catch (error) {
    throw isDiskFull(error) ? new Error(messages.noSpaceLeft({ folder }), { cause: error }) : error
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Removes what killed processes left. Only one process at a time makes backups in a folder. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(unfinishedPrefix)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * The path of the database of a backup, whatever its form, with the uploads beside it. An archive is unpacked into
 * `folder`; a plain database is used where it is.
 */
export async function openBackup(file: string, folder: string, passphrase?: string): Promise<string> {
  if (await isEncrypted(file)) {
    if (passphrase === undefined) throw new PassphraseNeeded(messages.passphraseNeeded())
    await mkdir(folder, { recursive: true, mode: privateFolderMode })
    const archive = join(folder, 'archive')
    await pipeline(Readable.from(decrypt(file, passphrase)), createWriteStream(archive, { flags: 'wx', mode: 0o600 }))
    try {
      return await unpackBackup(archive, folder)
    } finally {
      await rm(archive, { force: true })
    }
  }
  if (!(await isTarFile(file))) return file
  await mkdir(folder, { recursive: true, mode: privateFolderMode })
  return unpackBackup(file, folder)
}

/** Unpacks a finished archive, opens the database in it and counts its rows. */
async function checkArchive(
  archive: string,
  folder: string,
  options: { passphrase: string | undefined; signal: AbortSignal | undefined },
): Promise<CheckedBackup> {
  try {
    return await checkDatabase(await openBackup(archive, folder, options.passphrase), options.signal)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (isDiskFull(error)) throw error
    throw new Error(messages.unusable({ reason: (error as Error).message }), { cause: error })
  }
}

/** Opens the database of a backup in a thread. Throws when it is damaged, of an unknown version or empty. */
export async function checkDatabase(file: string, signal?: AbortSignal): Promise<CheckedBackup> {
  const script = new URL('./check-backup-thread.ts', import.meta.url)
  const thread = createLazyThread<string, CheckedBackup>({
    script,
    timeoutMs: checkTimeoutMs,
    idleMs: 1000,
    maxWaiting: 1,
  })
  try {
    const checked = await thread.run(file, { signal })
    if ((checked.rows.channels ?? 0) === 0) throw new Error(messages.noChannels())
    return checked
  } finally {
    await thread.close()
  }
}

/** Whether the operating system or SQLite has no room left. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode, cause } = error as { code?: string; errcode?: number; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || (errcode !== undefined && (errcode & 0xff) === 13)) return true
  return cause instanceof Error && isDiskFull(cause)
}

/** The copy, the archive and, while it is checked, another copy; the uploads are only in the archive and the check. */
async function requireSpace(needs: ArchiveNeeds, folder: string): Promise<void> {
  const { databaseBytes, dataFolder, freeBytes = freeBytesOf } = needs
  const needed = 3 * databaseBytes + 2 * (await uploadBytes(dataFolder))
  const free = await freeBytes(folder)
  if (free < needed) {
    throw new Error(messages.diskFull({ folder, needed: mebibytes(needed), free: mebibytes(free) }))
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function uploadBytes(dataFolder: string): Promise<number> {
  const folder = uploadsIn(dataFolder)
  let total = 0
  for (const name of await readdir(folder).catch(() => [])) {
    total += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0
  }
  return total
}

/** Hard links where the file system has them: the files never change, so no second copy is needed. */
async function linkUploads(dataFolder: string, database: string): Promise<void> {
  await copyUploads(uploadsIn(dataFolder), uploadsBeside(database), link)
}

async function* countBytes(source: AsyncIterable<Buffer>, onBytes: (done: number) => void): AsyncGenerator<Buffer> {
  let done = 0
  for await (const part of source) {
    yield part
    done += part.length
    onBytes(done)
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024)
}
