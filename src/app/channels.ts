import { createChannels } from '../capabilities/channels/channels.ts'
import { createEvents } from '../capabilities/events/events.ts'
import { createKeys } from '../capabilities/keys/keys.ts'
import { createQuotas } from '../capabilities/keys/quotas.ts'
import { createUsage } from '../capabilities/keys/usage.ts'
import { createPeople } from '../capabilities/people/people.ts'
import { createSettings } from '../capabilities/settings/settings.ts'
import { createSessions } from '../capabilities/sign-in/sessions.ts'
import { createSignInMethods } from '../capabilities/sign-in/sign-in-methods.ts'
import { createSignInStates } from '../capabilities/sign-in/sign-in-states.ts'
import { createIdempotency } from '../kernel/operation/idempotency/idempotency.ts'
import { operations } from '../operations.ts'
import type { NodeParts } from './node.ts'

export type ChannelParts = ReturnType<typeof openChannels>

/** Channels with their events and settings, and the people, keys and sessions that may act on them. */
export function openChannels(node: NodeParts) {
  const { db, clock, ids, bus, limiter, isShared, address, onClose } = node
  const events = createEvents({ clock, bus })
  const channels = createChannels({ db, clock, bus })
  const people = createPeople({ db, clock, ids, events })
  const usage = createUsage({ db, clock })
  onClose(() => usage.flush())
  const signInStates = createSignInStates({ db, clock, ids })
  return {
    events,
    channels,
    people,
    usage,
    keys: createKeys({ db, clock, ids, events, bus, channels }),
    sessions: createSessions({ db, clock, ids, bus, channels, events, people, isSecure: address.isSecure }),
    signInStates,
    signInMethods: createSignInMethods({ db, clock, events, states: signInStates, secret: node.secret }),
    quotas: createQuotas({ operations, limiter }),
    idempotency: createIdempotency({ db, clock, isShared, secret: node.secret }),
    settings: createSettings({ db, clock, events, bus }),
  }
}
