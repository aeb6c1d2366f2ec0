import { dirname } from 'node:path'
import { Failure } from '../operation/contract/failures.ts'
import { defineMessages } from '../text/message.ts'
import { newestBackup } from './backups.ts'
import { isDiskFull } from './disk-space.ts'
import { baselineNames, baselineVersion, lastDraftRevision } from './migrations/versions.ts'

const messages = defineMessages('storage', {
  newer:
    'the data was written by a newer Showcaller (schema version {found}, this one knows {known}): start that version, or a newer one',
  draft:
    'the data was written by an unreleased draft of Showcaller (schema version {found}, "{name}") and this version upgrades from {baseline} on: start revision {revision} once with it and then this version, or begin with an empty data folder',
  missing:
    'the database in {folder} is missing although the folder has an instance.key, so this is not a first start: {advice}',
  empty:
    'the database in {folder} is empty although the folder has an instance.key, so this is not a first start: {advice}',
  damaged: 'the database {file} is damaged ({reason}) and was not changed: {advice}',
  restoreNewest: 'restore the newest backup with "npx showcaller restore {backup}"',
  restoreOwn:
    'there is no backup in {folder}, so restore one of yours with "npx showcaller restore FILE", or begin with an empty data folder',
  none: 'there is no database in {folder}: "npx showcaller serve" creates one, and SHOWCALLER_DATA names the folder',
  noTables: 'the database has no tables yet: "npx showcaller serve" creates them',
  full: 'the disk of {folder} is full: free some space and try again',
  away: 'the database {file} cannot be used: {reason}',
  migration: 'migration {name} failed, and the database is as it was before: {reason}',
})

/** A database that cannot be opened for a reason that its operator can act on. The message has no full stop. */
export class UnusableDatabase extends Error {}

export class NewerDatabase extends UnusableDatabase {}

/** Written before the first release, by a version whose migrations no longer exist. */
export class DraftDatabase extends UnusableDatabase {}

/** A database that only a backup replaces. The message names the newest one of its data folder. */
export class LostData extends UnusableDatabase {
  readonly #describe: (advice: string) => string
  readonly #folder: string

  constructor(folder: string, describe: (advice: string) => string, options?: ErrorOptions) {
    super(describe(adviceFor(folder)), options)
    this.#describe = describe
    this.#folder = folder
  }

  /** The message for an operator whose backups are in a folder of choice. */
  messageWith(backups: string | undefined): string {
    return this.#describe(adviceFor(backups !== undefined && newestBackup(backups) ? backups : this.#folder))
  }
}

/** The database of an instance is not there, or has no content. A first start would hide that. */
export class LostDatabase extends LostData {
  constructor(folder: string, how: 'missing' | 'empty') {
    super(folder, (advice) => messages[how]({ folder, advice }))
  }
}

/** A command needs a database and there is none. */
export class NoDatabase extends UnusableDatabase {
  constructor(folder?: string) {
    super(folder === undefined ? messages.noTables() : messages.none({ folder }))
  }
}

export class DamagedDatabase extends LostData {
  constructor(file: string, cause: unknown) {
    super(dirname(file), (advice) => messages.damaged({ file, reason: reasonOf(cause), advice }), { cause })
  }
}

/** A migration was rolled back. */
export class FailedMigration extends UnusableDatabase {
  constructor(name: string, cause: unknown) {
    super(messages.migration({ name, reason: reasonOf(cause) }), { cause })
  }
}

/** An error while a database of this file was opened, as one that its operator can act on; others stay as they are. */
export function asUnusable(error: unknown, file: string): unknown {
  const folder = dirname(file)
  const code = error instanceof Failure ? error.code : undefined
  const cause = error instanceof Failure ? (error.cause ?? error) : error
  if (code === 'disk_full' || isDiskFull(error)) return new UnusableDatabase(messages.full({ folder }), { cause })
  if (code === 'database_damaged') return new DamagedDatabase(file, cause)
  if (code !== 'database_unavailable') return error
  return new UnusableDatabase(messages.away({ file, reason: reasonOf(cause) }), { cause })
}

function adviceFor(folder: string): string {
  const backup = newestBackup(folder)
  return backup === undefined ? messages.restoreOwn({ folder }) : messages.restoreNewest({ backup })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The newest row of the table `migrations`. */
export interface SchemaVersion {
  readonly version: number
  readonly name: string
}

/** Throws when migrations cannot lead from `found` to the version `known`. An empty database has no version. */
export function assertUpgradable(found: SchemaVersion | undefined, known: number): void {
  if (found === undefined) return
  const { version, name } = found
  if (version > known) throw new NewerDatabase(messages.newer({ found: version, known }))
  const isDraft = version < baselineVersion || (version === baselineVersion && !baselineNames.includes(name))
  if (!isDraft) return
  throw new DraftDatabase(
    messages.draft({ found: version, name, baseline: baselineVersion, revision: lastDraftRevision }),
  )
}
