import { nextRequestId } from '../../kernel/ambient.ts'
import type { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Names } from '../../registry/names.ts'
import type { KeyCall, KeyCallAnswer } from '../keys/key-call.ts'
import type { Key } from '../keys/keys.ts'
import type { EventHub } from '../published-events/event-hub.ts'
import type { OpenStreams } from '../published-events/open-streams.ts'
import type { StreamerbotEvent } from './events.ts'
import { contentOf } from './refused-call.ts'
import { answerRequest, type Broadcaster, type ClientContext, type RequestFields } from './requests.ts'
import { createSubscriptions } from './subscriptions.ts'

/** What a session does with the connection of its client. */
interface Connection {
  readonly address: string
  sendEvents(events: readonly StreamerbotEvent[]): void
  waitForRoom(): Promise<boolean>
  /** Says why and closes: the key may no longer be used, or the log cannot be read. */
  end(reason: Failure): void
}

export type ClientSessions = ReturnType<typeof createClientSessions>

/** Clients of Streamer.bot that have proved their password: each may do what its key may elsewhere. */
export function createClientSessions(needs: {
  names: Names
  hub: EventHub
  open: OpenStreams
  instanceId: string
  /** Checks the key as every call does. */
  keyOf: (secret: string, address: string) => Promise<Key>
  runAs: (call: KeyCall) => Promise<KeyCallAnswer>
  listBroadcasters: (channelId: number) => Promise<readonly Broadcaster[]>
  asFailure: (error: unknown) => Failure
}) {
  const { names, hub, open, instanceId, keyOf, runAs, listBroadcasters, asFailure } = needs
  return {
    instanceId,

    /** Throws a failure if the key may not be used. */
    async open(secret: string, connection: Connection) {
      const { address, sendEvents, waitForRoom, end } = connection
      const key = await keyOf(secret, address)
      const remove = open.add({ key, end })
      const subscriptions = createSubscriptions({
        key,
        hub,
        send: sendEvents,
        waitForRoom,
        onFailure: (error) => end(asFailure(error)),
      })
      const context: ClientContext = {
        key,
        names,
        instanceId,
        subscriptions,
        listBroadcasters: () => listBroadcasters(key.channel.id),
        call: async (operation, body) =>
          contentOf(await runAs({ key, operation, body, address, requestId: nextRequestId() })),
      }
      return {
        answer: (request: string, fields: RequestFields) => answerRequest(request, fields, context),
        leave(): void {
          subscriptions.leave()
          remove()
        },
      }
    },
  }
}
