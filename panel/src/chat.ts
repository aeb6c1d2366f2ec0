import { signal } from '@preact/signals'
import type { LiveEvent } from '../../src/registry/live-events.ts'
import { onLive } from './live.ts'

type MessageEvent = Extract<LiveEvent, { kind: 'chat.message' }>

export interface ChatLine {
  readonly key: string
  readonly platform: MessageEvent['platform']
  readonly at: number
  readonly data: MessageEvent['data']
  /** Whether the message was deleted, or its author banned, after it arrived. */
  readonly isGone: boolean
}

/** Chat is not stored, neither here nor on the server: a tab has what arrived while it was open. */
const keptLines = 300

/** Oldest first, of all platforms. */
export const chatLines = signal<readonly ChatLine[]>([])

onLive((event) => {
  if (event.kind === 'chat.message') {
    const { platform, at, data } = event
    const line = { key: `${platform} ${data.message_id}`, platform, at, data, isGone: false }
    if (chatLines.value.some(({ key }) => key === line.key)) return
    chatLines.value = [...chatLines.value, line].slice(-keptLines)
  } else if (event.kind === 'chat.message-deleted') {
    remove((line) => line.platform === event.platform && line.data.message_id === event.data.message_id)
  } else if (event.kind === 'chat.cleared') {
    const { user_id: author } = event.data
    remove((line) => line.platform === event.platform && (author === null || line.data.user_id === author))
  }
})

function remove(isMeant: (line: ChatLine) => boolean): void {
  chatLines.value = chatLines.value.map((line) => (isMeant(line) ? { ...line, isGone: true } : line))
}
