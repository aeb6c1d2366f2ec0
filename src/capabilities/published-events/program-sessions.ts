import type { Failure } from '../../kernel/operation/contract/failures.ts'
import type { KeyCall, KeyCallAnswer } from '../keys/key-call.ts'
import type { Key } from '../keys/keys.ts'
import type { Envelope } from './envelope.ts'
import type { EventFilter } from './event-filter.ts'
import type { EventHub } from './event-hub.ts'
import { readerOf } from './event-reader.ts'
import { gapOf } from './gap.ts'
import type { OpenStreams } from './open-streams.ts'

/** What a program asked for when it connected. */
interface Asked {
  readonly authorization: string
  readonly types: readonly string[] | undefined
  readonly platform: string | undefined
  readonly lastEventId: string | undefined
}

interface Connection {
  readonly address: string
  sendEvents(events: readonly Envelope[]): void
  send(message: object): void
  waitForRoom(): Promise<boolean>
  end(reason: Failure): void
}

interface Call {
  readonly operation: string
  readonly input: unknown
  readonly idempotencyKey: unknown
}

/** Programs on a socket: each has a key, follows events and calls operations. */
export function createProgramSessions(needs: {
  hub: EventHub
  open: OpenStreams
  /** Checks the key as every call does. */
  keyOf: (authorization: string | undefined, address: string) => Promise<Key>
  filterOf: (key: Key, asked: Asked) => EventFilter
  runAs: (call: KeyCall) => Promise<KeyCallAnswer>
  asFailure: (error: unknown) => Failure
}) {
  const { hub, open, keyOf, filterOf, runAs, asFailure } = needs
  return {
    async open(asked: Asked, connection: Connection) {
      const { address } = connection
      const key = await keyOf(asked.authorization, address)
      const filter = filterOf(key, asked)
      const remove = open.add({ key, end: connection.end })
      const subscription = hub.follow(key.channel, {
        reader: readerOf(key),
        filter,
        lastEventId: asked.lastEventId,
        send: connection.sendEvents,
        sendGap: (reason, id) => connection.send({ type: 'gap', ...gapOf(reason), last_event_id: id }),
        onLive: (id) => connection.send({ type: 'ready', last_event_id: id }),
        onFailure: (error) => connection.end(asFailure(error)),
        waitForRoom: connection.waitForRoom,
      })
      return {
        get lastEventId() {
          return subscription.lastId
        },
        call: ({ operation, input: body, idempotencyKey }: Call, requestId: string) =>
          runAs({ key, operation, body, address, requestId, idempotencyKey }),
        leave(): void {
          subscription.leave()
          remove()
        },
      }
    },
  }
}
