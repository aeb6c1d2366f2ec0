import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { allInThread } from '../../kernel/storage/long-lists.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Viewer } from './viewer.ts'

const listFormerNames = sql<{ channel: number; viewer: number }, { name: string }>(
  'SELECT name_key AS name FROM former_names WHERE channel_id = :channel AND viewer_id = :viewer',
)

/** Every platform refuses the colon in a name, so nobody can be called like this. */
export const erasedPrefix = 'erased:'

/** All that identifies one person in a channel: the accounts that are linked, and the names that they have or had. */
export interface Identity {
  readonly accounts: readonly Viewer[]
  /** As `nameKey` makes them. */
  readonly names: ReadonlySet<string>
  readonly viewerIds: ReadonlySet<number>
  /** The platform and its id of the person, with a space between. */
  readonly userIds: ReadonlySet<string>
  /** What stands for the person afterwards. */
  readonly erased: string
}

export async function identityOf(
  db: Database,
  channelId: number,
  accounts: readonly [Viewer, ...Viewer[]],
): Promise<Identity> {
  const names = new Set<string>()
  for (const { id, username, displayname } of accounts) {
    const former = await allInThread(db, listFormerNames, { channel: channelId, viewer: id })
    for (const name of [username, displayname, ...former.map((row) => row.name)]) names.add(nameKey(name))
  }
  names.delete('')
  return {
    accounts,
    names,
    viewerIds: new Set(accounts.map(({ id }) => id)),
    userIds: new Set(accounts.map(({ platform, userId }) => userKey(platform, userId))),
    erased: erasedName(accounts[0].id),
  }
}

export function erasedName(viewerId: number): string {
  return `${erasedPrefix}${viewerId}`
}

export function userKey(platform: Platform | string, userId: string): string {
  return `${platform} ${userId}`
}
