import type { EventDefinition } from '../../definitions/define-event.ts'
import { namesViewer } from '../../definitions/event-fields.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

// The ids are selected first: with the row and the person in one query, SQLite scans the whole channel.
const findOnKick = sql<{ channel: number; viewer: number }, { userid: string }>(
  `SELECT platform_user_id AS userid FROM viewers WHERE channel_id = :channel AND id = (
     SELECT min(id) FROM viewers WHERE channel_id = :channel AND platform = 'kick' AND person = (
       SELECT person FROM viewers WHERE channel_id = :channel AND id = :viewer))`,
)

interface AboutViewer {
  readonly platform?: Platform | undefined
  readonly viewerId?: number | undefined
}

/** The id by which calls find the viewer of an event on another platform than Kick, where the account is linked. */
export function findLinkedUserid(
  tx: Writer,
  channel: number,
  definition: EventDefinition | undefined,
  { platform, viewerId: viewer }: AboutViewer,
): Promise<string | undefined> | undefined {
  // On Kick it is the id that the event has anyway.
  if (viewer === undefined || platform === undefined || platform === 'kick') return undefined
  if (definition?.published === undefined || !namesViewer(definition.data)) return undefined
  return findUseridOnKick(tx, channel, viewer)
}

/** The id of the account on Kick to which this viewer is linked. */
export async function findUseridOnKick(reader: Reader, channel: number, viewer: number): Promise<string | undefined> {
  return (await reader.get(findOnKick, { channel, viewer }))?.userid
}
