import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { defineMessages, type Text } from '../../kernel/text/message.ts'
import type { Channels } from '../channels/channels.ts'
import type { People, Person } from './people.ts'

const setupErrors = defineMessages('errors.serviceSetups', {
  needsFirstChannel:
    'The credentials of this server are used by all of its channels. Only an owner of its first channel can change them.',
})

interface Needs {
  readonly db: Database
  readonly people: People
  readonly channels: Channels
}

/**
 * Whether the person is an owner of this server: an owner of its first channel, who was let in by the terminal of the
 * server. Other channels may belong to anybody whom the operator lets create one.
 */
export async function ownsFirstChannel({ db, people, channels }: Needs, person: Person): Promise<boolean> {
  const [first] = await channels.list()
  const own = await people.channelsOf(db, person.id)
  return own.some(({ id, role }) => id === first?.id && role === 'owner')
}

/** What belongs to the server is shared by all its channels, so an owner of another channel may not change it. */
export async function requireFirstChannel(
  needs: Needs,
  person: Person,
  message: Text = setupErrors.needsFirstChannel.of(),
): Promise<void> {
  if (await ownsFirstChannel(needs, person)) return
  throw new Failure('missing_role', { message })
}
