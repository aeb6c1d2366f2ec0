import type { Message } from '../kernel/text/message.ts'
import { mcpMessages } from './messages.ts'

/** Something that a client may read without a tool: the answer of an operation that needs no input. */
export interface Resource {
  readonly uri: string
  readonly operation: string
  readonly title: Message<string>
  readonly help: Message<string>
  /** Beginnings of the types of events after which it may read differently. */
  readonly changesWith: readonly string[]
}

export const resources: readonly Resource[] = [
  {
    uri: 'showcaller://stream',
    operation: 'get-stream-meta',
    title: mcpMessages.stream as Message<string>,
    help: mcpMessages.streamHelp as Message<string>,
    changesWith: ['stream.'],
  },
  {
    uri: 'showcaller://activity',
    operation: 'get-recent-activity',
    title: mcpMessages.activity as Message<string>,
    help: mcpMessages.activityHelp as Message<string>,
    changesWith: ['channel.', 'subscription.'],
  },
  {
    uri: 'showcaller://show',
    operation: 'list-cues',
    title: mcpMessages.show as Message<string>,
    help: mcpMessages.showHelp as Message<string>,
    changesWith: ['show.', 'cue.'],
  },
]
