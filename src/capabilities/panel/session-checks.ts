import type { IncomingMessage } from 'node:http'
import type { CallSequence, CallTarget, Entrance } from '../../kernel/calls/call-sequence.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import { requireSameOrigin } from '../../kernel/http/same-origin.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import {
  type PanelRole,
  panelRoleDescriptions,
  panelRoleNames,
  reaches,
} from '../../kernel/operation/contract/panel-roles.ts'
import type { PanelAccess } from '../../kernel/operation/operation.ts'
import type { PanelSession, Sessions } from '../sign-in/sessions.ts'

/** More than a person clicks, but low enough to stop a script that is out of control. */
export const callsPerMinute = 600

export interface SessionTarget extends CallTarget {
  readonly role: PanelRole
}

interface SessionRequest {
  readonly req: IncomingMessage
  readonly target: SessionTarget
}

export type CheckSession = ReturnType<typeof createCheckSession>

/** Finds and checks the session of something that is not an operation, with the checks of a panel operation. */
export function createCheckSession({ sessions, call }: { sessions: Sessions; call: CallSequence }) {
  const entrance: Entrance<SessionRequest, SessionTarget, PanelSession, PanelSession, PanelSession> = {
    ...sessionChecks(sessions),
    find({ req, target }) {
      requireSameOrigin(req)
      return target
    },
    identify: ({ req }) => openSession(sessions, req),
    run: (_request, _target, session) => session,
    answer: (_request, _target, session) => session,
    refuse(failure) {
      throw failure
    },
  }
  return (req: IncomingMessage, access: PanelAccess): Promise<PanelSession> =>
    call(entrance, { req, target: { ...access, effect: 'none', ratePerMinute: callsPerMinute } })
}

/** What the entrances for people have in common. */
export function sessionChecks(sessions: Sessions) {
  return {
    // An overloaded server is stopped from the panel.
    isShed: false,
    actorOf: ({ person }: PanelSession): string => `person:${person.id}`,
    quotaOf: ({ id }: PanelSession): string => `session ${id}`,
    admit(_request: unknown, { role }: SessionTarget, session: PanelSession): void {
      requireRole(session, role)
    },
    requireRecent(_request: unknown, session: PanelSession): void {
      sessions.requireRecent(session)
    },
  }
}

export async function openSession(sessions: Sessions, req: IncomingMessage): Promise<PanelSession> {
  const session = await sessions.open(req.headers.cookie)
  if (session === undefined) throw new Failure('sign_in_required')
  return session
}

function requireRole({ role: own, person }: PanelSession, role: PanelRole): void {
  if (reaches(own, role)) return
  const message = messages.roleNeeded.of({
    needed: panelRoleNames[role],
    own: panelRoleNames[own],
    explanation: panelRoleDescriptions[own],
  })
  throw new Failure('missing_role', { message, fields: { required_role: role }, actor: `person:${person.id}` })
}
