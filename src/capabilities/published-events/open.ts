import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { eventsPath } from '../../kernel/http/paths.ts'
import { asFailure, failureBody } from '../../kernel/http/response.ts'
import type { RefusalLog } from '../../kernel/limits/refusal-log.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Names } from '../../registry/names.ts'
import type { Events } from '../events/events.ts'
import type { KeyCall, KeyCallAnswer } from '../keys/key-call.ts'
import type { CheckKey } from '../keys/key-checks.ts'
import type { Keys } from '../keys/keys.ts'
import type { Envelopes } from './envelope.ts'
import { createEventAccess } from './event-access.ts'
import { createEventGateway, type EventGatewayTimings } from './event-gateway.ts'
import { createEventHub } from './event-hub.ts'
import { createEventStream } from './event-stream.ts'
import { createOpenStreams, type StreamLimits } from './open-streams.ts'
import { createProgramSessions } from './program-sessions.ts'

/** The ways by which programs follow events: server-sent events, and a socket that also takes calls. */
export function openEventCarriers(needs: {
  config: { readonly publicUrl?: string | undefined }
  overrides: { readonly streamLimits?: Partial<StreamLimits>; readonly eventTimings?: Partial<EventGatewayTimings> }
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  names: Names
  refusals: RefusalLog
  isShared: boolean
  envelopes: Envelopes
  events: Events
  keys: Keys
  checkKey: CheckKey
  runAs: (call: KeyCall) => Promise<KeyCallAnswer>
}) {
  const { config, overrides, clock, refusals, names, checkKey, runAs } = needs
  const hub = createEventHub(needs)
  const open = createOpenStreams({ ...needs, limits: overrides.streamLimits })
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
