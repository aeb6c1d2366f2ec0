import type { Stats } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../contract/failures.ts'
import { doubtTexts } from '../../contract/storage-problems.ts'
import { fs } from '../../node-fs.ts'
import type { StorageHealth } from '../health.ts'
import { isDamage } from './errors.ts'

/** A problem is noticed within a second, also while nobody writes. */
const everyMs = 400
/** A commit that follows another within this time relies on what was seen after that one. */
const freshMs = 0.5

export type FileWatch = ReturnType<typeof watchFiles>

/**
 * Notices when the open files are no longer the database at its path: deleted, moved, replaced by another file, or
 * overwritten in place. An open file that was deleted still accepts writes, which end with the process.
 *
 * It uses only `stat`. To open and close the file here would release the locks of SQLite, because POSIX locks belong to
 * the process (https://www.sqlite.org/howtocorrupt.html).
 *
 * `checkpoints` is the number of our checkpoints so far, and undefined while one runs: only they write to the database
 * file; commits write to the log beside it.
 */
export function watchFiles(path: string, health: StorageHealth, checkpoints: () => number | undefined) {
  const log = `${path}-wal`
  const opened = { file: statOf(path), log: statOf(log) }
  /** When the files were last seen in their place. */
  let inPlaceAt = Number.NEGATIVE_INFINITY
  let seen: Seen = { size: opened.file?.size ?? 0, modified: 0, checkpoints: -1, content: undefined }

  /** Cheap, for every commit. */
  function isInPlace(): boolean {
    opened.log ??= statOf(log)
    return isSame(statOf(path), opened.file) && isSame(statOf(log), opened.log)
  }

  function check(): void {
    if (health.has('replaced')) return
    const file = statOf(path)
    const logFile = statOf(log)
    if (file === undefined || logFile === undefined) health.report('gone')
    else if (!isInPlace() || isOverwritten(file)) health.report('replaced')
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
      const isFresh = performance.now() - inPlaceAt < freshMs
      if ((isFresh || isInPlace()) && !health.has('replaced')) return
      check()
      if (!health.has('gone') && !health.has('replaced')) return
      throw new Failure('database_unavailable', { retryAfterSeconds: 30 })
    },

    assertCommitted(): void {
      if (isInPlace()) {
        inPlaceAt = performance.now()
        return
      }
      check()
      throw new Failure('outcome_unknown', {
        message: doubtTexts.fileMoved(),
        mayHaveHappened: true,
      })
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
