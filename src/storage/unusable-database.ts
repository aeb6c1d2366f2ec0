import { defineMessages } from '../messages/message.ts'
import { baselineNames, baselineVersion, lastDraftRevision } from './migrations/versions.ts'

const messages = defineMessages('storage', {
  newer:
    'the data was written by a newer Showcaller (schema version {found}, this one knows {known}): start that version, or a newer one',
  draft:
    'the data was written by an unreleased draft of Showcaller (schema version {found}, "{name}") and this version upgrades from {baseline} on: start revision {revision} once with it and then this version, or begin with an empty data folder',
})

/** A database that cannot be opened for a reason that its operator can act on. The message has no full stop. */
export class UnusableDatabase extends Error {}

export class NewerDatabase extends UnusableDatabase {}

/** Written before the first release, by a version whose migrations no longer exist. */
export class DraftDatabase extends UnusableDatabase {}

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
