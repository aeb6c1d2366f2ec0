import type { Stats } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { fs } from '../../node.ts'
import { Failure } from '../../operation/contract/failures.ts'
import { doubtTexts } from '../contract/storage-problems.ts'
import { lacksSpace } from '../disk-space.ts'
import type { StorageHealth } from '../health.ts'
import { isDamage } from './errors.ts'

/** A problem is noticed within a second, also while nobody writes. */
const everyMs = 400
/** Longer than a step of the clock of any common file system: two changes in one step leave the same time behind. */
const clockStepMs = 50

export type FileWatch = ReturnType<typeof watchFiles>

/**
 * Notices when the open files are no longer the database at its path: deleted, moved, replaced by another file, or
 * overwritten in place. An open file that was deleted still accepts writes, which end with the process.
 *
 * Beside SQLite itself it uses only `stat`: to open and close the file would release the locks, because these belong to
 * the process (https://www.sqlite.org/howtocorrupt.html).
 *
 * `checkpoints` is the number of our checkpoints so far, and undefined while one runs: only they write to the database
 * file; commits write to the log beside it.
 */
export function watchFiles(path: string, health: StorageHealth, checkpoints: () => number | undefined) {
  const log = `${path}-wal`
  const opened = { file: statOf(path), log: statOf(log) }
  const folder = dirname(path)
  /** The folder as it is since then, and whether the files were in their place at least a step of the clock later. */
  let folderSeen: { readonly stats: Stats | undefined; readonly since: number; isSettled: boolean } | undefined
  let isOutOfSpace = false
  let seen: Seen = { size: opened.file?.size ?? 0, modified: 0, checkpoints: -1, content: undefined }

  /**
   * Cheap, for every commit. Files cannot be deleted, moved or replaced without a change of their folder, so while that is
   * unchanged they are not looked at: Linux updates the times of a file that somebody has looked at since the last write
   * with the next write, which makes a commit a fifth slower.
   */
  function isInPlace(): boolean {
    const now = performance.now()
    const stats = statOf(folder)
    if (folderSeen === undefined || !isUnchanged(stats, folderSeen.stats)) {
      folderSeen = { stats, since: now, isSettled: false }
    }
    if (folderSeen.isSettled) return true
    if (!areFilesInPlace()) return false
    folderSeen.isSettled = stats !== undefined && now - folderSeen.since > clockStepMs
    return true
  }

  function areFilesInPlace(file = statOf(path), logFile = statOf(log)): boolean {
    opened.log ??= logFile
    return isSame(file, opened.file) && isSame(logFile, opened.log)
  }

  /** Also while nobody writes: a balancer sends the writes of others elsewhere, before the first one fails here. */
  function checkSpace(): void {
    const isFull = lacksSpace(path)
    if (isFull) health.report('full')
    else if (isOutOfSpace) health.withdraw('full')
    isOutOfSpace = isFull
  }

  function check(): void {
    checkSpace()
    if (health.has('replaced')) return
    const file = statOf(path)
    const logFile = statOf(log)
    if (file === undefined || logFile === undefined) health.report('gone')
    else if (!areFilesInPlace(file, logFile) || isOverwritten(file)) health.report('replaced')
    else health.withdraw('gone')
    if (health.has('replaced')) setLogAside()
  }

  /** The file never shrinks. It changes only in a checkpoint; after any other change its content is compared. */
  function isOverwritten({ size, mtimeMs: modified }: Stats): boolean {
    if (size < seen.size) return true
    const now = checkpoints()
    if (now === undefined || (modified === seen.modified && now === seen.checkpoints)) return false
    const content = contentOf(path)
    // It cannot be read now: the next check decides.
    if (content === undefined) return false
    const isOurs = now !== seen.checkpoints || content === seen.content
    if (isOurs) seen = { size, modified, checkpoints: now, content }
    return !isOurs
  }

  /**
   * The write-ahead log belongs to the previous file. At the next start SQLite would apply it to the new one and damage
   * it, so it is renamed. It still has every commit that is not in the previous file.
   */
  function setLogAside(): void {
    if (opened.log === undefined || !isSame(statOf(log), opened.log)) return
    fs.renameSync(log, `${log}.replaced-${Date.now()}`)
  }

  const timer = setInterval(check, everyMs)
  timer.unref()

  return {
    assertWritable(): void {
      if (isInPlace() && !health.has('replaced')) return
      check()
      if (!health.has('gone') && !health.has('replaced')) return
      throw new Failure('database_unavailable', { retryAfterSeconds: 30 })
    },

    assertCommitted(): void {
      if (isInPlace()) return
      check()
      throw new Failure('outcome_unknown', {
        message: doubtTexts.fileMoved.of(),
        mayHaveHappened: true,
      })
    },

    /** After a commit: the log may have room for some when the disk has none. */
    noteCommit(): void {
      if (!health.has('full')) return
      isOutOfSpace = lacksSpace(path)
      if (!isOutOfSpace) health.withdraw('full')
    },

    check,
    close: () => clearInterval(timer),
  }
}

interface Seen {
  readonly size: number
  readonly modified: number
  readonly checkpoints: number
  readonly content: string | undefined
}

/** Undefined when there is no such file, or it cannot be reached. */
function statOf(path: string): Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isUnchanged(a: Stats | undefined, b: Stats | undefined): boolean {
  return isSame(a, b) && a?.mtimeMs === b?.mtimeMs
}

function isSame(a: Stats | undefined, b: Stats | undefined): boolean {
  return a?.ino === b?.ino && a?.dev === b?.dev
}

/**
 * A summary of the database file without its write-ahead log; a copy of another database, or of an older state, differs.
 * Undefined when it cannot be read now.
 */
function contentOf(path: string): string | undefined {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(url, { readOnly: true })
    const pages = file.prepare('PRAGMA page_count').get()
    const hasTables = file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'channels'").get() !== undefined
    // Before the first checkpoint there are no tables.
    const counts =
      hasTables && file.prepare('SELECT count(*) AS channels, sum(last_event) AS events FROM channels').get()
    return JSON.stringify([pages, counts])
  } catch (error) {
    return isDamage(error) ? 'damaged' : undefined
  } finally {
    file?.close()
  }
}
