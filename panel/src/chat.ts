import { signal } from '@preact/signals'
import type { LiveEvent } from '../../src/registry/live-events.ts'
import { onBacklog, onLive } from './live.ts'

type MessageEvent = Extract<LiveEvent, { kind: 'chat.message' }>

export interface ChatLine {
  readonly key: string
  readonly platform: MessageEvent['platform']
  readonly at: number
  readonly data: MessageEvent['data']
  /** Whether the message was deleted, or its author banned, after it arrived. */
  readonly isGone: boolean
}

/** The server keeps fewer, in its memory; a tab that stays open has more. */
const keptLines = 300

/** Oldest first, of all platforms. */
export const chatLines = signal<readonly ChatLine[]>([])

/** What was deleted while the connection was lost is not among the lines of the server, and leaves here too. */
onBacklog((events) => {
  const lines = events.flatMap((event) => (event.kind === 'chat.message' ? lineOf(event) : []))
  const [first] = lines
  if (first === undefined) return
  chatLines.value = [...chatLines.value.filter(({ at }) => at < first.at), ...lines].slice(-keptLines)
})

onLive((event) => {
  if (event.kind === 'chat.message') {
    const line = lineOf(event)
    if (chatLines.value.some(({ key }) => key === line.key)) return
    chatLines.value = [...chatLines.value, line].slice(-keptLines)
  } else if (event.kind === 'chat.message-deleted') {
    remove((line) => line.platform === event.platform && line.data.message_id === event.data.message_id)
  } else if (event.kind === 'chat.cleared') {
    const { user_id: author } = event.data
    remove((line) => line.platform === event.platform && (author === null || line.data.user_id === author))
  }
})

function lineOf({ platform, at, data }: MessageEvent): ChatLine {
  return { key: `${platform} ${data.message_id}`, platform, at, data, isGone: false }
}

function remove(isMeant: (line: ChatLine) => boolean): void {
  chatLines.value = chatLines.value.map((line) => (isMeant(line) ? { ...line, isGone: true } : line))
}
