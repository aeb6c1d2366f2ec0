import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { noText } from '../../kernel/text/message.ts'
import { type ObsEvent, parseEvent } from '../../platforms/obs/obs-events.external.ts'
import { type ObsSettings, type ObsTimings, openObsSocket } from '../../platforms/obs/obs-socket.ts'
import { createObsRequests, type ObsRequests, type ObsState } from '../../platforms/obs/requests.external.ts'
import type { ProgramSession } from '../../platforms/programs/program-sessions.ts'
import type { ObsSnapshot, OverlayReport } from './contract/obs.ts'
import { createExpectedEvents, type Expectation } from './expected-events.ts'
import { obsErrors } from './messages.ts'
import { createObsJournal, type NewObsEvent } from './obs-journal.ts'
import { createOverlayChecks } from './overlay-checks.ts'
import type { LinkKind } from './overlay-report.ts'

/** Requests that wait for those before them. More than this is a flood. */
const maxWaiting = 100

export interface ObsSession extends ProgramSession<ObsSnapshot> {
  /** Undefined while OBS is not connected. */
  readonly state: ObsState | undefined
  /** Null while it is not known. */
  readonly overlay: OverlayReport | null
  readonly requests: ObsRequests
  /** One after the other, in the order of the calls: OBS handles requests in parallel and would mix them up. */
  inOrder<T>(work: () => Promise<T>): Promise<T>
  /** Waits for a report of OBS. Call it before the request that causes it. */
  expect(isMeant: (event: ObsEvent) => boolean, timeoutMs: number): Expectation
  /** Resolves once everything that OBS has reported so far is in the log. */
  recorded(): Promise<void>
  /** Resolves once the overlay is checked after everything that OBS has reported so far. */
  overlayChecked(): Promise<void>
  /** Checks the overlay again, for changes that OBS does not report. */
  checkOverlay(): Promise<void>
  /** Resolves once everything that OBS has reported is in the log. */
  close(): Promise<void>
}

/** The connection to one OBS with what is known about it: what is on air, the outputs, and how the overlay stands. */
export function createObsSession(needs: {
  clock: Clock
  log: Log
  channelId: number
  settings: ObsSettings
  timings: Partial<ObsTimings>
  kindOfLink: (url: string) => Promise<LinkKind>
  /** Stores an event in the log of the channel. */
  record: (event: NewObsEvent) => Promise<void>
  onChange: () => void
}): ObsSession {
  const { clock, log, channelId, settings, timings, kindOfLink, onChange } = needs
  let status: ConnectionStatus = { state: 'connecting', message: noText, until: null, missing: [] }
  let state: ObsState | undefined
  /** Reports that came before the state was read. */
  let early: ObsEvent[] | undefined
  const expected = createExpectedEvents()

  const socket = openObsSocket({
    clock,
    settings,
    timings,
    async prepare() {
      early = []
      const read = await requests.readState()
      state = read
      overlay.forget()
      await overlay.check()
      await journal.note({ kind: 'obs.connected', data: { version: read.version } })
      const missed: readonly ObsEvent[] = early
      early = undefined
      for (const event of missed) apply(event)
      return read.version
    },
    onEvent(type, data) {
      let event: ObsEvent | undefined
      try {
        event = parseEvent(type, data)
      } catch (error) {
        log.warn('a report of OBS could not be read', { channelId, type, error })
      }
      if (event === undefined) return
      if (early !== undefined) early.push(event)
      else if (state !== undefined) apply(event)
    },
    onStatus(next) {
      status = next
      if (next.state !== 'connected' && next.state !== 'connecting') {
        log.info('OBS is not connected', { channelId, reason: next.message })
        if (state !== undefined) void journal.note({ kind: 'obs.gone', data: {} })
        forget()
      }
      onChange()
    },
    onUnreadable: (error) => log.warn('a message of OBS could not be read', { channelId, error }),
  })
  const requests = createObsRequests(socket.ask)
  const sceneOnAir = () => state?.scene
  const overlay = createOverlayChecks({ log, channelId, requests, kindOfLink, sceneOnAir, onChange })
  const journal = createObsJournal({ clock, log, channelId, requests, record: needs.record })

  function forget(): void {
    state = undefined
    early = undefined
    overlay.forget()
    expected.cancelAll()
  }

  function apply(event: ObsEvent): void {
    const before = state
    if (before === undefined) return
    state = stateAfter(before, event)
    void journal.report(event, before)
    expected.report(event)
    if (changesOverlay.has(event.kind)) overlay.checkSoon()
    if (event.kind === 'collection') void readAgain()
    if (state !== before) onChange()
  }

  /** Another scene collection has its own scenes. */
  async function readAgain(): Promise<void> {
    try {
      const read = await requests.readState()
      if (state === undefined) return
      if (state.scene !== read.scene) apply({ kind: 'scene', scene: read.scene })
      state = read
      onChange()
    } catch (error) {
      log.info('the state of OBS could not be read', { channelId, error })
    }
  }

  return {
    get status() {
      return status
    },
    get state() {
      return status.state === 'connected' ? state : undefined
    },
    get snapshot() {
      if (status.state !== 'connected' || state === undefined) return undefined
      const { version, scene, previewScene, outputs } = state
      return { version, scene, previewScene, outputs, overlay: overlay.result }
    },
    get overlay() {
      return overlay.result
    },
    requests,
    checkOverlay: overlay.check,
    overlayChecked: overlay.settled,

    inOrder: createSerialQueue(maxWaiting, () => new Failure('overloaded', { message: obsErrors.busy.of() })),

    expect: expected.expect,
    recorded: () => journal.settled(),

    async close(): Promise<void> {
      socket.close()
      forget()
      await journal.settled()
    },
  }
}

const changesOverlay: ReadonlySet<ObsEvent['kind']> = new Set([
  'scene',
  'scene-renamed',
  'item',
  'mute',
  'layout',
  'collection',
])

const finalSteps: ReadonlySet<string> = new Set(['started', 'stopped', 'resumed'])

function stateAfter(before: ObsState, event: ObsEvent): ObsState {
  switch (event.kind) {
    case 'scene':
      return { ...before, scene: event.scene }
    case 'preview':
      return { ...before, previewScene: event.scene }
    case 'studio-mode':
      return event.isOn ? before : { ...before, previewScene: null }
    case 'scene-renamed': {
      const renamed = <T extends string | null>(scene: T) => (scene === event.from ? event.to : scene)
      return { ...before, scene: renamed(before.scene), previewScene: renamed(before.previewScene) }
    }
    case 'output': {
      const isRecord = event.output === 'record'
      const isRecordPaused = isRecord ? event.step === 'paused' : before.isRecordPaused
      // A start or a stop under way is not done yet, and OBS calls an output that is paused not active.
      const isActive = finalSteps.has(event.step) ? event.isActive : before.outputs[event.output]
      return { ...before, outputs: { ...before.outputs, [event.output]: isActive }, isRecordPaused }
    }
    default:
      return before
  }
}
