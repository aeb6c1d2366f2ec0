import type { Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import { viewerErrors } from './messages.ts'
import type { Speakers } from './speakers.ts'
import type { Viewer } from './viewer.ts'
import { asViewer, type ViewerRow, viewerColumns } from './viewer-rows.ts'

// The ids are selected first: with rows and order in one query, SQLite scans the whole channel.
const listOfPerson = sql<{ channel: number; person: string }, ViewerRow>(
  `SELECT ${viewerColumns} FROM viewers WHERE channel_id = :channel AND id IN (
     SELECT id FROM viewers WHERE channel_id = :channel AND person = :person)
   ORDER BY id LIMIT 20`,
)
const setPerson = sql<{ channel: number; id: number; person: string | null }>(
  'UPDATE viewers SET person = :person WHERE channel_id = :channel AND id = :id',
)

export type LinkedAccounts = ReturnType<typeof createLinkedAccounts>

/** Links accounts of the same person on different platforms. Linked accounts do not share points. */
export function createLinkedAccounts({ ids, events, speakers }: { ids: Ids; events: Events; speakers: Speakers }) {
  async function accountsOf(reader: Reader, channelId: number, viewer: Viewer): Promise<Viewer[]> {
    if (viewer.person === null) return [viewer]
    const rows = await reader.all(listOfPerson, { channel: channelId, person: viewer.person })
    return rows.map(asViewer)
  }

  return {
    accountsOf,

    /** Merges both groups of linked accounts into one person, with at most one account on each platform. */
    async link(tx: Writer, cause: Cause, one: Viewer, other: Viewer): Promise<void> {
      const channel = cause.channel.id
      if (one.id === other.id) throw new Failure('same_user', { message: viewerErrors.sameAccount.of() })
      if (one.person !== null && one.person === other.person) return
      const [mine, theirs] = [await accountsOf(tx, channel, one), await accountsOf(tx, channel, other)]
      const twice = mine.find(({ platform }) => theirs.some((account) => account.platform === platform))
      if (twice !== undefined) {
        const message = viewerErrors.accountTaken.of({ username: twice.username })
        throw new Failure('invalid_parameter', { message })
      }
      const person = one.person ?? other.person ?? ids.next('viewer-person')
      for (const { id } of [...mine, ...theirs]) await tx.run(setPerson, { channel, id, person })
      speakers.forgetAll(tx)
      await events.appendNew(tx, cause, {
        kind: 'viewer.linked',
        platform: other.platform,
        viewerId: other.id,
        data: { username: one.username, other: other.username },
      })
    },

    async unlink(tx: Writer, cause: Cause, viewer: Viewer): Promise<void> {
      if (viewer.person === null) return
      const { id, platform, username } = viewer
      await tx.run(setPerson, { channel: cause.channel.id, id, person: null })
      speakers.forgetAll(tx)
      await events.appendNew(tx, cause, { kind: 'viewer.unlinked', platform, viewerId: id, data: { username } })
    },
  }
}
