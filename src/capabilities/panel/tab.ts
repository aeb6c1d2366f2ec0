import type { ServerResponse } from 'node:http'
import { writeBounded } from '../../kernel/bounded-write.ts'
import type { PanelRole } from '../../kernel/operation/contract/panel-roles.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import { mayReadLive } from '../../registry/live-events.ts'
import type { ChatMessageEvent } from '../chat/backlog.ts'
import { sentEvent } from '../events/event-rows.ts'

/** A tab that does not read what it is sent is disconnected; it reconnects by itself. */
const maxBufferedBytes = 1024 * 1024

/** An open tab of the panel, which reads a stream of server-sent events. */
export interface Tab {
  readonly res: ServerResponse
  readonly sessionId: string
  readonly personId: string
  readonly address: string
  readonly cookie: string | undefined
  /** Decides which events are sent; it may change while the tab is open. */
  role: PanelRole
  /** The sequence number of the last event that was sent. */
  sentSeq: number
  /** The language of its reader; a tab whose reader chooses another one connects again. */
  readonly catalogue: Catalogue
  /** Whether it also gets what is not stored, such as chat messages. */
  readonly wantsLive: boolean
  /** Buffers events while the tab still catches up. */
  buffered: LoggedEvent[] | undefined
}

/** A tab gets only what its role may read; of the rest it learns the sequence number, so that it resumes after it. */
export function sendEvent(tab: Tab, event: LoggedEvent): void {
  if (tab.buffered !== undefined) tab.buffered.push(event)
  else if (event.seq > tab.sentSeq) {
    tab.sentSeq = event.seq
    const isReadable = eventRegistry.mayRead(event, tab)
    const message = isReadable ? `event: log\ndata: ${writtenFor(tab, sentEvent(event))}\n` : ''
    send(tab, `id: ${event.seq}\n${message}\n`)
  }
}

export function sendData(tab: Tab, name: string, data: Readonly<Record<string, unknown>>): void {
  send(tab, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** More than 200 long messages with many emotes take; the newest that fit are sent. */
const maxBacklogBytes = 256 * 1024

/** The newest chat messages as far as the role may read them, in place of those of this time that the tab has. */
export function sendBacklog(tab: Tab, lines: readonly ChatMessageEvent[]): void {
  let room = maxBacklogBytes
  const sent: string[] = []
  for (const line of lines.toReversed()) {
    if (!mayReadLive(line, tab)) continue
    const text = JSON.stringify(line)
    room -= text.length
    if (room < 0) break
    sent.unshift(text)
  }
  send(tab, `event: backlog\ndata: {"lines":[${sent.join(',')}]}\n\n`)
}

/** In the language of the reader. */
export function sendReport(tab: Tab, name: 'dashboard' | 'connections', content: object): void {
  send(tab, `event: ${name}\ndata: ${writtenFor(tab, content)}\n\n`)
}

export function send({ res }: Tab, text: string): void {
  writeBounded(res, text, maxBufferedBytes)
}

function writtenFor({ catalogue }: Tab, content: object): string {
  return inLanguage(catalogue, () => JSON.stringify(content))
}
