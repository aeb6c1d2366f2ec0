import { listOperations } from './features/console/list-operations.ts'
import { runAsKey } from './features/console/run-as-key.ts'
import { getDesk } from './features/desk/get-desk.ts'
import { listEvents } from './features/desk/list-events.ts'
import { createKey } from './features/keys/create-key.ts'
import { getKeyUsage } from './features/keys/get-key-usage.ts'
import { listKeys } from './features/keys/list-keys.ts'
import { revokeKey } from './features/keys/revoke-key.ts'
import { rollKey } from './features/keys/roll-key.ts'
import { getOverlay } from './features/overlays/get-overlay.ts'
import { getOverlayLink } from './features/overlays/get-overlay-link.ts'
import { rollOverlayLink } from './features/overlays/roll-overlay-link.ts'
import { testOverlay } from './features/overlays/test-overlay.ts'
import { invitePerson } from './features/people/invite-person.ts'
import { listPeople } from './features/people/list-people.ts'
import { makeSignInLink } from './features/people/make-sign-in-link.ts'
import { removePerson } from './features/people/remove-person.ts'
import { setPersonRole } from './features/people/set-person-role.ts'
import { adjustPoints } from './features/points/adjust-points.ts'
import { getMe } from './features/sessions/get-me.ts'
import { listSessions } from './features/sessions/list-sessions.ts'
import { revokeSession } from './features/sessions/revoke-session.ts'
import { switchChannel } from './features/sessions/switch-channel.ts'
import { searchCategories } from './features/stream/search-categories.ts'
import { setStream } from './features/stream/set-stream.ts'
import { getViewer } from './features/viewers/get-viewer.ts'
import { listViewers } from './features/viewers/list-viewers.ts'
import type { PanelOperation } from './operation.ts'

/** Every call of the panel. What is not in this list does not exist. */
const list = [
  getMe,
  listSessions,
  revokeSession,
  switchChannel,
  listPeople,
  invitePerson,
  makeSignInLink,
  setPersonRole,
  removePerson,
  getDesk,
  listEvents,
  setStream,
  searchCategories,
  listKeys,
  createKey,
  rollKey,
  revokeKey,
  getKeyUsage,
  listOperations,
  runAsKey,
  getOverlay,
  getOverlayLink,
  rollOverlayLink,
  testOverlay,
  listViewers,
  getViewer,
  adjustPoints,
] as const

export const panelOperations: readonly PanelOperation[] = list

type Types<P> = P extends PanelOperation<string, infer I, infer O> ? { input: I; output: O } : never

/** What each call takes and answers, for the panel's own client. */
export type PanelCalls = { [P in (typeof list)[number] as P['name']]: Types<P> }
