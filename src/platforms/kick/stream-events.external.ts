import { asObject, type JsonObject, numberIn, objectIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { ChannelEvent, PlatformEvent } from '../platform.ts'

/** The topics about the stream itself. */
export const streamTopics = ['livestream.status.updated', 'livestream.metadata.updated'] as const

export function streamEventsIn(topic: string, row: JsonObject, id: string): ChannelEvent[] {
  switch (topic) {
    case 'livestream.status.updated': {
      const live = row.is_live === true
      const startedAt = live && typeof row.started_at === 'string' ? timeIn(row, 'started_at') : null
      const title = typeof row.title === 'string' ? { title: row.title } : {}
      return [{ kind: 'stream', id, live, startedAt, ...title }]
    }
    case 'livestream.metadata.updated': {
      const metadata = objectIn(row, 'metadata')
      // Kick has sent the category with a capital letter too.
      const category = metadata.category ?? metadata.Category
      const title = typeof metadata.title === 'string' ? { title: metadata.title } : {}
      return [{ kind: 'stream', id, ...title, ...categoryIn(category) }]
    }
    default:
      return []
  }
}

/** The message that a chat message replies to. */
export function repliedIn({ replies_to }: JsonObject): Pick<Extract<PlatformEvent, { kind: 'chat' }>, 'replyTo'> {
  if (typeof replies_to !== 'object' || replies_to === null) return {}
  const replied = asObject(replies_to)
  const { username } = asObject(replied.sender ?? {})
  return {
    replyTo: { messageId: textIn(replied, 'message_id'), username: typeof username === 'string' ? username : '' },
  }
}

function categoryIn(category: unknown): Pick<Extract<ChannelEvent, { kind: 'stream' }>, 'category'> {
  if (typeof category !== 'object' || category === null) return {}
  const row = asObject(category)
  return { category: { id: String(numberIn(row, 'id')), name: textIn(row, 'name') } }
}
