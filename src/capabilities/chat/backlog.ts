import type { Bus } from '../../kernel/bus/bus.ts'
import type { LiveEvent } from '../../registry/live-events.ts'

export type ChatMessageEvent = Extract<LiveEvent, { kind: 'chat.message' }>

/** Of each channel: what somebody who opens Home reads to know what is going on. */
const maxLines = 200
/** Of all channels; beyond it, the channel whose chat was quiet longest loses its lines. */
const defaultMaxTotal = 100_000
/** Deletions that are remembered, because a deletion can arrive before its message. */
const maxGone = 200

interface Room {
  lines: ChatMessageEvent[]
  /** The messages of `lines`, and those that were deleted before they came. */
  readonly known: Set<string>
  gone: readonly string[]
}

export type ChatBacklog = ReturnType<typeof createChatBacklog>

/**
 * The newest chat messages of each channel, in memory and nowhere else: a restart forgets them. A message that was
 * deleted, or whose author was timed out, banned or erased, leaves at once.
 */
export function createChatBacklog({ bus, maxTotal = defaultMaxTotal }: { bus: Bus; maxTotal?: number }) {
  /** The channel that received a message last stands last. */
  const rooms = new Map<number, Room>()
  let total = 0

  function forget(channelId: number): void {
    total -= rooms.get(channelId)?.lines.length ?? 0
    rooms.delete(channelId)
  }

  function roomOf(channelId: number): Room {
    const room = rooms.get(channelId) ?? { lines: [], known: new Set(), gone: [] }
    rooms.delete(channelId)
    rooms.set(channelId, room)
    return room
  }

  function drop({ known }: Room, line: ChatMessageEvent | undefined): void {
    if (line === undefined) return
    known.delete(idOf(line.platform, line.data.message_id))
    total--
  }

  function add(channelId: number, event: ChatMessageEvent): void {
    const room = roomOf(channelId)
    const id = idOf(event.platform, event.data.message_id)
    if (room.known.has(id)) return
    room.known.add(id)
    room.lines.push(event)
    total++
    if (room.lines.length > maxLines) drop(room, room.lines.shift())
    const [quietest] = rooms.keys()
    if (total > maxTotal && quietest !== undefined) forget(quietest)
  }

  function remove(channelId: number, isMeant: (line: ChatMessageEvent) => boolean): void {
    const room = rooms.get(channelId)
    if (room === undefined) return
    for (const line of room.lines.filter(isMeant)) drop(room, line)
    room.lines = room.lines.filter((line) => !isMeant(line))
  }

  function noteGone(channelId: number, id: string): void {
    const room = roomOf(channelId)
    room.known.add(id)
    room.gone = [...room.gone, id]
    const [oldest] = room.gone
    if (room.gone.length <= maxGone || oldest === undefined) return
    room.gone = room.gone.slice(1)
    room.known.delete(oldest)
  }

  const stops = [
    bus.subscribe('viewer-erased', ({ channelId, platform, userId }) =>
      remove(channelId, (line) => line.platform === platform && line.data.user_id === userId),
    ),
    // A deletion of another node may be among what was lost.
    bus.subscribe('missed-messages', () => {
      rooms.clear()
      total = 0
    }),
  ]

  return {
    /** May get the same event twice. */
    take(channelId: number, event: LiveEvent): void {
      const { platform } = event
      if (event.kind === 'chat.message') add(channelId, event)
      else if (event.kind === 'chat.message-deleted') {
        const { message_id } = event.data
        remove(channelId, (line) => line.platform === platform && line.data.message_id === message_id)
        noteGone(channelId, idOf(platform, message_id))
      } else if (event.kind === 'chat.cleared') {
        const { user_id: author } = event.data
        remove(channelId, (line) => line.platform === platform && (author === null || line.data.user_id === author))
      }
    },

    /** Oldest first. */
    lines: (channelId: number): readonly ChatMessageEvent[] => rooms.get(channelId)?.lines ?? [],

    close(): void {
      for (const stop of stops) stop()
    },
  }
}

function idOf(platform: string, messageId: string): string {
  return `${platform} ${messageId}`
}
