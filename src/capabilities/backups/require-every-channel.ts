import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { People, Person } from '../people/people.ts'
import { backupMessages as messages } from './messages.ts'

/** A backup contains every channel of this server, so it needs an owner of all of them. */
export async function requireEveryChannel(
  { db, people, channels }: { db: Database; people: People; channels: Channels },
  person: Person,
): Promise<void> {
  const own = await people.channelsOf(db, person.id)
  const owned = new Set(own.filter(({ role }) => role === 'owner').map(({ id }) => id))
  if ((await channels.list()).every(({ id }) => owned.has(id))) return
  throw new Failure('missing_role', { message: messages.needsAllChannels.of() })
}
