import { createChangeLog } from '../capabilities/change-log/change-log.ts'
import { createChannels } from '../capabilities/channels/channels.ts'
import { createEvents } from '../capabilities/events/events.ts'
import { openKeys } from '../capabilities/keys/open.ts'
import { createPeople } from '../capabilities/people/people.ts'
import { createSettings } from '../capabilities/settings/settings.ts'
import { openSignIn } from '../capabilities/sign-in/open.ts'
import { createIdempotency } from '../kernel/operation/idempotency/idempotency.ts'
import { operations } from '../operations.ts'
import type { NodeParts } from './node.ts'

export type ChannelParts = ReturnType<typeof openChannels>

/** Channels with their events and settings, and the people, keys and sessions that may act on them. */
export function openChannels(node: NodeParts) {
  const events = createEvents(node)
  const channels = createChannels(node)
  const people = createPeople({ ...node, events })
  return {
    changeLog: createChangeLog(node),
    events,
    channels,
    people,
    ...openKeys({ ...node, events, channels, operations }),
    ...openSignIn({ ...node, events, channels, people }),
    idempotency: createIdempotency(node),
    settings: createSettings({ ...node, events }),
  }
}
