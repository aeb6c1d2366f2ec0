import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { People } from '../people/people.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { createSessions } from './sessions.ts'
import { createSignInMethods } from './sign-in-methods.ts'
import { createSignInStates } from './sign-in-states.ts'

/** The sessions of people in the panel, and the ways to sign in. */
export function openSignIn(needs: {
  db: Database
  clock: Clock
  ids: Ids
  bus: Bus
  secret: () => string
  address: { readonly isSecure: boolean }
  channels: Channels
  events: Events
  people: People
}) {
  const signInStates = createSignInStates(needs)
  return {
    sessions: createSessions({ ...needs, isSecure: needs.address.isSecure }),
    signInStates,
    knownBrowsers: createKnownBrowsers(needs),
    signInMethods: createSignInMethods({ ...needs, states: signInStates }),
  }
}
