import type { Bus } from '../../kernel/bus/bus.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ObsAction, ObsReport } from '../../registry/overlay-messages.ts'
import type { ObsOutput, ObsOutputAction } from './contract/obs.ts'
import { type ChosenPage, createKnownPages } from './known-pages.ts'
import { obsErrors } from './messages.ts'
import type { ObsStatus } from './obs-calls.ts'
import type { NewObsEvent } from './obs-journal.ts'
import { pageLevelName, pageLevels, pageLimits } from './page-levels.ts'

const sceneTimeoutMs = 8_000
const outputTimeoutMs = 20_000
const replayTimeoutMs = 30_000

interface Waiter {
  readonly channelId: number
  readonly isMeant: (report: ObsReport) => boolean
  resolve(isSo: boolean): void
}

export type ObsPages = ReturnType<typeof createObsPages>

/**
 * OBS through the overlay page inside it, for an OBS whose WebSocket server cannot be reached. What it can do depends on
 * the page permissions of the browser source. Every node knows the pages of all nodes.
 */
export function createObsPages(needs: {
  bus: Bus
  nodeId: string | undefined
  /** Sends to every page of the channel; the one that is named acts. */
  send: (channelId: number, message: ObsAction) => void
  /** What happened, of a page of this node. */
  record: (channelId: number, event: NewObsEvent) => Promise<void>
  onChange: (channelId: number) => void
}) {
  const { bus, send, record, onChange } = needs
  const nodeId = needs.nodeId ?? ''
  const waiters = new Set<Waiter>()
  const known = createKnownPages({
    bus,
    nodeId,
    onChange(channelId, before, after) {
      if ((after ?? before)?.node === nodeId)
        for (const event of eventsBetween(before?.report, after?.report)) void record(channelId, event)
      for (const waiter of waiters) {
        if (waiter.channelId === channelId && after !== undefined && waiter.isMeant(after.report)) waiter.resolve(true)
      }
      onChange(channelId)
    },
  })

  function getPage(channelId: number, level: number): ChosenPage {
    const found = known.chosen(channelId)
    if (found === undefined) throw new Failure('obs_not_connected')
    if (found.report.level < level) {
      throw new Failure('obs_refused', { message: obsErrors.pageLevel.of({ level: pageLevelName(level) }) })
    }
    return found
  }

  /** Asks the page and waits until it reports the new state. */
  async function act(
    channelId: number,
    action: Omit<ObsAction, 'type' | 'page'>,
    level: number,
    isMeant: (report: ObsReport) => boolean,
    timeoutMs: number,
  ): Promise<void> {
    const { page } = getPage(channelId, level)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), timeoutMs).unref()
    const waiter: Waiter = { channelId, isMeant, resolve }
    waiters.add(waiter)
    send(channelId, { type: 'obs', page, ...action })
    const isDone = await promise.finally(() => {
      clearTimeout(timer)
      waiters.delete(waiter)
    })
    if (!isDone) throw new Failure('obs_refused', { message: obsErrors.stateStays.of(), mayHaveHappened: true })
  }

  async function switchScene(channelId: number, wanted: string): Promise<{ scene: string; previousScene: string }> {
    const { report } = getPage(channelId, pageLevels.switch)
    const key = wanted.toLowerCase()
    const scene = report.scenes.find((one) => one === wanted) ?? report.scenes.find((one) => one.toLowerCase() === key)
    if (scene === undefined) throw new Failure('scene_not_found', { message: obsErrors.noScene.of({ scene: wanted }) })
    const previousScene = report.scene ?? ''
    if (previousScene !== scene) {
      const isMeant = (now: ObsReport) => now.scene === scene
      await act(channelId, { action: 'scene', scene }, pageLevels.switch, isMeant, sceneTimeoutMs)
    }
    return { scene, previousScene }
  }

  return {
    isConnected: (channelId: number): boolean => known.chosen(channelId) !== undefined,

    /** Whether OBS shows a page of this channel in the scene on air; null where no page says so. */
    isOnAir(channelId: number): boolean | null {
      const said = known.reports(channelId).flatMap(({ active }) => active ?? [])
      return said.length === 0 ? null : said.includes(true)
    },

    status(channelId: number): ObsStatus | undefined {
      const found = known.chosen(channelId)
      if (found === undefined) return undefined
      const { scene, streaming, recording, replay_buffer, virtual_camera } = found.report
      return {
        isConnected: true,
        way: 'page',
        scene,
        previewScene: null,
        outputs: { stream: streaming, record: recording, replay_buffer, virtual_camera },
        isOverlayOnAir: this.isOnAir(channelId),
      }
    },

    /** What the page cannot do, for the panel. */
    limitsOf: (channelId: number): readonly string[] => pageLimits(known.chosen(channelId)?.report.level ?? 0),

    currentScene: (channelId: number): string | null => known.chosen(channelId)?.report.scene ?? null,
    switchScene,

    async replay(channelId: number): Promise<{ path: string }> {
      const { report } = getPage(channelId, pageLevels.replay)
      if (!report.replay_buffer) throw new Failure('obs_refused', { message: obsErrors.replayOff.of() })
      const isMeant = (now: ObsReport) => now.replays > report.replays
      await act(channelId, { action: 'replay' }, pageLevels.replay, isMeant, replayTimeoutMs)
      // OBS does not tell its pages where the file is.
      return { path: '' }
    },

    async output(
      channelId: number,
      output: ObsOutput,
      action: ObsOutputAction,
    ): Promise<{ isActive: boolean; path: null }> {
      const level = output === 'replay_buffer' ? pageLevels.switch : pageLevels.everything
      const { report } = getPage(channelId, level)
      const isOn = isActive(report, output)
      if (action === 'pause' || action === 'resume') {
        if (output !== 'record') throw new Failure('invalid_parameter', { message: obsErrors.onlyRecord.of() })
        if (!isOn) throw new Failure('obs_refused', { message: obsErrors.notRecording.of() })
        const isPause = action === 'pause'
        const isMeant = (now: ObsReport) => now.paused === isPause
        if (!isMeant(report)) await act(channelId, { action: `${action}-record` }, level, isMeant, outputTimeoutMs)
        return { isActive: true, path: null }
      }
      const isWanted = action === 'toggle' ? !isOn : action === 'start'
      if (isOn !== isWanted) {
        const isMeant = (now: ObsReport) => isActive(now, output) === isWanted
        const word = isWanted ? 'start' : 'stop'
        await act(channelId, { action: `${word}-${output}` }, level, isMeant, outputTimeoutMs)
      }
      return { isActive: isWanted, path: null }
    },

    receive: known.receive,

    close(): void {
      known.close()
      for (const { resolve } of waiters) resolve(false)
    },
  }
}

function isActive(report: ObsReport, output: ObsOutput): boolean {
  if (output === 'stream') return report.streaming
  return output === 'record' ? report.recording : report[output]
}

/** What happened between two reports of a page. */
function eventsBetween(before: ObsReport | undefined, after: ObsReport | undefined): NewObsEvent[] {
  if (before === undefined || after === undefined) {
    if (after !== undefined) return [{ kind: 'obs.connected', data: { version: '' } }]
    return before === undefined ? [] : [{ kind: 'obs.gone', data: {} }]
  }
  const events: NewObsEvent[] = []
  if (after.scene !== null && after.scene !== before.scene)
    events.push({ kind: 'obs.scene-changed', data: { scene: after.scene, previous_scene: before.scene } })
  if (after.recording !== before.recording)
    events.push(
      after.recording
        ? { kind: 'obs.recording-started', data: {} }
        : { kind: 'obs.recording-stopped', data: { path: null } },
    )
  if (after.streaming !== before.streaming)
    events.push({ kind: after.streaming ? 'obs.streaming-started' : 'obs.streaming-stopped', data: {} })
  if (after.replays > before.replays) events.push({ kind: 'obs.replay-saved', data: { path: '' } })
  return events
}
