import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ObsEvent } from '../../platforms/obs/obs-events.external.ts'
import { confirmed } from './changes.ts'
import type { ObsOutput, ObsOutputAction } from './contract/obs.ts'
import { obsErrors } from './messages.ts'
import type { ObsSession } from './obs-session.ts'

/** A stream is started when its server has answered. */
const startTimeoutMs = 20_000
/** A recording is stopped when its file is complete. */
const stopTimeoutMs = 20_000
/** OBS ignores a pause until the first frame is recorded, so the request is repeated. */
const pauseTimeoutMs = 500
const pauseTries = 4
/** OBS writes the file at the next key frame, which may be 250 frames away. */
const replayTimeoutMs = 30_000

type OutputEvent = Extract<ObsEvent, { kind: 'output' }>
interface OutputResult {
  readonly isActive: boolean
  readonly path: string | null
}

/** Starts, stops or pauses an output. The first answer of OBS says nothing: its reports say what became of it. */
export async function changeOutput(
  session: ObsSession,
  output: ObsOutput,
  action: ObsOutputAction,
): Promise<OutputResult> {
  const { isActive, isPaused } = await session.requests.isActive(output)
  switch (action) {
    case 'toggle':
      return isActive ? stop(session, output) : start(session, output)
    case 'start':
      return isActive ? { isActive, path: null } : start(session, output)
    case 'stop':
      return isActive ? stop(session, output) : { isActive, path: null }
    default:
      if (output !== 'record') throw new Failure('invalid_parameter', { message: obsErrors.onlyRecord.of() })
      if (!isActive) throw new Failure('obs_refused', { message: obsErrors.notRecording.of() })
      if (isPaused !== (action === 'pause')) await pause(session, action)
      return { isActive: true, path: null }
  }
}

async function start(session: ObsSession, output: ObsOutput): Promise<OutputResult> {
  const { requests } = session
  const isMeant = (event: ObsEvent) => isOf(event, output) && (event.step === 'started' || event.step === 'stopped')
  const came = await confirmed(session, isMeant, () => requests.startOutput(output), startTimeoutMs)
  if (came === undefined) {
    if ((await requests.isActive(output)).isActive) return { isActive: true, path: null }
    const message = obsErrors.notStarted.of({ seconds: startTimeoutMs / 1000 })
    throw new Failure('obs_refused', { message, mayHaveHappened: true })
  }
  if (isOf(came, output) && came.step === 'stopped') {
    throw new Failure('obs_refused', { message: obsErrors.startFailed.of() })
  }
  return { isActive: true, path: pathOf(came) }
}

async function stop(session: ObsSession, output: ObsOutput): Promise<OutputResult> {
  const { requests } = session
  let path: string | undefined
  const isMeant = (event: ObsEvent) => isOf(event, output) && event.step === 'stopped'
  const change = async () => {
    path = await requests.stopOutput(output)
  }
  const came = await confirmed(session, isMeant, change, stopTimeoutMs)
  if (came === undefined && (await requests.isActive(output)).isActive) {
    throw new Failure('obs_refused', { message: obsErrors.notStopped.of(), mayHaveHappened: true })
  }
  return { isActive: false, path: path ?? pathOf(came) }
}

async function pause(session: ObsSession, action: 'pause' | 'resume'): Promise<void> {
  const { requests } = session
  const step = action === 'pause' ? 'paused' : 'resumed'
  const isMeant = (event: ObsEvent) => isOf(event, 'record') && event.step === step
  const change = action === 'pause' ? requests.pauseRecord : requests.resumeRecord
  for (let tries = 1; tries <= pauseTries; tries++) {
    if ((await confirmed(session, isMeant, change, pauseTimeoutMs)) !== undefined) return
    const { isActive, isPaused } = await requests.isActive('record')
    if (isPaused === (action === 'pause')) return
    if (!isActive) break
  }
  const message = action === 'pause' ? obsErrors.pauseIgnored.of() : obsErrors.stateStays.of()
  throw new Failure('obs_refused', { message, mayHaveHappened: true })
}

/** Saves the replay buffer and returns the file, on the machine of OBS. */
export async function saveReplay(session: ObsSession): Promise<string> {
  const { requests } = session
  if (!(await requests.isActive('replay_buffer')).isActive) {
    throw new Failure('obs_refused', { message: obsErrors.replayOff.of() })
  }
  const isMeant = (event: ObsEvent) => event.kind === 'replay-saved'
  const came = await confirmed(session, isMeant, requests.saveReplay, replayTimeoutMs)
  if (came?.kind === 'replay-saved') return came.path
  throw new Failure('obs_refused', { message: obsErrors.replayNotSaved.of(), mayHaveHappened: true })
}

function isOf(event: ObsEvent, output: ObsOutput): event is OutputEvent {
  return event.kind === 'output' && event.output === output
}

function pathOf(event: ObsEvent | undefined): string | null {
  return event?.kind === 'output' ? (event.path ?? null) : null
}
