import type { KeyCall, KeyCallAnswer } from '../capabilities/keys/key-call.ts'
import type { CheckKey } from '../capabilities/keys/key-checks.ts'
import type { Envelopes } from '../capabilities/published-events/envelope.ts'
import { createEventAccess } from '../capabilities/published-events/event-access.ts'
import { createEventGateway } from '../capabilities/published-events/event-gateway.ts'
import { createEventHub } from '../capabilities/published-events/event-hub.ts'
import { createEventStream } from '../capabilities/published-events/event-stream.ts'
import { createOpenStreams } from '../capabilities/published-events/open-streams.ts'
import { createProgramSessions } from '../capabilities/published-events/program-sessions.ts'
import { eventsPath } from '../kernel/http/paths.ts'
import { asFailure, failureBody } from '../kernel/http/response.ts'
import type { PageRoute } from '../kernel/http/server.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'

/** The ways by which programs follow events: server-sent events, and a socket that also takes calls. */
export function openEventCarriers(
  needs: NodeParts &
    ChannelParts & {
      envelopes: Envelopes
      checkKey: CheckKey
      runAs: (call: KeyCall) => Promise<KeyCallAnswer>
    },
) {
  const { config, overrides, db, clock, log, bus, refusals, names, isShared } = needs
  const { events, keys, envelopes, checkKey, runAs } = needs
  const hub = createEventHub({ db, clock, bus, log, events, envelopes, isShared })
  const open = createOpenStreams({ keys, clock, bus, log, isShared, limits: overrides.streamLimits })
  const access = createEventAccess({ checkKey, names })
  const { handle } = createEventStream({
    access,
    hub,
    open,
    names,
    heartbeatMs: overrides.eventTimings?.heartbeatMs,
  })
  const sessions = createProgramSessions({ ...access, hub, open, runAs, asFailure })
  const gateway = createEventGateway({
    openSession: sessions.open,
    writeFailure: (failure, requestId) => failureBody(failure, requestId, names.word),
    clock,
    refusals,
    publicHost: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host,
    timings: overrides.eventTimings,
  })
  return {
    route: { method: 'GET', path: eventsPath, isStream: true, handle } satisfies PageRoute,
    gateway,
    hub,
    streams: { hub, open },

    async close(): Promise<void> {
      open.close()
      await gateway.close()
    },
  }
}
