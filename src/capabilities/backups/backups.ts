import { join } from 'node:path'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { fs } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import {
  type BackupFile,
  type BackupKind,
  backupName,
  listBackups,
  pruneBackups,
} from '../../kernel/storage/backups.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ArchiveNeeds, BackupPhase } from '../../kernel/storage/moving/archive.ts'
import { databaseFile } from '../../kernel/storage/open.ts'
import { copySqlite } from '../../kernel/storage/sqlite/copy.ts'
import { UnusableDatabase } from '../../kernel/storage/unusable-database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { backupMessages as messages } from './messages.ts'

/** A little less than a day: the job runs every hour and may be a few minutes early. */
const dailyMs = 23.5 * 60 * 60 * 1000

export interface RunningBackup {
  readonly kind: BackupKind
  readonly since: number
  readonly phase: BackupPhase
  /** From 0 to 1, of this phase. */
  readonly share: number
}

export interface FailedBackup {
  readonly kind: BackupKind
  readonly at: number
  readonly message: Text
}

/** A backup that was unpacked and checked, and takes the place of the database when the server starts again. */
export interface StagedRestore {
  readonly name: string
  /** The unpacked database, in a folder that is deleted afterwards. */
  readonly database: string
  readonly folder: string
  readonly actor: string
}

export type Backups = ReturnType<typeof createBackups>

/**
 * The automatic backups of the data folder, and restoring one of them. On PostgreSQL there are none: its own tools back
 * up a database of any size, continuously.
 */
export function createBackups(needs: {
  db: Database
  clock: Clock
  log: Log
  dataFolder: string
  /** Undefined turns automatic backups off. */
  folder: string | undefined
  passphrase: string | undefined
  isPostgres: boolean
  freeBytes?: ArchiveNeeds['freeBytes']
}) {
  const { db, clock, log, dataFolder, passphrase, isPostgres } = needs
  const folder = isPostgres ? undefined : needs.folder
  let running: RunningBackup | undefined
  let failed: FailedBackup | undefined
  let work: Promise<unknown> = Promise.resolve()
  let onRestore: ((staged: StagedRestore) => void) | undefined
  const stopping = new AbortController()

  async function make(kind: BackupKind, place: string): Promise<void> {
    const since = clock.now()
    running = { kind, since, phase: 'copying', share: 0 }
    try {
      // Loaded only when needed: a start does without.
      const archive = await import('../../kernel/storage/moving/archive.ts')
      await archive.removeUnfinished(place)
      const name = backupName(kind, since, passphrase !== undefined)
      const { rows } = await archive.writeArchive({
        copy: (path, options) => db.backup(path, options),
        databaseBytes: sizeOf(databaseFile(dataFolder)) + sizeOf(`${databaseFile(dataFolder)}-wal`),
        dataFolder,
        path: join(place, name),
        passphrase,
        signal: stopping.signal,
        ...(needs.freeBytes === undefined ? {} : { freeBytes: needs.freeBytes }),
        onProgress(phase, share) {
          running = { kind, since, phase, share }
        },
      })
      pruneBackups(place)
      failed = undefined
      log.info('backup made', { name, kind, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) })
    } catch (error) {
      if (stopping.signal.aborted) return
      failed = { kind, at: clock.now(), message: messages.failed.of({ reason: reasonOf(error) }) }
      log.error('backup failed', { kind, error })
    } finally {
      running = undefined
    }
  }

  function start(kind: BackupKind, place: string): Promise<void> {
    if (running !== undefined)
      throw new Failure('overloaded', { message: messages.running.of(), retryAfterSeconds: 10 })
    const done = make(kind, place)
    work = done
    return done
  }

  function requireFolder(): string {
    if (folder !== undefined) return folder
    throw new Failure('invalid_parameter', { message: isPostgres ? messages.postgres.of() : messages.off.of() })
  }

  function isDue(place: string): boolean {
    const newest = listBackups(place).find(({ kind }) => kind === 'daily')
    return newest === undefined || clock.now() - newest.createdAt >= dailyMs
  }

  return {
    isPostgres,
    isEncrypted: passphrase !== undefined,
    folder,

    list: (): BackupFile[] => (folder === undefined ? [] : listBackups(folder)),
    running: (): RunningBackup | undefined => running,
    failure: (): FailedBackup | undefined => failed,

    /** The daily job. Returns how many backups were made. */
    async runDue(): Promise<number> {
      if (folder === undefined || running !== undefined || stopping.signal.aborted || !isDue(folder)) return 0
      await start('daily', folder)
      return failed === undefined ? 1 : 0
    },

    /** Begins a backup; its progress and its end are in the status. */
    begin(): void {
      void start('manual', requireFolder())
    },

    /** Whether something takes over a staged restore: the command `serve` does. */
    canRestore: (): boolean => onRestore !== undefined && folder !== undefined,

    takeRestores(handler: (staged: StagedRestore) => void): void {
      onRestore = handler
    },

    /** Unpacks and checks a backup. Nothing of the running server changes before `startRestore`. */
    async stage(name: string, actor: string): Promise<StagedRestore> {
      const place = requireFolder()
      if (onRestore === undefined) throw new Failure('invalid_parameter', { message: messages.cannotRestart.of() })
      const found = listBackups(place).find((one) => one.name === name)
      if (found === undefined) throw new Failure('not_found', { message: messages.unknown.of({ name }) })
      const { checkDatabase, openBackup } = await import('../../kernel/storage/moving/archive.ts')
      const staging = fs.mkdtempSync(join(dataFolder, 'restore-'))
      try {
        const database = await openBackup(found.path, join(staging, 'backup'), passphrase)
        await checkDatabase(database, stopping.signal)
        return { name, database, folder: staging, actor }
      } catch (error) {
        fs.rmSync(staging, { recursive: true, force: true })
        throw new Failure('invalid_parameter', {
          message: messages.cannotRestore.of({ name, reason: reasonOf(error) }),
          cause: error,
        })
      }
    },

    /** The server closes, puts the backup in the place of the database, and opens again. */
    startRestore(staged: StagedRestore): void {
      onRestore?.(staged)
    },

    /** After a restore that failed: the server opened again with the data that it had. */
    noteFailedRestore(name: string, error: unknown): void {
      failed = {
        kind: 'manual',
        at: clock.now(),
        message: messages.cannotRestore.of({ name, reason: reasonOf(error) }),
      }
    },

    /** Stops a running backup, which leaves nothing behind. */
    async close(): Promise<void> {
      stopping.abort()
      await work
    },
  }
}

/**
 * Before the schema of a database is changed. Throws when there is no backup, so that nothing is changed. Returns its path;
 * undefined where backups are off.
 */
export async function backUpBeforeMigration(needs: {
  clock: Clock
  dataFolder: string
  folder: string | undefined
  passphrase: string | undefined
}): Promise<string | undefined> {
  const { clock, dataFolder, folder, passphrase } = needs
  if (folder === undefined) return undefined
  const { writeArchive } = await import('../../kernel/storage/moving/archive.ts')
  const file = databaseFile(dataFolder)
  const path = join(folder, backupName('migration', clock.now(), passphrase !== undefined))
  try {
    await writeArchive({
      copy: (to, options) => copySqlite(file, to, options),
      databaseBytes: sizeOf(file) + sizeOf(`${file}-wal`),
      dataFolder,
      path,
      passphrase,
    })
  } catch (error) {
    throw new UnusableDatabase(messages.beforeMigration({ reason: reasonOf(error) }), { cause: error })
  }
  pruneBackups(folder)
  return path
}

function sizeOf(path: string): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
